"""The protection of shared resources: rate limits by token and network, and the database's single write lock."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import Donor, HandClock, client_of, donors, new_server
from tests.server.web.api.test_registration import problem


def test_only_refused_clients_are_told_when_to_come_again(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Retry-After` is in the 429 of a limited address, and in no answer 200, 404 or 500."""
    server = new_server(tmp_path, clock, limits={"check_ins": "3 per hour"})
    (donor,) = donors(server, 1)
    answers = [donor.check_in(), donor.send("/v1/campaigns/cold/results.json")]
    monkeypatch.setattr("pdd_server.services.rounds.check_in.admit", lambda *_: 1 / 0)
    answers += [donor.check_in(), donor.check_in()]
    assert [answer.status_code for answer in answers] == [200, 404, 500, 500]
    assert [answer.headers.get("Retry-After") for answer in answers] == [None] * 4
    refused = donor.check_in()
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    server.store.dispose()


def test_two_applications_in_one_process_count_apart(tmp_path: Path, clock: HandClock) -> None:
    """Another application in the same process does not change the first one's counts of requests."""
    servers = [new_server(tmp_path / name, clock, limits={"requests": "2 per hour"}) for name in ("a", "b", "c")]
    first, second = client_of(servers[0]), client_of(servers[1])
    for client in (first, second):
        assert [client.get("/campaigns/flu").status_code for _ in range(3)] == [200, 200, 429]
    client_of(servers[2])
    assert first.get("/campaigns/flu").status_code == 429
    for server in servers:
        server.store.dispose()


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        # One subscriber's /64, then its neighbour's.
        (["2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:2::1"], [201, 429, 201]),
        # IPv4 addresses count one by one, also where a socket for both kinds writes them as IPv6 ones.
        (["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.3", "::ffff:192.0.2.1"], [201, 201, 201, 429]),
        # What a proxy wrote that is no address counts as it stands.
        (["unknown", "unknown", "fe80::1%eth0", "fe80::2%eth1"], [201, 429, 201, 429]),
    ],
)
def test_registrations_count_by_network(
    tmp_path: Path, clock: HandClock, addresses: list[str], expected: list[int]
) -> None:
    """A whole IPv6 /64 counts as one network for registrations, and so does one IPv4 address."""
    server = new_server(tmp_path, clock, limits={"registrations": "1 per hour"})
    client, statuses = client_of(server), []
    for address in addresses:
        member = Donor(client.open, server.identity, server.online_key.verify_key.encode()).member.model_dump()
        answer = client.post("/v1/donors", json={"member": member}, environ_overrides={"REMOTE_ADDR": address})
        statuses.append(answer.status_code)
    assert statuses == expected
    server.store.dispose()


def uninvited(donor: Donor) -> Any:
    """Register a new donor without the code that this server requires."""
    return Donor(donor.send, donor.identity, donor.server_key).register()


REFUSED: dict[str, Callable[[Donor], Any]] = {
    "check-in": lambda donor: donor.check_in(),
    "vectors": lambda donor: donor.put("/v1/rounds/2026-11-19/vectors/0", b""),
    "erasing": lambda donor: donor.send("/v1/donor", method="DELETE", headers=donor.headers),
    "registering": uninvited,
    "closing a campaign": lambda donor: donor.send(
        "/v1/portal/campaigns/flu/close", method="POST", json={}, headers=donor.headers
    ),
    "removing a code": lambda donor: donor.send(
        "/v1/portal/campaigns/flu/completion", method="DELETE", headers=donor.headers
    ),
}


@pytest.mark.parametrize("request_of", REFUSED.values(), ids=REFUSED)
@pytest.mark.sqlite
def test_invalid_tokens_never_wait_for_the_write_lock(
    tmp_path: Path, clock: HandClock, request_of: Callable[[Donor], Any]
) -> None:
    """A request with a wrong token is refused even while another transaction holds the write lock.

    If the lock were asked for first, the request would wait for it in vain and fail as an internal error.
    """
    server = new_server(tmp_path, clock, invitations=("sesame",))
    donor = Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode(), token="f" * 64)
    _wait_briefly(server)
    with server.store.write():
        assert problem(request_of(donor)) in ("not-registered", "not-authorised", "invitation-needed")
    server.store.dispose()


def _wait_briefly(server: Deployment) -> None:
    """Let the store's connections wait 50 ms for the lock."""
    event.listen(server.store.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 50"))
    server.store.engine.dispose()
