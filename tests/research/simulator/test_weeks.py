"""Simulated weeks: which days belong to a week, and who gives the whole of it."""

import numpy as np
import pytest

from pdd_research.seeded_randomness import seeded
from pdd_research.simulator import Activity
from pdd_research.simulator.cohort import Rules, play
from pdd_research.simulator.weeks import simulate_weeks

RULES = Rules(delay=3)


def test_a_week_has_seven_data_days_and_its_last_days_list() -> None:
    """Weeks are data days seven by seven, after the warm-up, and a week's list is that of its last day."""
    activity, rng = Activity(), seeded(4)
    presence = list(activity.days(80, RULES.warm_up + 21 + 21, rng))
    outcomes = list(play(iter(presence), RULES, rng))
    weeks = list(simulate_weeks(activity, RULES, 80, 3, seeded(4)))
    assert [week.sunday.day for week in weeks] == [RULES.warm_up + last for last in (6, 13, 20)]
    for number, week in enumerate(weeks):
        first = RULES.warm_up + 7 * number
        assert (week.active == np.array(presence[first : first + 7])).all()
        assert (week.sunday.listed == outcomes[7 * number + 6].listed).all()


def test_who_comes_late_gives_the_whole_week() -> None:
    """A donor who was away on the last day is in the list if it comes while the window is open, and else is not."""
    weeks = list(simulate_weeks(Activity.of_mean(0.5), RULES, 300, 4, seeded(1)))
    for week in weeks:
        outcome = week.sunday
        assert (outcome.listed & ~week.active[-1]).sum() > 20
        assert (outcome.counted == (outcome.listed & outcome.active)).all()
        assert outcome.epoch is not None
        makers = outcome.epoch.size.noise_makers(outcome.floor, RULES.colluders)
        assert outcome.noise == pytest.approx(outcome.listed.sum() / makers)


def test_nobody_is_listed_where_nothing_is_published() -> None:
    """Without a tree, nobody is in a list, and there is no epoch."""
    (week,) = simulate_weeks(Activity(alpha=1, beta=1e9), RULES, 20, 1, seeded(1))
    assert not week.sunday.listed.any()
    assert week.sunday.epoch is None
