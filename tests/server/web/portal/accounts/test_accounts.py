"""Sessions and their end, a person's own account, and what administrators change."""

from datetime import timedelta
from secrets import token_bytes

import pytest

from pdd_server.errors import Rejected
from pdd_server.services.accounts import administration, invitations
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.accounts import accounts, audit, tokens
from pdd_server.store.accounts.accounts import StoredAccount
from tests.server.simulated_server import HandClock, client_of
from tests.server.web.people import PASSWORD, Person, Portal, add_person, confirm, send, token_of
from tests.server.web.portal.sign_in_steps import open_link

People = dict[Role, Person]


def status_of(portal: Portal, cookie: tuple[str, str], path: str = "/portal/account") -> int:
    """Return the status that a browser with this cookie gets."""
    client = portal.app.test_client()
    client.set_cookie(*cookie)
    return client.get(path, buffered=True).status_code


def stored(server: Deployment, person: Person) -> StoredAccount:
    with server.store.read() as connection:
        found = accounts.get(connection, person.account.id)
    assert found
    return found


def test_a_session_ends_by_the_servers_clock(portal: Portal, clock: HandClock, people: People) -> None:
    """A session ends after half an hour without a request, or after twelve hours in any case, by the server's clock."""
    cookie = portal.cookie(people[Role.VIEWER])
    clock.now += timedelta(minutes=29)
    assert status_of(portal, cookie) == 200
    clock.now += timedelta(minutes=30)
    assert status_of(portal, cookie) == 303
    cookie = portal.cookie(people[Role.VIEWER])
    lived = []
    for _ in range(36):
        lived.append(status_of(portal, cookie))
        clock.now += timedelta(minutes=20)
    assert lived == [200] * 36
    assert status_of(portal, cookie) == 303


def test_a_stolen_cookie_is_dead_after_signing_out(portal: Portal, people: People) -> None:
    """After signing out, a copy of the cookie opens nothing."""
    cookie = portal.cookie(people[Role.VIEWER])
    client = portal.app.test_client()
    client.set_cookie(*cookie)
    assert status_of(portal, cookie) == 200
    answer = send(client, "/portal/sign-out")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/portal/sign-in")
    assert status_of(portal, cookie) == 303


def test_a_cookie_that_was_made_up_opens_nothing(portal: Portal, people: People) -> None:
    """A cookie signed with another key, or with none, opens nothing."""
    name, value = portal.cookie(people[Role.ADMINISTRATOR])
    for forged in (value[:-2], "e30", "", value.replace(".", "", 1)):
        assert status_of(portal, (name, forged)) == 303


def test_signing_in_gives_the_session_a_new_name(portal: Portal, people: People) -> None:
    """Each step of signing in renames the session, so that one planted by somebody else is worth nothing."""
    client, person = portal.client(), people[Role.VIEWER]
    names = []
    for path, fields in (
        ("/portal/sign-in", {"email": person.account.email, "password": PASSWORD}),
        ("/portal/second-step", {"code": person.code(portal.server)}),
    ):
        send(client, path, fields)
        with client.session_transaction() as session:
            names.append((session["name"], client.get_cookie("pdd-portal")))
    assert names[0][0] != names[1][0]
    assert names[0][1]
    assert status_of(portal, ("pdd-portal", names[0][1].value)) == 303
    assert status_of(portal, ("pdd-portal", names[1][1].value if names[1][1] else "")) == 200


def test_a_new_password_ends_the_other_sessions(portal: Portal, people: People) -> None:
    """A password change renames its session, ends the others, and the old password is refused."""
    person = people[Role.RESEARCHER]
    other, client = portal.cookie(person), portal.client(person)
    wrong = send(client, "/portal/account/password", {"current": "wrong", "password": "a new one entirely"})
    assert (wrong.status_code, "not your password of now" in wrong.text) == (400, True)
    short = send(client, "/portal/account/password", {"current": PASSWORD, "password": "short"})
    assert (short.status_code, "12 to 128" in short.text) == (400, True)
    assert status_of(portal, other) == 200
    done = send(client, "/portal/account/password", {"current": PASSWORD, "password": "a new one entirely"})
    assert done.status_code == 303
    assert client.get("/portal/account", buffered=True).status_code == 200
    assert status_of(portal, other) == 303
    for password, expected in ((PASSWORD, 403), ("a new one entirely", 303)):
        answer = send(portal.client(), "/portal/sign-in", {"email": person.account.email, "password": password})
        assert answer.status_code == expected


