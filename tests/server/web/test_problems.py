"""Every bad request gets a named problem that repeats nothing of the request, and changes nothing."""

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from pdd_shared.rounds.cohort.day.uploads import largest_upload
from tests.server.simulated_server import Donor, HandClock, client_of, donors, dump, new_server
from tests.server.web.api.test_registration import problem
from tests.server.web.people import add_person, token_of

MARK = "my-secret-search"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
DEEP = "[" * 10_000
JSON = "application/json"


def messages(donor: Donor) -> list[tuple[str, Any]]:
    """Return invalid bodies, by what is wrong with them."""
    good = donor.member.model_dump()
    bodies = [
        b"",
        b"{",
        b"\xff\xfe",
        b"null",
        b"[]",
        DEEP.encode(),
        b'{"member": ' + b"9" * 5000 + b"}",
        {"member": good, MARK: 1},
        {"member": {**good, MARK: MARK}},
        {"member": {**good, "identity": MARK}},
        {"member": {**good, "identity": good["identity"].upper()}},
        {"member": {**good, "identity": good["identity"] + "\n"}},
        {"member": {**good, "identity": 7}},
        {"member": {"identity": good["identity"]}},
        {"member": good, "invitation": MARK * 100},
        {"member": good, "invitation": "\ud800"},
        {"number": "0", "nonce": "0" * 64},
        {"number": True, "nonce": "0" * 64},
        {"number": -1, "nonce": "0" * 64},
        {"number": 0.5, "nonce": "0" * 64},
        {"number": 2**70, "nonce": MARK},
        {"number": 0},
    ]
    return [(path, body) for path in ("/v1/donors", "/v1/check-in") for body in bodies]


def test_malformed_messages_change_nothing(server: Deployment) -> None:
    """Each of 22 invalid bodies gets invalid-message at both addresses, and nothing is echoed or stored."""
    (donor,) = donors(server, 1)
    before = dump(server)
    for path, body in messages(donor):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = donor.send(path, method="POST", data=data, headers=donor.headers, content_type=JSON)
        assert problem(answer) == "invalid-message", body
        assert MARK not in answer.text
    assert dump(server) == before


def test_huge_number_is_stale(server: Deployment) -> None:
    """A contact number beyond what the database can store is a stale one, and no server error."""
    (donor,) = donors(server, 1)
    assert problem(donor.check_in(number=2**70)) == "stale-state"


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", f"/{MARK}", "not-found"),
        ("GET", "/v1/server/", "not-found"),
        ("GET", "/v1//server", "not-found"),
        ("GET", f"/v1/campaigns/{MARK}/results.json", "no-such-campaign"),
        ("GET", f"/campaigns/{MARK}", "no-such-campaign"),
        ("GET", f"/static/{MARK}", "not-found"),
        ("GET", "/static/../pages.py", "not-found"),
        ("POST", "/v1/server", "method-not-allowed"),
        ("GET", "/v1/check-in", "method-not-allowed"),
        ("PATCH", "/v1/donor", "method-not-allowed"),
        ("GET", "/v1/status", "not-authorised"),
        ("DELETE", "/v1/donor", "not-registered"),
    ],
)
def test_wrong_addresses_and_methods(server: Deployment, method: str, path: str, expected: str) -> None:
    """An unknown address, or one for another method or caller, gets a problem that repeats nothing of the request."""
    answer = client_of(server).open(path, method=method)
    assert problem(answer) == expected
    assert MARK not in answer.text
    assert (answer.status_code == 405) == ("Allow" in answer.headers)
    assert (answer.status_code == 401) == ("WWW-Authenticate" in answer.headers)


