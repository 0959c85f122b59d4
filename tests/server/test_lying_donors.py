"""A donor that lies: it spoils numbers within bounds, and makes nobody else's counts show more than they would."""

import logging
import os
from pathlib import Path

import numpy as np
import pytest

from pdd_server.folder import Deployment
from pdd_server.jobs.schedule import Nights
from pdd_server.store import charges
from pdd_shared.layout import part_of
from pdd_shared.messages import Campaign
from pdd_shared.privacy.shares import with_shares
from pdd_shared.terms import Noise
from tests.server.playing import (
    DAY,
    HandClock,
    campaign,
    client_of,
    dump,
    morning_after,
    new_server,
    night,
    no_noise,
    published,
    status_of,
)
from tests.server.recoverable_playing import players, recoverable_server
from tests.support.terms import donors_noise, terms

LIES = [0, 2**31 - 1, 2**31 - 2, 2**31, 2**30, 2**32 - 1, 2**32 - 60, 60]
"""What the liar adds to one entry, also where the honest sum of the others makes it pass an edge."""


def seen_before_noise(server: Deployment) -> list[int]:
    """The numbers that a night's noise is added to."""
    seen: list[list[int]] = []

    def add_noise(numbers: list[int], _noise: Noise) -> list[int]:
        seen.append(numbers)
        return numbers

    night(server, add_noise=add_noise)
    (numbers,) = seen
    return numbers


def plain_day(folder: Path, victim: list[int], lie: int) -> list[int]:
    """What the noise is added to after a day of a victim, an honest donor and a liar, in `plain`."""
    clock = HandClock()
    server = new_server(folder, clock)
    liar, honest, attacked = morning_after(server, clock, 3)
    liar.work([1, 0, lie, 0])
    honest.work([1, 1, 0, 0])
    attacked.work(victim)
    clock.next_day()
    numbers = seen_before_noise(server)
    server.store.dispose()
    return numbers


def recoverable_day(folder: Path, victim: list[int], lie: int) -> list[int]:
    """The same in `recoverable`."""
    clock = HandClock()
    server = recoverable_server(folder, clock, group_size=3)
    crowd = players(server, 3)
    for player, numbers in zip(crowd, ([1, 0, lie, 0], [1, 1, 0, 0], victim), strict=True):
        player.numbers = tuple(numbers)
    night(server)
    for kind in ("prepare", "submit", "reveal"):
        for player in crowd:
            player.work(kind)
        clock.next_day()
        if kind != "reveal":
            night(server)
    numbers = seen_before_noise(server)
    server.store.dispose()
    return numbers


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_cannot_make_a_victims_count_matter_more(tmp_path: Path, lie: int) -> None:
    """Whatever a member adds, another one's count of 1 moves the number before noise by at most 1, as it should."""
    without, with_it = (plain_day(tmp_path / str(count), [1, 1, count, 0], lie) for count in (0, 1))
    assert abs(with_it[2] - without[2]) <= 1
    assert with_it[:2] == without[:2] == [3, 2]


@pytest.mark.parametrize("lie", [2**31 - 1, 2**32 - 1])
def test_nor_in_recoverable(tmp_path: Path, lie: int) -> None:
    """The same attack, on a group whose masks the server takes off."""
    without, with_it = (recoverable_day(tmp_path / str(count), [1, 1, count, 0], lie) for count in (0, 1))
    assert abs(with_it[2] - without[2]) <= 1
    assert with_it[:2] == without[:2] == [3, 2]


@pytest.mark.parametrize("lie", [2**31 - 1000, 2**30, 10**6])
def test_no_number_is_above_what_its_donors_could_have_given(server: Deployment, clock: HandClock, lie: int) -> None:
    """Each donor once, 20 searches each: nothing above is published, and no group is left out for what it holds."""
    liar, *honest = morning_after(server, clock, 3)
    liar.work([lie, lie, lie, 0])
    for donor in honest:
        donor.work([1, 2, 2, 1])
    clock.next_day()
    night(server)
    (day,) = published(server)["days"]
    assert (day["donors"], day["searches"], day["totals"]) == (3, 60, {"flu": 60, "child + fever": 2})
    assert day["confidence"] == 1.0