def test_other_sessions_can_be_ended(portal: Portal, people: People) -> None:
    """Ending other sessions ends all of the person's but the one that asks."""
    mine, stranger = people[Role.RESEARCHER], people[Role.VIEWER]
    others, strangers = [portal.cookie(mine) for _ in range(2)], portal.cookie(stranger)
    client = portal.client(mine)
    answer = confirm(client, "/portal/account/sessions", follow_redirects=True)
    assert "Ended: 2 sessions" in answer.text
    assert [status_of(portal, cookie) for cookie in (*others, strangers)] == [303, 303, 200]


def test_a_disabled_account_is_out_at_once(portal: Portal, people: People) -> None:
    """A disabled account's session, token and password are refused from the next request on; enabled, it signs in
    again.
    """
    person, administrator = people[Role.RESEARCHER], portal.client(people[Role.ADMINISTRATOR])
    cookie, header = portal.cookie(person), token_of(portal.server, person)
    assert portal.client().get("/v1/portal/monitoring", headers=header).status_code == 200
    path = f"/portal/accounts/{person.account.id}"
    assert confirm(administrator, f"{path}/disable").status_code == 303
    assert status_of(portal, cookie) == 303
    assert portal.client().get("/v1/portal/monitoring", headers=header).status_code == 401
    step = {"email": person.account.email, "password": PASSWORD}
    assert send(portal.client(), "/portal/sign-in", step).status_code == 403
    assert confirm(administrator, f"{path}/enable").status_code == 303
    assert send(portal.client(), "/portal/sign-in", step).status_code == 303
    assert status_of(portal, cookie) == 303


def test_the_last_administrator_stays(portal: Portal, people: People) -> None:
    """The last administrator can be neither disabled nor demoted on the pages; beside another it can."""
    person = people[Role.ADMINISTRATOR]
    client, path = portal.client(person), f"/portal/accounts/{person.account.id}"
    for answer in (confirm(client, f"{path}/disable"), confirm(client, path, {"role": "viewer"})):
        assert (answer.status_code, "last administrator" in answer.text) == (400, True)
    assert (stored(portal.server, person).role, stored(portal.server, person).disabled) == ("administrator", None)
    add_person(portal.server, Role.ADMINISTRATOR, name="second")
    assert confirm(client, path, {"role": "viewer"}).status_code == 303
    assert stored(portal.server, person).role == "viewer"


@pytest.mark.parametrize("gone", ["disabled", "reset"])
def test_an_administrator_who_cannot_sign_in_does_not_count(server: Deployment, gone: str) -> None:
    """A disabled or reset administrator does not count as another administrator."""
    first, second = (add_person(server, Role.ADMINISTRATOR, name=name) for name in ("one", "two"))
    with server.store.write() as connection:
        if gone == "disabled":
            administration.disable(connection, server.clock(), None, second.account)
        else:
            invitations.reset(connection, server.clock(), None, second.account, token_bytes)
    with server.store.write() as connection, pytest.raises(Rejected, match="last administrator"):
        administration.disable(connection, server.clock(), None, first.account)


def test_administrators_invite_and_change(portal: Portal, people: People) -> None:
    """An invitation's link is shown once; changes of role and campaigns are in the audit log with their author."""
    client = portal.client(people[Role.ADMINISTRATOR])
    invited = confirm(client, "/portal/accounts", {"email": "New@Example.org", "role": "viewer", "campaigns": "flu"})
    link = invited.text.split('id="link">')[1].split("<")[0]
    assert link.startswith("http://localhost/portal/invitation#")
    assert "new@example.org, viewer" in client.get("/portal/accounts", buffered=True).text
    assert link.rsplit("#", 1)[1] not in client.get("/portal/accounts", buffered=True).text
    again = confirm(client, "/portal/accounts", {"email": people[Role.VIEWER].account.email, "role": "viewer"})
    assert (again.status_code, "already" in again.text) == (400, True)
    person = people[Role.VIEWER]
    changed = confirm(client, f"/portal/accounts/{person.account.id}", {"role": "researcher"})
    assert changed.status_code == 303
    assert (stored(portal.server, person).role, stored(portal.server, person).campaigns) == ("researcher", frozenset())
    with portal.server.store.read() as connection:
        acts = audit.page(connection, 3, None)
    assert [(act.email, act.action, act.subject) for act in acts] == [
        ("administrator@example.org", "account.campaigns", person.account.email),
        ("administrator@example.org", "account.role", person.account.email),
        ("administrator@example.org", "account.invited", "new@example.org"),
    ]


