"""Receiving vectors: the sum stays exact, whatever is sent."""

import os
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.results import results
from tests.server.simulated_server import DAY, Donor, HandClock, donors, dump, new_server, night
from tests.server.web.api.test_registration import problem

TODAY = DAY + timedelta(days=1)


@pytest.fixture
def crowd(server: Deployment, clock: HandClock) -> list[Donor]:
    """Return three donors in one group, on the morning after their data day."""
    made = donors(server, 3)
    for donor in made:
        donor.check_in()
    clock.next_day()
    night(server)
    return made


def vector(donor: Donor, today: date = TODAY) -> tuple[str, bytes]:
    return donor.blind(donor.check_in().json["tasks"][0], today, [1])


def test_resend_changes_nothing(server: Deployment, crowd: list[Donor]) -> None:
    """A resend gets the same receipt, both while the group collects and when it is summed."""
    sent = [(donor, *vector(donor)) for donor in crowd]
    for donor, address, data in sent:
        receipt = donor.put(address, data).json
        before = dump(server)
        assert donor.put(address, data).json == receipt
        assert dump(server) == before
    first, address, data = sent[0]
    assert first.put(address, data).status_code == 200


def test_another_vector_is_refused(server: Deployment, crowd: list[Donor]) -> None:
    """A second, different vector of a donor is refused and not added."""
    donor = crowd[0]
    address, data = vector(donor)
    donor.put(address, data)
    before = dump(server)
    assert problem(donor.put(address, bytes(len(data)))) == "different-vector"
    assert dump(server) == before


@pytest.mark.parametrize(
    ("day", "context", "size", "token", "expected"),
    [
        ("2026-11-19", None, None, None, "no-such-round"),
        ("2026-11-31", None, None, None, "no-such-round"),
        ("20261120", None, None, None, "no-such-round"),
        ("today", None, None, None, "no-such-round"),
        (None, "0" * 64, None, None, "foreign-plan"),
        (None, "x", None, None, "foreign-plan"),
        (None, None, 0, None, "wrong-size"),
        (None, None, 15, None, "wrong-size"),
        (None, None, 20, None, "wrong-size"),
        (None, None, 300_000, None, "too-large"),
        (None, None, None, "0" * 64, "not-registered"),
        (None, None, None, "", "not-registered"),
    ],
)
def test_malformed_and_foreign_vectors_are_refused(
    server: Deployment,
    crowd: list[Donor],
    day: str | None,
    context: str | None,
    size: int | None,
    token: str | None,
    expected: str,
) -> None:
    """A vector of another day, context, size or token gets a named problem and changes nothing."""
    donor = crowd[0]
    address, data = vector(donor)
    parts = address.split("/")
    parts[3], parts[5] = day or parts[3], context or parts[5]
    donor.token = donor.token if token is None else token
    before = dump(server)
    assert problem(donor.put("/".join(parts), data if size is None else bytes(size))) == expected
    assert dump(server) == before


def test_stranger_is_refused(server: Deployment, crowd: list[Donor]) -> None:
    """A registered donor in no group of the round cannot send into it."""
    (stranger,) = donors(server, 1)
    address, data = vector(crowd[0])
    before = dump(server)
    assert problem(stranger.put(address, data)) == "not-a-member"
    assert dump(server) == before


def test_late_vector_is_refused(server: Deployment, crowd: list[Donor], clock: HandClock) -> None:
    """A vector after the window's end is refused as late, and what was published stays."""
    donor = crowd[0]
    address, data = vector(donor)
    for _ in range(2):
        clock.next_day()
        night(server)
    before = dump(server)
    assert problem(donor.put(address, data)) == "too-late"
    assert dump(server) == before


@pytest.mark.sqlite
def test_unpublished_sums_and_vectors_are_overwritten(server: Deployment, crowd: list[Donor], clock: HandClock) -> None:
    """No vector is ever on disk, and after publication no running sum, in database or journal."""
    blinded = []
    for donor in crowd:
        address, data = vector(donor)
        donor.put(address, data)
        blinded.append(data)
    files = [server.folder.path / name for name in ("pdd.sqlite", "pdd.sqlite-wal")]
    total = (3).to_bytes(4, "little") + bytes(12)
    before = b"".join(file.read_bytes() for file in files)
    assert total in before
    # The first vector is also the first running sum.
    assert not any(data in before for data in blinded[1:])
    clock.next_day()
    night(server)
    kept = b"".join(file.read_bytes() for file in files if file.exists())
    assert total not in kept
    assert not any(data in kept for data in blinded[1:])


@pytest.mark.slow
@hypothesis_settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_any_order_is_exact_or_lost(tmp_path: Path, data: st.DataObject) -> None:
    """In any order, with resends and absences, each group's sum is exact or the group is lost."""
    clock = HandClock()
    server = new_server(tmp_path / os.urandom(8).hex(), clock, delay=0)
    crowd = donors(server, 7)
    for donor in crowd:
        donor.check_in()
    clock.next_day()
    night(server)
    ready = {donor.token: (donor, *vector(donor)) for donor in crowd}
    order = data.draw(st.lists(st.sampled_from(crowd), min_size=4, max_size=25))
    for donor in order:
        _, address, sent = ready[donor.token]
        assert donor.put(address, sent).status_code == 200
    there = {donor.token for donor in order}
    groups: dict[str, set[str]] = {}
    for donor, address, _ in ready.values():
        groups.setdefault(address, set()).add(donor.token)
    complete = sum(len(group) for group in groups.values() if group <= there)
    clock.next_day()
    night(server)
    with server.store.read() as connection:
        found = results(connection, "flu")
    assert [day["donors"] for day in found["days"]] == ([complete] if complete else [])
    assert [day["reason"] for day in found["missing"] if day["day"] == DAY.isoformat()] == (
        [] if complete else ["lost"]
    )
    server.store.dispose()
