"""Tokens of the researchers' API: what they reach, when they end, and the lists that they read."""

from datetime import timedelta
from secrets import token_bytes

import pytest
from flask.testing import FlaskClient

from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.accounts.authentication.tokens import Scope, find
from pdd_server.services.accounts.authorisation import Action, may
from pdd_server.services.accounts.model import Account, Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.retention import expire_accounts
from pdd_server.services.token_hash import token_hash
from pdd_server.store.accounts import accounts, tokens
from pdd_server.web import problems
from tests.server.simulated_server import HandClock, client_of, donors
from tests.server.web.api.test_registration import problem
from tests.server.web.people import Person, add_person, served, token_of


def reached(server: Deployment, header: dict[str, str]) -> Account:
    """Return the account as the token restricts it."""
    with server.store.read() as connection:
        found = find(connection, token_hash(header["Authorization"].split()[1]), server.clock())
    assert found
    return found[0].account


@pytest.fixture
def boss(server: Deployment) -> Person:
    return add_person(server, Role.ADMINISTRATOR, name="boss")


@pytest.fixture
def client(server: Deployment) -> FlaskClient:
    return client_of(server)


def test_a_token_for_some_campaigns_reaches_no_other(server: Deployment, boss: Person) -> None:
    """A token for some campaigns reaches no other, nor one that its researcher left; an administrator's acts as a
    researcher's.
    """
    ada = add_person(server, Role.RESEARCHER, ["flu", "sleep"], "ada")
    of_boss = reached(server, token_of(server, boss, Scope.WRITE, "flu"))
    of_ada = reached(server, token_of(server, ada, Scope.WRITE, "flu"))
    assert [may(one, Action.LAUNCH, "flu") for one in (of_boss, of_ada)] == [True, True]
    assert [may(one, Action.SEE, "sleep") for one in (of_boss, of_ada)] == [False, False]
    assert not may(of_boss, Action.ADMINISTER)
    assert may(reached(server, token_of(server, ada)), Action.SEE, "sleep")
    header = token_of(server, ada, Scope.READ, "flu", "sleep")
    with server.store.write() as connection:
        accounts.set_campaigns(connection, ada.account.id, ["sleep"])
    assert reached(server, header).campaigns == {"sleep"}


def test_a_token_ends(server: Deployment, clock: HandClock, client: FlaskClient, boss: Person) -> None:
    """A token is accepted on its last day and not after; the date of its use is kept, and no time."""
    header = token_of(server, boss)
    clock.next_day(89)
    assert client.get("/v1/portal/monitoring", headers=header).status_code == 200
    with server.store.read() as connection:
        (kept,) = tokens.of_account(connection, boss.account.id)
    assert kept.seen == clock.now.date()
    clock.next_day()
    assert problem(client.get("/v1/portal/monitoring", headers=header)) == "not-authorised"


def test_a_reading_token_changes_nothing(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """A read-only token reads what one for writing reads, and can't change a campaign."""
    for scope in Scope:
        header = token_of(server, boss, scope)
        assert client.get("/v1/portal/monitoring", headers=header).status_code == 200
        answer = client.post("/v1/portal/campaigns/flu/append", json={"entries": ["cold"]}, headers=header)
        assert answer.status_code == (403 if scope == Scope.READ else 200)


@pytest.mark.parametrize("path", ["portal/monitoring", "portal/campaigns/flu/entries", "status"])
def test_the_api_needs_a_researchers_token(server: Deployment, client: FlaskClient, path: str) -> None:
    """Without a researcher's token (a donor's, a cookie alone, none, an unknown one) the API answers not-authorised."""
    (donor,) = donors(server, 1)
    for header in ({}, donor.headers, {"Authorization": "Bearer pdd_" + "A" * 43}):
        answer = client.get(f"/v1/{path}", headers=header)
        assert problem(answer) == "not-authorised"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_what_administrators_see_is_theirs(server: Deployment, client: FlaskClient) -> None:
    """A researcher's token gets `forbidden` for the server's status."""
    answer = client.get("/v1/status", headers=token_of(server, add_person(server, Role.RESEARCHER)))
    assert problem(answer) == "forbidden"
    assert problems.STATUS["forbidden"] == answer.status_code == 403


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=ten", "limit=", "after=x", "after=" + "9" * 16])
def test_bad_pages_are_refused(server: Deployment, client: FlaskClient, boss: Person, query: str) -> None:
    """An invalid limit or key is invalid-message."""
    address = f"/v1/portal/campaigns/flu/entries?{query}"
    assert problem(client.get(address, headers=token_of(server, boss))) == "invalid-message"


def test_unchanged_answers_are_not_sent_again(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """An answer's ETag gets 304 without a body until something changes."""
    header = token_of(server, boss)
    first = client.get("/v1/portal/monitoring", headers=header)
    again = {**header, "If-None-Match": first.headers["ETag"]}
    same = client.get("/v1/portal/monitoring", headers=again)
    assert (same.status_code, same.data) == (304, b"")
    donors(server, 1)
    changed = client.get("/v1/portal/monitoring", headers=again)
    assert changed.status_code == 200
    assert changed.json is not None
    assert changed.json["registered"] == 1
    assert changed.headers["Cache-Control"] == "private, no-cache"


def test_the_nightly_run_deletes_ended_sessions_and_old_entries(
    server: Deployment, clock: HandClock, boss: Person
) -> None:
    """The nightly run deletes ended sessions, tokens and invitations, and old audit entries; others stay."""

    def counts() -> list[int]:
        with server.store.read() as connection:
            return [
                connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
                for table in ("sessions", "tokens", "account_invitations", "audit_log")
            ]

    def night() -> None:
        with server.store.write() as connection:
            expire_accounts(connection, server.config.retention, clock())

    with server.store.write() as connection:
        sessions.begin(connection, boss.account.id, clock(), token_bytes, whole=True)
        invitations.invite(connection, clock(), None, "new@example.org", Role.VIEWER, [], token_bytes)
    token_of(server, boss)
    night()
    assert counts() == [1, 1, 1, 2]
    for days, expected in ((7, [0, 1, 0, 2]), (90, [0, 0, 0, 2]), (640, [0, 0, 0, 0])):
        clock.now += timedelta(days=days)
        night()
        assert counts() == expected


def test_cookies_open_no_api(server: Deployment, boss: Person) -> None:
    """A signed-in browser's cookie opens nothing in the API."""
    with served(server) as portal:
        client = portal.client(boss)
        assert client.get("/portal/account", buffered=True).status_code == 200
        assert problem(client.get("/v1/portal/monitoring", buffered=True)) == "not-authorised"