def test_an_open_invitation_is_withdrawn(portal: Portal, people: People) -> None:
    """An administrator withdraws an open invitation: its link is good no more, the log says who did it, and an unknown
    address changes nothing.
    """
    client, address = portal.client(people[Role.ADMINISTRATOR]), "new@example.org"
    invited = confirm(client, "/portal/accounts", {"email": address, "role": "viewer"})
    link = invited.text.split('id="link">')[1].split("<")[0].removeprefix("http://localhost")
    assert open_link(portal.client(), link).status_code == 303
    refused = confirm(client, "/portal/accounts/withdraw", {"email": "other@example.org"})
    assert (refused.status_code, "no open invitation to this address" in refused.text) == (404, True)
    assert send(client, "/portal/accounts/withdraw", {"email": address}).status_code == 200, "asks for the password"
    assert f"{address}, viewer" in client.get("/portal/accounts", buffered=True).text
    done = confirm(client, "/portal/accounts/withdraw", {"email": "New@Example.org"}, follow_redirects=True)
    assert "Withdrawn." in done.text
    assert f"{address}, viewer" not in done.text
    answer = open_link(portal.client(), link)
    assert (answer.status_code, "not good any more" in answer.text) == (404, True)
    with portal.server.store.read() as connection:
        newest = audit.page(connection, 1, None)[0]
    acted = (newest.email, newest.action, newest.subject)
    assert acted == ("administrator@example.org", "account.withdrawn", address)


def test_a_reset_shows_a_link(portal: Portal, people: People) -> None:
    """A reset deletes second factor, sessions and tokens, and shows a link."""
    person, client = people[Role.VIEWER], portal.client(people[Role.ADMINISTRATOR])
    cookie, header = portal.cookie(person), token_of(portal.server, person)
    answer = confirm(client, f"/portal/accounts/{person.account.id}/reset")
    assert "/portal/invitation#" in answer.text
    assert stored(portal.server, person).secret is None
    assert status_of(portal, cookie) == 303
    assert portal.client().get("/v1/portal/monitoring", headers=header).status_code == 401


@pytest.mark.parametrize("role", [Role.RESEARCHER, Role.VIEWER])
@pytest.mark.parametrize(
    "path", ["/portal/accounts", "/portal/audit", "/portal/accounts/ID", "/portal/accounts/ID/disable"]
)
def test_administration_is_for_administrators(portal: Portal, people: People, role: Role, path: str) -> None:
    """Others than administrators get a page that says so, and nothing changes."""
    path = path.replace("ID", people[Role.ADMINISTRATOR].account.id)
    client = portal.client(people[role])
    answer = send(client, path) if path.endswith("disable") else client.get(path, buffered=True)
    assert answer.status_code == 403
    assert "<h1>This is not yours to do</h1>" in answer.text
    assert stored(portal.server, people[Role.ADMINISTRATOR]).disabled is None


def test_a_token_is_shown_once_and_revoked(portal: Portal, people: People) -> None:
    """A token is shown only in the answer that creates it; revoked it opens nothing, and others' can't be revoked."""
    client = portal.client(people[Role.RESEARCHER])
    made = confirm(
        client, "/portal/account/tokens", {"name": "notebook", "days": "30", "scope": "read", "reach": "all"}
    )
    token = made.text.split('id="token">')[1].split("<")[0]
    assert (token[:4], len(token)) == ("pdd_", 47)
    page = client.get("/portal/account", buffered=True).text
    assert "notebook" in page
    assert token not in page
    header = {"Authorization": f"Bearer {token}"}
    assert client_of(portal.server).get("/v1/portal/monitoring", headers=header).status_code == 200
    with portal.server.store.read() as connection:
        (kept,) = tokens.of_account(connection, people[Role.RESEARCHER].account.id)
    path = f"/portal/account/tokens/{kept.id}/revoke"
    for role in (Role.VIEWER, Role.ADMINISTRATOR):
        assert send(portal.client(people[role]), path).status_code == 404
    assert client_of(portal.server).get("/v1/portal/monitoring", headers=header).status_code == 200
    assert send(client, path).status_code == 303
    assert client_of(portal.server).get("/v1/portal/monitoring", headers=header).status_code == 401


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"days": "366"}, "1 to 365 days"),
        ({"days": "ten"}, "1 to 365 days"),
        ({"name": ""}, "Write a name"),
        ({"reach": "some"}, "campaigns that you belong to"),
        ({"reach": "some", "campaigns": "another"}, "campaigns that you belong to"),
    ],
)
def test_an_impossible_token_is_refused(portal: Portal, people: People, fields: dict[str, str], says: str) -> None:
    """The form of an invalid token comes back with the reason beside its field, and no token is made."""
    client = portal.client(people[Role.RESEARCHER])
    given = {"name": "notebook", "days": "30", "scope": "read", "reach": "all", **fields}
    answer = confirm(client, "/portal/account/tokens", given)
    assert (answer.status_code, says in answer.text) == (400, True)
    with portal.server.store.read() as connection:
        assert tokens.of_account(connection, people[Role.RESEARCHER].account.id) == []
