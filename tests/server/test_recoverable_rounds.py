"""`recoverable` rounds as a whole: exact sums, sticky groups, storage, status."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from pdd_server.folder import Deployment, open_folder
from pdd_server.services.status import in_words
from tests.server.playing import DAY, HandClock, campaign, dump, night, published, settings, status_of
from tests.server.recoverable_playing import (
    Player,
    begin,
    groups_of,
    held,
    players,
    recoverable_server,
    revealing,
    state_of,
)
from tests.support.terms import terms


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """A server of `recoverable`: groups of 4, never fewer than 3, one day of delay, two of reveals."""
    made = recoverable_server(tmp_path, clock, reveal_days=2)
    yield made
    made.store.dispose()


def test_a_donor_missing_at_any_step_costs_its_own_counts(tmp_path: Path, clock: HandClock) -> None:
    """Away when the day is prepared, when vectors are sent, or when shares are revealed: the others' sum is exact."""
    server = recoverable_server(tmp_path, clock, group_size=8)
    crowd = players(server, 8)
    for index, player in enumerate(crowd):
        player.numbers = (1, 10, index, 1)
    not_there, silent, away = crowd[0], crowd[1], crowd[2]
    night(server)
    for player in crowd:
        if player is not not_there:
            player.work()
    begin(server, clock)
    for player in crowd:
        if player is not silent:
            player.work("submit")
    for _ in range(2):
        begin(server, clock)
    assert state_of(server, DAY) == "revealing"
    for player in crowd:
        if player is not away:
            assert "reveal" in player.work("reveal")
            assert "reveal" not in player.work("reveal")
    assert DAY in begin(server, clock).published
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"], day["totals"]) == (6, 60, {"flu": 27, "child + fever": 6})
    assert day["confidence"] == 6 / 7
    server.store.dispose()


def test_all_in_one_contact(server: Deployment, clock: HandClock) -> None:
    """A donor that comes once a day prepares today, submits yesterday and reveals the day before in that contact."""
    crowd = players(server, 4)
    night(server)
    for kinds in (["prepare"], ["prepare", "submit"], ["prepare", "submit", "reveal"]):
        assert [player.work() for player in crowd] == [kinds] * 4
        begin(server, clock)
    assert [day["day"] for day in published(server)["days"]] == [DAY.isoformat()]


def test_groups_stay_from_day_to_day(server: Deployment, clock: HandClock) -> None:
    """A joiner changes the group it joins and no other, whatever order the night draws."""
    crowd = players(server, 8)
    night(server)
    first = {frozenset(player.token for player in group) for group in groups_of(crowd)}
    joiner = players(server, 1)
    clock.next_day()
    night(server, shuffle=lambda donors: donors.reverse())
    second = {frozenset(player.token for player in group) for group in groups_of(crowd + joiner)}
    assert len(first & second) == 1
    assert {group - {joiner[0].token} for group in second} == first


def test_nothing_is_kept_of_a_round_that_is_over(server: Deployment, clock: HandClock) -> None:
    """Plans, rosters, boxes, shares and sums are gone from the tables, and the exact sum was never in a file."""
    crowd = players(server, 4)
    for player in crowd:
        player.numbers = (0x01020304, 0x0A0B0C0D)
    night(server)
    for player in crowd:
        player.work("prepare")
    for kind in ("submit", "reveal"):
        begin(server, clock)
        for player in crowd:
            player.work(kind)
    assert held(server, DAY) > 0
    exact = b"".join((4 * number % 2**32).to_bytes(4, "little") for number in crowd[0].numbers)
    night_without_noise_on_disk(server, clock, exact)
    assert held(server, DAY) == 0
    left = "\n".join(dump(server))
    assert not any(player.parts[DAY].prepared.ephemeral in left for player in crowd)


def night_without_noise_on_disk(server: Deployment, clock: HandClock, exact: bytes) -> None:
    """The night that publishes, with its numbers replaced, and no trace of what they replaced."""
    clock.next_day()
    assert DAY in night(server, add_noise=lambda numbers, _noise: [7 for _ in numbers]).published
    files = [file.read_bytes() for file in server.folder.path.rglob("*") if file.is_file()]
    assert not any(exact in content for content in files)


