"""Weighty acts ask for the own password once more."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from pdd_server.services.accounts.model import Role
from pdd_server.store.accounts import audit
from tests.server.simulated_server import HandClock, client_of, dump, new_server
from tests.server.web.people import PASSWORD, Person, Portal, add_person, confirm, send

People = dict[Role, Person]
WEIGHTY = (
    "/portal/accounts",
    "/portal/accounts/ID",
    "/portal/accounts/ID/disable",
    "/portal/accounts/ID/enable",
    "/portal/accounts/ID/erase",
    "/portal/accounts/ID/reset",
    "/portal/account/erase",
    "/portal/account/sessions",
    "/portal/account/tokens",
)


@pytest.mark.parametrize("path", WEIGHTY)
def test_a_weighty_act_needs_the_own_password(portal: Portal, people: People, path: str) -> None:
    """A session alone changes no account: without the password the server asks for it, and a wrong one is refused."""
    client = portal.client(people[Role.ADMINISTRATOR])
    path = path.replace("ID", people[Role.VIEWER].account.id)
    fields = {"email": "new@example.org", "role": "viewer", "name": "mine", "days": "9"}
    client.get("/portal/account", buffered=True)
    before = dump(portal.server)
    asked = send(client, path, fields)
    assert (asked.status_code, "<h1>Confirm with your password</h1>" in asked.text) == (200, True)
    assert dump(portal.server) == before
    wrong = send(client, path, {**fields, "own_password": "wrong horse battery"})
    assert (wrong.status_code, "not your password" in wrong.text) == (403, True)
    with portal.server.store.read() as connection:
        newest = audit.page(connection, 9, None)
    assert [(one.action, one.email) for one in newest] == [("confirmation.refused", "administrator@example.org")]


def test_the_page_that_asks_sends_the_same_form(portal: Portal, people: People) -> None:
    """The page that asks for the password holds every field of the form, and no password."""
    client = portal.client(people[Role.ADMINISTRATOR])
    fields = {"email": "<new>@example.org", "campaigns": ["flu", "sleep"], "own_password": "wrong horse battery"}
    page = send(client, "/portal/accounts", fields).text
    held = re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)">', page)
    sent = [pair for pair in held if pair[0] != "csrf_token"]
    assert sent == [("email", "&lt;new&gt;@example.org"), ("campaigns", "flu"), ("campaigns", "sleep")]
    assert "wrong horse" not in page


def test_tries_at_the_own_password_share_one_count(tmp_path: Path, clock: HandClock) -> None:
    """Whoever found a session open has few tries at its password, over all acts together."""
    server = new_server(tmp_path, clock, limits={"sign_ins": "3 per hour"})
    client = Portal(server, client_of(server).application, "").client(add_person(server, Role.VIEWER))
    wrong = {"own_password": "wrong horse battery", "current": "wrong horse battery"}
    paths = ("/portal/account/sessions", "/portal/account/password", "/portal/account/erase")
    assert [send(client, path, wrong).status_code for path in paths] == [403, 400, 403]
    assert confirm(client, "/portal/account/sessions").status_code == 429
    server.store.dispose()


def test_sessions_are_listed_and_ended_one_by_one(portal: Portal, clock: HandClock, people: People) -> None:
    """The own page lists each session with its start, and ends the chosen one alone; nobody ends another person's."""
    person, stranger = people[Role.RESEARCHER], portal.client(people[Role.VIEWER])
    others = []
    for _ in range(2):
        others.append(portal.client(person))
        clock.now += timedelta(minutes=1)
    client = portal.client(person)
    page = client.get("/portal/account", buffered=True).text
    ids = re.findall(r'name="session" value="([0-9a-f]{16})"', page)
    assert len(set(ids)) == 2
    confirm(stranger, "/portal/account/sessions", {"session": ids[0]})
    assert others[0].get("/portal/account").status_code == 200
    assert (
        "Ended: 1 session."
        in confirm(client, "/portal/account/sessions", {"session": ids[0]}, follow_redirects=True).text
    )
    assert [one.get("/portal/account").status_code for one in (*others, client)] == [303, 200, 200]


def test_an_owner_sees_sign_ins_and_changes(portal: Portal, people: People) -> None:
    """The own page lists refused sign-ins, changes by administrators and new tokens, and nothing of other accounts."""
    person, boss = people[Role.VIEWER], portal.client(people[Role.ADMINISTRATOR])
    send(portal.client(), "/portal/sign-in", {"email": person.account.email, "password": "wrong horse battery"})
    confirm(boss, f"/portal/accounts/{person.account.id}", {"role": "researcher"})
    client = portal.client(person)
    confirm(client, "/portal/account/tokens", {"name": "notebook", "days": "30"})
    page = client.get("/portal/account", buffered=True).text
    for act in ("sign-in.refused", "account.role", "token.created"):
        assert f'<td role="cell">{act}</td>' in page
    assert "administrator@example.org" in page
    assert "account.role" not in portal.client(people[Role.RESEARCHER]).get("/portal/account", buffered=True).text
    assert PASSWORD not in page
