"""A donor's daily traffic: compressed, sent once, and less than promised."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import Donor, HandClock, client_of, donors, morning_after, new_server, night

BOUND = 40_000


def compressed(donor: Donor) -> Any:
    """Return a new contact whose answer may be compressed."""
    headers = {**donor.headers, "Accept-Encoding": "gzip"}
    body = {"number": donor.number, "nonce": "ab" * 32}
    return donor.send("/v1/check-in", method="POST", json=body, headers=headers)


def test_long_answers_are_compressed_for_who_takes_it(server: Deployment, clock: HandClock) -> None:
    """Long answers are compressed where gzip is accepted, contain the same JSON, and caches keep the two apart."""
    (newcomer,) = donors(server, 1)
    assert "Content-Encoding" not in compressed(newcomer).headers
    first, second, *_ = morning_after(server, clock, 4)
    small = compressed(first)
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"]
    assert [task["kind"] for task in json.loads(gzip.decompress(small.data))["tasks"]] == ["submit"]
    headers = {**second.headers, "Accept-Encoding": "gzip;q=0"}
    body = {"number": second.number, "nonce": "ab" * 32}
    plain = second.send("/v1/check-in", method="POST", json=body, headers=headers)
    assert "Content-Encoding" not in plain.headers
    assert [task["kind"] for task in plain.json["tasks"]] == ["submit"]


def test_campaigns_travel_again_only_when_they_change(server: Deployment) -> None:
    """A list of campaigns whose ETag the donor has is 304 without a body until a vocabulary grows."""
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
def test_a_day_in_a_group_of_100_is_under_40_kilobytes(tmp_path: Path, clock: HandClock) -> None:
    """A day's answer has the plan and roster of one `plain` round, or of two after a missed day, and is under 40 kB."""
    server = new_server(tmp_path, clock, group_size=100, min_group=50, delay=1)
    crowd = donors(server, 100)
    sizes = []
    for _ in range(2):
        for donor in crowd:
            donor.check_in()
        clock.next_day()
        night(server)
        answer = compressed(crowd[0])
        sizes.append(len(answer.data))
        crowd[0].number = json.loads(gzip.decompress(answer.data))["number"]
    assert BOUND / 4 < sizes[0] < BOUND
    assert sizes[0] < sizes[1] < 2 * BOUND
    server.store.dispose()