def test_the_operator_is_told_once_how_many_numbers_were_bounded(
    server: Deployment, clock: HandClock, caplog: pytest.LogCaptureFixture
) -> None:
    """The night's log says how many numbers; the database, the status and the results say nothing of it."""
    liar, *honest = morning_after(server, clock, 3)
    liar.work([7, 100, 0, 0])
    for donor in honest:
        donor.work([1, 2, 2, 1])
    clock.next_day()
    with caplog.at_level(logging.WARNING):
        Nights(server).run_if_due()
        Nights(server).run_if_due()
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith(f"night: {DAY}: 2 numbers in groups' sums were out of range and were bounded; ")
    texts = [*dump(server), str(status_of(server)), str(published(server))]
    assert not any("bound" in text or "out of range" in text for text in texts)


def test_honest_donors_cause_no_warning(server: Deployment, clock: HandClock) -> None:
    """Sums at the caps are within bounds."""
    for donor in morning_after(server, clock, 3):
        donor.work([1, 20, 20, 20])
    clock.next_day()
    assert night(server).warnings == ()
    assert published(server)["days"][0]["totals"] == {"flu": 60, "child + fever": 60}


# --- where the donors add the noise

QUIET = terms(noise=donors_noise(50, colluders=1))


def noisy(made: Campaign, *numbers: int) -> list[int]:
    """The numbers with one donor's shares of the noise."""
    vector = np.array(numbers, dtype=np.uint32)
    noised: list[int] = with_shares(vector, (part_of(made),), os.urandom).tolist()
    return noised


def day_of_two_groups(server: Deployment, clock: HandClock, made: Campaign, lies: dict[int, int]) -> None:
    """A day of six donors in two groups, whose first entry these lies are added to, by the donor's index."""
    for index, donor in enumerate(morning_after(server, clock, 6)):
        donor.work(noisy(made, 1, 5, (2 + lies.get(index, 0)) % 2**32, 0))
    clock.next_day()


@pytest.mark.parametrize("lie", [2**31 - 1000, 2**31, 2**32 - 10**6, 10**6])
def test_an_impossible_sum_is_left_out_of_its_campaigns_day(tmp_path: Path, clock: HandClock, lie: int) -> None:
    """One group of two holds it: totals, confidence and noise are those of the other; the operator is told."""
    made = campaign(terms=QUIET)
    server = new_server(tmp_path, clock, made)
    day_of_two_groups(server, clock, made, {0: lie})
    report = night(server)
    (day,) = published(server)["days"]
    assert (day["confidence"], day["noise"]["shares"][0][0]) == (0.5, 3)
    assert all(abs(number) < 10_000 for number in (day["donors"], day["searches"], *day["totals"].values()))
    (told,) = report.warnings
    assert told.startswith(
        f"{DAY}: sums of 3 of 6 donors were out of range and are not in the totals of campaign 'flu'"
    )
    server.store.dispose()


def test_another_campaign_keeps_the_group(tmp_path: Path, clock: HandClock) -> None:
    """A campaign of the same round whose numbers are possible has both groups, whoever adds its noise."""
    quiet, exact = campaign(terms=QUIET, id="quiet"), campaign()
    server = new_server(tmp_path, clock, exact, quiet)
    for index, donor in enumerate(morning_after(server, clock, 6)):
        donor.work([1, 5, 2, 0, *noisy(quiet, 1, 5 + 10**6 * (index == 0), 2, 0)])
    clock.next_day()
    night(server, add_noise=no_noise)
    (day,), (other,) = (published(server, name)["days"] for name in ("quiet", "flu"))
    assert (day["confidence"], other["confidence"]) == (0.5, 1.0)
    assert (other["donors"], other["searches"], other["totals"]) == (6, 30, {"flu": 12, "child + fever": 0})
    server.store.dispose()


def test_a_day_without_a_possible_sum_is_missing_and_charged(tmp_path: Path, clock: HandClock) -> None:
    """The server has seen the sums under the donors' noise: the day costs the budget, and readers are told why."""
    made = campaign(terms=QUIET)
    server = new_server(tmp_path, clock, made)
    day_of_two_groups(server, clock, made, dict.fromkeys(range(6), 10**6))
    night(server)
    found = published(server)
    assert found["days"] == []
    (missing,) = found["missing"]
    assert (missing["reason"], missing["active"], missing["needed"]) == ("spoiled", 6, 3)
    assert "spoiled" in found["meaning"]["missing"]
    with server.store.read() as connection:
        assert sum(charges.of_campaign(connection, "flu").values()) == 1
    assert found["privacy"]["spent"]["days"] == 1
    assert "1 because false numbers spoiled every sum" in client_of(server).get("/campaigns/flu?from=2026-11-01").text
    server.store.dispose()
