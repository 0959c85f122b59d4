"""Tokens of the researchers' API: what they reach, when they end, and the lists that they read."""

from datetime import timedelta
from secrets import token_bytes
from typing import Any

import pytest
from flask.testing import FlaskClient

from pdd_server.services.accounts import audit, invitations
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


def test_a_program_withdraws_an_invitation(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """An administrator's token lists open invitations and withdraws one, once; a reading or a researcher's one can't.

    The list has no part of the link.
    """
    with server.store.write() as connection:
        link = invitations.invite(connection, server.clock(), None, "New@Example.org", Role.VIEWER, (), token_bytes)
    reads, writes = token_of(server, boss, Scope.READ), token_of(server, boss, Scope.WRITE)
    listed = client.get("/v1/portal/invitations", headers=reads)
    assert [(one["email"], one["role"], one["account"]) for one in listed.json["invitations"]] == [
        ("new@example.org", "viewer", None)
    ]
    assert link not in listed.text
    ada = token_of(server, add_person(server, Role.RESEARCHER, name="ada"), Scope.WRITE)
    path, wanted = "/v1/portal/invitations/withdraw", {"email": "new@example.org"}
    answers = [client.post(path, json=wanted, headers=header).status_code for header in (reads, ada, writes, writes)]
    assert answers == [403, 403, 204, 404]
    with server.store.read() as connection:
        assert invitations.find(connection, link, server.clock()) is None


def test_a_token_ends(server: Deployment, clock: HandClock, client: FlaskClient, boss: Person) -> None:
    """A token is accepted on its last day and not after; the date of its use is kept, and no time."""
    header = token_of(server, boss)
    clock.next_day(89)
    assert client.get("/v1/portal/me", headers=header).status_code == 200
    with server.store.read() as connection:
        (kept,) = tokens.of_account(connection, boss.account.id)
    assert kept.seen == clock.now.date()
    clock.next_day()
    assert problem(client.get("/v1/portal/me", headers=header)) == "not-authorised"


def test_a_reading_token_changes_nothing(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """A read-only token can't even revoke itself; one for writing can, and is then refused."""
    for scope in Scope:
        header = token_of(server, boss, scope)
        mine = client.get("/v1/portal/tokens", headers=header).json
        assert mine is not None
        token = next(one["id"] for one in mine["tokens"] if one["scope"] == scope)
        answer = client.delete(f"/v1/portal/tokens/{token}", headers=header)
        assert answer.status_code == (403 if scope == Scope.READ else 204)
        assert client.get("/v1/portal/me", headers=header).status_code == (200 if scope == Scope.READ else 401)


def test_nobody_revokes_anothers_token(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """Nobody revokes another's token, not even an administrator, and the answer is that for an unknown token."""
    ada = add_person(server, Role.VIEWER, name="ada")
    header = token_of(server, ada)
    with server.store.read() as connection:
        (kept,) = tokens.of_account(connection, ada.account.id)
    answers = [
        client.delete(f"/v1/portal/tokens/{token}", headers=token_of(server, boss, Scope.WRITE))
        for token in (kept.id, "0" * 32)
    ]
    assert [problem(answer) for answer in answers] == ["not-found", "not-found"]
    assert answers[0].data == answers[1].data
    assert client.get("/v1/portal/me", headers=header).status_code == 200


@pytest.mark.parametrize("path", ["me", "accounts", "tokens", "audit"])
def test_the_api_needs_a_researchers_token(server: Deployment, client: FlaskClient, path: str, boss: Person) -> None:
    """Without a researcher's token (a donor's, a cookie alone, none, an unknown one) the API answers not-authorised."""
    (donor,) = donors(server, 1)
    for header in ({}, donor.headers, {"Authorization": "Bearer pdd_" + "A" * 43}):
        answer = client.get(f"/v1/portal/{path}", headers=header)
        assert problem(answer) == "not-authorised"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["accounts", "audit"])
def test_lists_of_administrators_are_theirs(server: Deployment, client: FlaskClient, path: str) -> None:
    """A researcher's token gets `forbidden` for the administrators' lists."""
    answer = client.get(f"/v1/portal/{path}", headers=token_of(server, add_person(server, Role.RESEARCHER)))
    assert problem(answer) == "forbidden"
    assert problems.STATUS["forbidden"] == answer.status_code == 403


@pytest.mark.parametrize("path", ["accounts", "audit", "tokens"])
@pytest.mark.parametrize("limit", [1, 3, 7])
def test_pages_of_a_list_are_the_whole_list(
    server: Deployment, client: FlaskClient, boss: Person, path: str, limit: int
) -> None:
    """Following the Link header gives every item once, in order, and ends."""
    for number in range(7):
        token_of(server, boss)
        add_person(server, Role.VIEWER, name=f"p{number}")
    header = token_of(server, boss)
    whole = _items(client.get(f"/v1/portal/{path}", headers=header))
    assert len(whole) == 8
    found: list[Any] = []
    address: str | None = f"/v1/portal/{path}?limit={limit}"
    while address:
        answer = client.get(address, headers=header)
        assert len(_items(answer)) <= limit
        found += _items(answer)
        link = answer.headers.get("Link")
        address = link.split(">")[0][1:] if link else None
    assert found == whole


def _items(answer: Any) -> list[Any]:
    (items,) = answer.json.values()
    return list(items)


@pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=ten", "limit=", "after=x", "after=" + "9" * 16])
def test_bad_pages_are_refused(server: Deployment, client: FlaskClient, boss: Person, query: str) -> None:
    """An invalid limit or key is invalid-message."""
    assert problem(client.get(f"/v1/portal/audit?{query}", headers=token_of(server, boss))) == "invalid-message"


def test_unchanged_answers_are_not_sent_again(server: Deployment, client: FlaskClient, boss: Person) -> None:
    """An answer's ETag gets 304 without a body until something changes."""
    header = token_of(server, boss)
    first = client.get("/v1/portal/audit", headers=header)
    again = {**header, "If-None-Match": first.headers["ETag"]}
    same = client.get("/v1/portal/audit", headers=again)
    assert (same.status_code, same.data) == (304, b"")
    with server.store.write() as connection:
        audit.record(connection, server.clock(), boss.account, "test.done", "flu")
    changed = client.get("/v1/portal/audit", headers=again)
    assert changed.status_code == 200
    assert changed.json is not None
    newest = changed.json["acts"][0]
    assert (newest["account"], newest["action"], newest["at"]) == (
        "boss@example.org",
        "test.done",
        "2026-11-20T12:00:00Z",
    )
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
        assert problem(client.get("/v1/portal/me", buffered=True)) == "not-authorised"
