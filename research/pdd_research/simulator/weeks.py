"""Weeks of a `cohort` collection: on which days donors were active, and whose counts of the week are published."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator.activity import WEEK, Activity, Present
from pdd_research.simulator.cohort import ANSWER_DAYS, LATEST_CLOSE, Outcome, Rules, play


@dataclass(frozen=True)
class Week:
    """A week whose counts are in the plan of its last day.

    Attributes:
        active: for each day and donor, whether the donor was active (7, donors).
        sunday: the outcome of the plan of the week's last day. A donor in its list gives the whole week.
    """

    active: Present = field(repr=False)
    sunday: Outcome


def simulate_weeks(activity: Activity, rules: Rules, donors: int, weeks: int, rng: Generator) -> Iterator[Week]:
    """Yield so many weeks of a collection, in order.

    Each day has a plan, as on a server with daily campaigns too; floors follow the lists of all days.

    Args:
        activity: on which days donors are active; holidays are counted from the first day of the warm-up.
        rules: the settings of server and donors.
        donors: how many donors there are.
        weeks: how many weeks are simulated.
        rng: the source of all draws.
    """
    data_days = weeks * WEEK
    presence = activity.days(donors, rules.warm_up + data_days + LATEST_CLOSE + ANSWER_DAYS, rng)
    outcomes = islice(play(presence, rules, rng), data_days)
    while days := list(islice(outcomes, WEEK)):
        yield Week(np.array([day.active for day in days]), days[-1])
