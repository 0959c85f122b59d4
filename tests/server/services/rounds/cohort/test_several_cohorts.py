"""Three cohorts on the real server: each opens or spoils alone, and the sum of those that opened is published.

Real cohorts have thousands of leaves. Here they have 24, by smaller parameters for homes and server alike.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    a_day,
    begin_day,
    cohort_players,
    cohort_server,
    everybody,
    expected,
)
from tests.server.services.rounds.cohort.spoiling_donors import (
    Spoiler,
    always_the_same_keys,
    id_of,
    quarantined,
    small_cohorts,
)
from tests.server.simulated_server import DAY, HandClock, published

LEAVES, COHORTS = 24, 3
ONE = timedelta(days=1)
Part = tuple[int, int]
"""A cohort and a sub-cohort."""


@pytest.fixture
def cohorts(tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Deployment]:
    """Return a server whose trees of 72 leaves have three cohorts."""
    always_the_same_keys(monkeypatch)
    small_cohorts(monkeypatch, LEAVES)
    made = cohort_server(tmp_path, clock)
    yield made
    made.store.dispose()


def parts(server: Deployment, day: date) -> dict[Part, str]:
    """Return the state of each (sub-)cohort of a data day."""
    with server.store.read() as connection:
        rows = connection.exec_driver_sql(f"SELECT cohort, sub_cohort, state FROM cohort_days WHERE day = '{day}'")
        return {(row.cohort, row.sub_cohort): row.state for row in rows}


def divided(server: Deployment) -> dict[date, set[int]]:
    """Return the divided cohorts of each data day that has any."""
    found: dict[date, set[int]] = {}
    with server.store.read() as connection:
        for day, cohort in connection.exec_driver_sql("SELECT day, cohort FROM cohort_days WHERE sub_cohorts > 1"):
            found.setdefault(date.fromisoformat(str(day)), set()).add(cohort)
    return found


def part_of(player: CohortPlayer, day: date, halved: Iterable[int]) -> Part:
    """Return the (sub-)cohort of a player on a data day, by its own draw."""
    begun = {place.epoch.start: place for place in player.places.values() if place.epoch.start <= day + ONE}
    place = begun[max(begun)]
    cohort = place.draw.cohort_of(place.leaf.index)
    return cohort, place.draw.sub_cohort_of(place.leaf.index, day, 2) if cohort in halved else 0


def check_sums(server: Deployment, crowd: list[CohortPlayer]) -> dict[date, Any]:
    """Compare each published day with the uploads of its opened parts, and return the published days."""
    found, halved = {date.fromisoformat(day["day"]): day for day in published(server)["days"]}, divided(server)
    for day, shown in found.items():
        opened = {part for part, state in parts(server, day).items() if state == "opened"}
        there = [player for player in crowd if part_of(player, day, halved.get(day, ())) in opened]
        sums = shown["donors"], shown["searches"], *shown["totals"].values()
        assert sums == tuple(expected(there, day)[:4].tolist()), day
    return found


def unsound(server: Deployment) -> Iterator[tuple[date, Part]]:
    """Return the (sub-)cohorts' days on which a quorum's answers gave no sound sum."""
    with server.store.read() as connection:
        rows = connection.exec_driver_sql("SELECT day, cohort, sub_cohort FROM cohort_days WHERE unsound > 0").all()
    for day, cohort, sub_cohort in rows:
        yield date.fromisoformat(str(day)), (cohort, sub_cohort)


@pytest.mark.slow
def test_one_offender_costs_its_own_part_alone(cohorts: Deployment, clock: HandClock) -> None:
    """Other cohorts go on while an offender's cohort is divided, until all others are cleared and it is found.

    Each published number is the exact sum of the uploads in the parts that opened.
    """
    crowd = cohort_players(cohorts, LEAVES * COHORTS)
    crowd[-1] = spoiler = Spoiler(**vars(crowd[-1]))
    everybody(crowd)
    while not quarantined(cohorts):
        a_day(cohorts, clock, crowd)
        assert clock().date() < DAY + 22 * ONE
    assert quarantined(cohorts) == {id_of(cohorts, spoiler)}
    planned = clock().date()  # the first day that is planned without the offender
    for _ in range(4):
        a_day(cohorts, clock, crowd)
    halved, spoilt = divided(cohorts), dict(unsound(cohorts))
    assert halved
    assert all(cohorts_of == {part_of(spoiler, day, ())[0]} for day, cohorts_of in halved.items())
    assert len(spoilt) >= 7
    assert all(part == part_of(spoiler, day, halved.get(day, ())) for day, part in spoilt.items())
    assert spoilt.keys() <= spoiler.sent.keys()
    assert planned not in spoiler.sent
    assert set(parts(cohorts, planned).values()) == {"opened"}
    found = check_sums(cohorts, crowd)
    assert {planned, *halved} <= found.keys()


@pytest.mark.slow
def test_each_committee_may_miss_as_many_as_it_stands(cohorts: Deployment, clock: HandClock) -> None:
    """With three of twelve members away in every cohort all open; with a fourth, only that cohort stays closed."""
    crowd = cohort_players(cohorts, LEAVES * COHORTS)
    everybody(crowd)
    for _ in range(2):
        begin_day(cohorts, clock)
        everybody(crowd, "ticket", "upload")
    away, one_more = absent(crowd)
    there = [player for player in crowd if player.seed not in away]
    for _ in range(4):
        a_day(cohorts, clock, there)
    last = clock().date() - 2 * ONE
    for _ in range(4):
        a_day(cohorts, clock, [player for player in there if player.seed != one_more])
    # A cohort with fewer leaves than usual waits two nights longer before it closes.
    assert set(parts(cohorts, DAY).values()) == {"opened"}
    assert parts(cohorts, last) == {(0, 0): "certifying", (1, 0): "opened", (2, 0): "opened"}
    assert {DAY, last} <= check_sums(cohorts, crowd).keys()


def absent(crowd: list[CohortPlayer]) -> tuple[set[int], int]:
    """Return the seeds of players of whom three serve on each committee, and of one more who serves on only one."""
    draw = crowd[0].places[0].draw
    serving = {
        player.seed: [c for c in range(COHORTS) if player.places[0].leaf.index in draw.committee(c)] for player in crowd
    }
    alone = {seed: served[0] for seed, served in serving.items() if len(served) == 1}
    chosen = [[seed for seed, served in alone.items() if served == cohort] for cohort in range(COHORTS)]
    return {seed for seeds in chosen for seed in seeds[:3]}, chosen[0][3]
