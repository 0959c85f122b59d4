"""What travels to a donor in a day: compressed, once, and less than is promised."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pdd_server.folder import Deployment
from pdd_server.services import campaigns
from tests.server.playing import DAY, HandClock, client_of, night
from tests.server.recoverable_playing import Player, players, recoverable_server

BOUND = 80_000


def compressed(player: Player) -> Any:
    """A new contact whose answer may be compressed."""
    headers = {**player.headers, "Accept-Encoding": "gzip"}
    body = {"number": player.number, "nonce": "ab" * 32}
    return player.send("/v1/check-in", method="POST", json=body, headers=headers)


def test_long_answers_are_compressed_for_who_takes_it(tmp_path: Path, clock: HandClock) -> None:
    """Gzip is sent where it is accepted and the answer long, holds the same JSON, and no cache mixes the two up."""
    server = recoverable_server(tmp_path, clock)
    first, second, *_ = players(server, 4)
    short = compressed(first)
    assert "Content-Encoding" not in short.headers
    first.number = short.json["number"]
    night(server)
    small = compressed(first)
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert [task["kind"] for task in json.loads(gzip.decompress(small.data))["tasks"]] == ["prepare"]
    headers = {**second.headers, "Accept-Encoding": "gzip;q=0"}
    body = {"number": second.number, "nonce": "ab" * 32}
    plain = second.send("/v1/check-in", method="POST", json=body, headers=headers)
    assert "Content-Encoding" not in plain.headers
    assert [task["kind"] for task in plain.json["tasks"]] == ["prepare"]
    server.store.dispose()


def test_campaigns_travel_again_only_when_they_change(server: Deployment) -> None:
    """A list whose ETag the donor has is answered with 304 and no body, until a vocabulary grows."""
    client = client_of(server)
    first = client.get("/v1/campaigns")
    known = {"If-None-Match": first.headers["ETag"]}
    again = client.get("/v1/campaigns", headers=known)
    assert (again.status_code, again.data) == (304, b"")
    with server.store.write() as connection:
        campaigns.append(connection, server.config, "flu", ["cough"])
    changed = client.get("/v1/campaigns", headers=known)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != first.headers["ETag"]


@pytest.mark.slow
def test_a_day_in_a_group_of_100_is_under_80_kilobytes(tmp_path: Path, clock: HandClock) -> None:
    """Group plan, roster, survivors, boxes. Who was away gets the last group plan and roster as well: a tenth more."""
    server = recoverable_server(tmp_path, clock, group_size=100, min_group=50, delay=0)
    crowd = players(server, 100)
    away, there = crowd[0], crowd[1]
    night(server)
    for player in crowd[1:]:
        player.work()
    clock.next_day()
    night(server)
    away.work()
    for player in crowd[1:]:
        player.work("prepare", *(["submit"] if player in crowd[:60] else []))
    clock.next_day()
    night(server)
    sizes = [len(compressed(player).data) + len(player.boxes(DAY)) for player in (there, away)]
    assert 40_000 < sizes[0] < BOUND
    assert sizes[0] < sizes[1] < 1.1 * BOUND
    server.store.dispose()