@pytest.mark.parametrize("path", [f"/{MARK}", f"/campaigns/{MARK}"])
def test_a_browser_is_shown_a_page(server: Deployment, path: str) -> None:
    """Outside the API an error is a page with a link onwards, and repeats nothing of the request."""
    answer = client_of(server).get(path, headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "<h1>There is no such page</h1>" in answer.text
    assert '<a href="/">See all campaigns</a>' in answer.text
    assert MARK not in answer.text
    assert "Accept" in answer.vary
    assert problem(client_of(server).get(f"/v1{path}", headers=BROWSER)) == "not-found"


@pytest.mark.parametrize("length", [largest_upload(50_000) + 1, 2**40])
def test_oversized_body_is_refused(server: Deployment, length: int) -> None:
    """A body larger than the largest upload is refused by its stated length, unread."""
    answer = client_of(server).post("/v1/donors", environ_overrides={"CONTENT_LENGTH": str(length)}, content_type=JSON)
    assert problem(answer) == "too-large"


@pytest.mark.parametrize(
    ("version", "expected"),
    [("0.0.9", "client-too-old"), ("0", "client-too-old"), ("new", "invalid-message"), ("1.", "invalid-message")],
)
def test_old_clients_are_told_to_update(server: Deployment, version: str, expected: str) -> None:
    """A version below the oldest accepted, or an empty one, is refused; newer ones and requests without one are not."""
    client = client_of(server)
    assert problem(client.get("/v1/campaigns", headers={"Pdd-Client": version})) == expected
    for headers in ({}, {"Pdd-Client": "0.1.0"}, {"Pdd-Client": "0.1"}, {"Pdd-Client": "0.10"}, {"Pdd-Client": "2"}):
        too_old = headers.get("Pdd-Client") == "0.1"
        assert client.get("/v1/campaigns", headers=headers).status_code == (426 if too_old else 200)


def test_rates_are_limited_by_donor_and_by_address(tmp_path: Path, clock: HandClock) -> None:
    """Check-ins are limited by token and registrations by address, with rate-limited and Retry-After."""
    limits = {"registrations": "3 per hour", "check_ins": "2 per hour", "vectors": "1 per hour"}
    server = new_server(tmp_path, clock, limits=limits)
    first, second = donors(server, 2, client_of(server).open)
    for donor in (first, second):
        assert [donor.check_in().status_code for _ in range(3)] == [200, 200, 429]
    answer = first.check_in()
    assert problem(answer) == "rate-limited"
    assert int(answer.headers["Retry-After"]) > 0
    crowd = [Donor(first.send, first.identity, first.server_key) for _ in range(2)]
    assert [donor.register().status_code for donor in crowd] == [201, 429]
    assert [problem(first.put("/v1/rounds/2026-11-19/vectors/0", b"")) for _ in range(2)] == [
        "no-such-round",
        "rate-limited",
    ]
    server.store.dispose()


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("chrome-extension://abcdefghijklmnop", True),
        ("moz-extension://0f1e", True),
        ("https://chrome-extension.example", False),
        ("null", False),
    ],
)
def test_extensions_alone_may_call_from_a_browser(server: Deployment, origin: str, allowed: bool) -> None:
    """CORS names the origin of a browser extension, in preflight and answer, and no other."""
    client = client_of(server)
    asked = {"Origin": origin, "Access-Control-Request-Method": "PUT"}
    for answer in (client.options("/v1/check-in", headers=asked), client.get("/v1/server", headers={"Origin": origin})):
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)


def test_an_extension_may_ask_for_changes_only(server: Deployment) -> None:
    """CORS lets an extension send and read an ETag, without which each check-in would load all vocabularies."""
    client, origin = client_of(server), "moz-extension://0f1e"
    asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-none-match,pdd-client"}
    allowed = client.options("/v1/campaigns", headers={"Origin": origin, **asked}).headers
    assert "if-none-match" in allowed["Access-Control-Allow-Headers"].lower()
    first = client.get("/v1/campaigns", headers={"Origin": origin})
    assert first.headers["Access-Control-Expose-Headers"] == "ETag"
    again = client.get("/v1/campaigns", headers={"Origin": origin, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (304, origin)


def test_unexpected_error_tells_nothing(
    server: Deployment, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An internal error is internal-error to the caller, and a log line with its kind and place but not its text."""
    (donor,) = donors(server, 1)

    def fail(*_: object) -> None:
        raise ValueError(MARK)

    monkeypatch.setattr("pdd_server.services.rounds.check_in.admit", fail)
    with caplog.at_level(logging.DEBUG):
        answer = donor.check_in()
    assert problem(answer) == "internal-error"
    assert MARK not in answer.text
    assert "internal error: ValueError at" in caplog.text
    assert MARK not in caplog.text
    assert donor.token not in caplog.text


def test_status_is_for_administrators(server: Deployment) -> None:
    """The status opens for an administrator's token, and not for a donor's, a researcher's or one for some
    campaigns.
    """
    (donor,) = donors(server, 1)
    boss = add_person(server, Role.ADMINISTRATOR)
    assert problem(donor.send("/v1/status", headers=donor.headers)) == "not-authorised"
    answer = donor.send("/v1/status", headers=token_of(server, boss))
    assert answer.json["donors"] == 1
    for role in (Role.RESEARCHER, Role.VIEWER):
        assert problem(donor.send("/v1/status", headers=token_of(server, add_person(server, role)))) == "forbidden"
    assert problem(donor.send("/v1/status", headers=token_of(server, boss, Scope.READ, "flu"))) == "forbidden"
    for header in ("Basic YTpi", "Bearer", "Bearer ", "bearer x y", "Digest username=a"):
        assert problem(donor.send("/v1/status", headers={"Authorization": header})) == "not-authorised"


def test_addresses_behind_a_proxy_are_the_callers(tmp_path: Path, clock: HandClock) -> None:
    """With one trusted proxy, registrations are counted by the address it forwards, not by its own."""
    limits = {"registrations": "1 per hour"}
    server = new_server(tmp_path, clock, proxies=1, limits=limits)
    client = client_of(server)

    def send(*args: Any, **request: Any) -> Any:
        return client.open(*args, headers={"X-Forwarded-For": addresses.pop(0)}, **request)

    addresses = ["1.1.1.1", "2.2.2.2", "9.9.9.9, 2.2.2.2"]
    crowd = [Donor(send, server.identity, server.online_key.verify_key.encode()) for _ in range(3)]
    assert [donor.register().status_code for donor in crowd] == [201, 201, 429]
    server.store.dispose()


def test_openapi_document_names_every_route(server: Deployment) -> None:
    """The document is OpenAPI 3.1 and has each API address with its methods, and no page."""
    app = create_app(server)
    spec = app.test_client().get("/openapi.json").json
    assert spec is not None
    assert spec["openapi"].startswith("3.1")
    routes = {
        (re.sub(r"<(?:any\([^)]*\):)?(\w+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/v1")
    }
    assert {(path, method.upper()) for path, verbs in spec["paths"].items() for method in verbs} == routes