def test_running_again_changes_nothing(server: Deployment, clock: HandClock) -> None:
    """On every day the second run of the night leaves the database exactly as it was."""
    crowd = players(server, 5)
    for _ in range(6):
        night(server)
        before = dump(server)
        report = night(server)
        assert (report.opened, report.published, report.files) == ((), (), ())
        assert dump(server) == before
        for player in crowd:
            player.work()
        clock.next_day()


def test_status_says_where_rounds_stand(server: Deployment, clock: HandClock) -> None:
    """Each round has its state and how many prepared, sent and revealed, in JSON and in words."""
    crowd = players(server, 4)
    night(server)
    for away in range(3):
        for player in crowd[: 4 - away]:
            player.work()
        begin(server, clock)
    shown = [
        [one[key] for key in ("state", "active", "prepared", "submitted", "revealed", "confidence")]
        for one in status_of(server)["rounds"]
    ]
    assert shown == [
        ["revealing", 4, 4, 3, 0, None],
        ["open", 3, 3, 2, 0, None],
        ["published", 2, 2, 0, 0, 0.0],
        ["preparing", 0, 0, 0, 0, None],
    ]
    assert "1 groups of 4 donors: 4 prepared" in in_words(status_of(server))


def test_settings_may_change_the_protocol(server: Deployment, clock: HandClock) -> None:
    """Rounds begun under one protocol end under it, while the days after are counted in the other."""
    crowd = revealing(server, clock)
    plain = open_folder(server.folder, clock)
    object.__setattr__(plain, "config", settings(delay=0))
    assert {player.work("reveal")[-1] for player in crowd} == {"reveal"}
    assert DAY in begin(plain, clock).published
    assert published(server)["days"][0]["confidence"] == 1.0
    for player in crowd:
        player.check_in()
    assert begin(plain, clock).opened == (DAY + timedelta(days=3),)
    plain.store.dispose()


def test_the_day_before_a_change_of_protocol_is_missing(server: Deployment, clock: HandClock) -> None:
    """The last day counted under `plain` was never prepared: `recoverable` can't make its round, and says so."""
    plain = open_folder(server.folder, clock)
    object.__setattr__(plain, "config", settings(delay=0))
    players(server, 4)
    night(plain)
    plain.store.dispose()
    begin(server, clock)
    missing = [(day["day"], day["reason"]) for day in published(server)["missing"]]
    assert missing == [(DAY.isoformat(), "down")]


@pytest.mark.slow
@hypothesis_settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.data())
def test_any_absence_gives_exactly_the_survivors(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Whoever is there at each step: the sum is that of the survivors of groups with enough of them."""
    clock = HandClock()
    within = campaign(terms=terms(max_searches=100))
    server = recoverable_server(tmp_path_factory.mktemp("server"), clock, within, delay=0, reveal_days=0)
    crowd = players(server, 8)
    for index, player in enumerate(crowd):
        player.numbers = (1, 2**index)
    there = st.sets(st.sampled_from(range(8)), min_size=5)
    night(server)
    groups = groups_of(crowd)
    came = [data.draw(there) for _ in range(3)]
    for kind, present in zip(("prepare", "submit", "reveal"), came, strict=True):
        for index in sorted(present):
            crowd[index].work(kind)
        begin(server, clock)
    survivors = [player for group in groups for player in counted(group, [[crowd[i] for i in some] for some in came])]
    found = [day["searches"] for day in published(server)["days"]]
    assert found == ([sum(player.numbers[1] for player in survivors)] if survivors else [])
    server.store.dispose()


def counted(group: list[Player], came: list[list[Player]]) -> list[Player]:
    """The members of a group of 4 in its sum: nobody unless three prepare, three of them submit, and three reveal."""
    prepared, submitted, revealed = ([player for player in group if player in some] for some in came)
    survivors = [player for player in submitted if player in prepared]
    return survivors if min(len(prepared), len(survivors), len(revealed)) >= 3 else []
