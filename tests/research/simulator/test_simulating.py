"""The simulated protocols compared with rules donor by donor, closed forms, and the paper."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_research.errors import SettingError
from pdd_research.seeded_randomness import seeded
from pdd_research.simulator import Activity, DayNoise, Queries, Setting, Volume, repeat, simulate
from pdd_research.simulator.grouping import arrange, of_whole_groups, starts
from pdd_shared.privacy.forecast import cohort_confidence, plain_loss

PAPER = Setting()
"""100,000 donors, 100 days, groups of 100, delay 2."""

flags = st.lists(st.booleans(), min_size=12, max_size=12).map(np.array)


def groups_of(order: list[int], group_size: int) -> list[list[int]]:
    """Return the groups by their start."""
    first = [*starts(len(order), group_size), len(order)]
    return [order[start:end] for start, end in pairwise(first)]


@pytest.mark.parametrize("donors", [0, 1, 9, 10, 19, 20, 105])
def test_groups_are_balanced(donors: int) -> None:
    """There are as many groups as fit, of sizes that differ by at most 1, with everybody in one."""
    sizes = [len(group) for group in groups_of(list(range(donors)), 10)]
    assert sum(sizes) == donors
    assert len(sizes) == (max(1, donors // 10) if donors else 0)
    assert not sizes or max(sizes) - min(sizes) <= 1


@given(order=st.permutations(range(12)), arrived=flags, group_size=st.integers(1, 13))
def test_plain_loses_whole_groups(order: list[int], arrived: np.ndarray, group_size: int) -> None:
    """In `plain` exactly the members of complete groups are counted."""
    whole = [group for group in groups_of(order, group_size) if all(arrived[donor] for donor in group)]
    found = of_whole_groups(np.array(order), arrived, group_size)
    assert found.tolist() == [donor for group in whole for donor in group]


def test_strategies_choose_and_order() -> None:
    """`frequent` keeps donors active on half of the earlier days, once there are enough days; `ranked` sorts by
    them.
    """
    seen, present = np.array([0, 4, 5, 9, 10], np.int32), np.arange(5)
    assert set(arrange("frequent", present, seen, 10, 2, seeded(1))) == {2, 3, 4}
    assert set(arrange("frequent", present, seen, 2, 2, seeded(1))) == {0, 1, 2, 3, 4}
    assert set(arrange("frequent", present, seen, 10, 0, seeded(1))) == {0, 1, 2, 3, 4}
    assert arrange("ranked", present, seen, 10, 2, seeded(1)).tolist() == [4, 3, 2, 1, 0]
    assert sorted(arrange("shuffled", np.arange(1000), seen, 10, 2, seeded(1))) == list(range(1000))


@pytest.mark.parametrize(
    ("change", "loss", "give"),
    [
        ({}, 0.82, 0.01),
        ({"strategy": "frequent"}, 0.60, 0.01),
        ({"group_size": 10}, 0.16, 0.01),
        ({"group_size": 50, "delay": 5}, 0.15, 0.01),
        ({"strategy": "ranked"}, 0.31, 0.02),
        ({"protocol": "cohort", "delay": 1}, 0.04, 0.005),
        ({"protocol": "cohort"}, 0.02, 0.005),
    ],
    ids=str,
)
def test_the_papers_figures_come_out(change: dict[str, object], loss: float, give: float) -> None:
    """With 100,000 donors and 100 days the losses are those that the paper prints, and `cohort`'s with one and two
    days.
    """
    assert abs(repeat(replace(PAPER, **change), [1]).mre.mean - loss) < give  # type: ignore[arg-type]


@pytest.mark.parametrize(("group_size", "delay"), [(1, 0), (10, 0), (10, 3), (50, 1), (100, 4)])
def test_simulation_and_closed_form_agree(group_size: int, delay: int) -> None:
    """Simulation and closed form agree within 1% over a long time, when a donor's days are nearly independent."""
    setting = Setting(donors=5_000, days=400, group_size=group_size, delay=delay)
    assert abs(repeat(setting, [1]).mre.mean - plain_loss(group_size, delay)) < 0.01


@pytest.mark.parametrize(("donors", "delay"), [(10_000, 1), (10_000, 2), (20_000, 5)])
def test_cohort_loses_the_absent_alone(donors: int, delay: int) -> None:
    """`cohort` loses only donors absent in the whole window, whatever the number of donors and cohorts."""
    setting = Setting(donors=donors, days=200, delay=delay, protocol="cohort")
    expected = 1 - cohort_confidence(delay)
    assert repeat(setting, [1]).mre.mean == pytest.approx(expected, rel=0.05)


def test_nothing_is_lost_where_everybody_is_there() -> None:
    """If everybody is active both protocols count all donors and searches, and every query exactly."""
    always = Activity(alpha=1e9, beta=1)
    queries = Queries(("flu", "weather", "news"), np.array([0.2, 0.3, 0.5]))
    for protocol in ("plain", "cohort"):
        setting = Setting(donors=300, days=30, group_size=20, protocol=protocol, activity=always, queries=queries)
        found = repeat(setting, [1])
        assert (found.confidence.mean, found.mre.mean) == (1, 0)
        assert found.count_error is not None
        assert found.count_error.mean == 0


def test_a_cap_loses_what_is_above_it() -> None:
    """With everybody active, the loss is the share of searches above the cap."""
    setting = Setting(
        donors=5_000, days=20, group_size=20, activity=Activity(alpha=1e9, beta=1), volume=Volume(max_searches=1)
    )
    drawn = Volume().draw(200_000, seeded(9))
    assert abs(repeat(setting, [1]).mre.mean - (1 - np.minimum(drawn, 1).sum() / drawn.sum())) < 0.01


def test_noise_is_in_the_counts() -> None:
    """Complete counts have the mean relative error of their noise."""
    queries = Queries(("flu", "rest"), np.array([0.5, 0.5]))
    always, noise = Activity(alpha=1e9, beta=1), DayNoise(40.0)
    setting = Setting(donors=2_000, days=400, group_size=20, activity=always, queries=queries, noise=noise)
    found = repeat(setting, [1])
    assert found.count_error is not None
    searches = int(found.days["searches"].sum()) / len(found.days) / 2
    assert abs(found.count_error.mean / (40 / searches) - 1) < 0.1


def test_a_row_a_day() -> None:
    """There is a row for every data day whose window is over, in order, for every run, with the runs' spread."""
    setting = Setting(donors=500, days=20, group_size=5, delay=1)
    found = repeat(setting, [1, 2])
    assert found.days["seed"].to_list() == [1] * 18 + [2] * 18
    assert found.days["day"].to_list() == [*range(18)] * 2
    assert found.mre.sd > 0
    assert [day.confidence for day in simulate(setting, 1)] == found.days["confidence"].to_list()[:18]


@pytest.mark.parametrize(
    "change", [{"donors": 0}, {"group_size": 0}, {"delay": -1}, {"days": 3}, {"noise": DayNoise(1)}], ids=str
)
def test_an_impossible_setting_is_refused(change: dict[str, object]) -> None:
    """An impossible setting is refused before anything is drawn."""
    with pytest.raises(SettingError):
        replace(PAPER, **change)  # type: ignore[arg-type]
