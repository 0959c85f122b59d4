"""Requests for series: which days, strata and keywords, and how days become points."""

from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

from pdd_shared.protocol import days as periods

By = Literal["day", "week", "month"]
Rate = Literal["searches", "donors"]
BYS: tuple[By, ...] = get_args(By)
RATES: tuple[Rate, ...] = get_args(Rate)
PER = 1_000
"""A rate is per so many searches, or per so many donors and day (or week, where a campaign counts weeks)."""
MOST_CHANGE = 400
"""The largest `change`: more than a year of days."""
LONGEST_MEAN = 28
"""The most days of a mean."""


@dataclass(frozen=True)
class Grouping:
    """How days become the points of a series.

    Attributes:
        by: What a point is of; None for the campaign's own period.
        rate: What is divided by; None for counts.
        mean: How many days each point is the mean of, its own day and those before it.
    """

    by: By | None = None
    rate: Rate | None = None
    mean: int = 1


AS_PUBLISHED = Grouping()
"""Each published day or week is a point."""


@dataclass(frozen=True)
class Asked:
    """A request for a series.

    Attributes:
        first: The first day; None without a bound.
        last: The last day, included; None without a bound.
        strata: The strata that are added up; empty for all.
        entries: The keywords; empty for all.
        grouping: How days become points.
        minus: The stratum that is subtracted; None for none.
        change: How many points before each point the one lies that is subtracted; 0 for none.
    """

    first: date | None = None
    last: date | None = None
    strata: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    grouping: Grouping = AS_PUBLISHED
    minus: str | None = None
    change: int = 0


def check_asked(asked: Asked, period: periods.Period) -> None:
    """Check that what is asked for goes together; the strata and keywords are not checked.

    Raises:
        ValueError: It does not, in one sentence that says why.
    """
    check_grouping(asked.grouping, period)
    if asked.minus is not None and (not asked.strata or asked.minus in asked.strata):
        raise ValueError("minus is a stratum that is subtracted from another one; name that one with stratum.")
    if 0 < asked.change < asked.grouping.mean:
        raise ValueError(f"change is at least mean: means less than {asked.grouping.mean} days apart share days.")


def check_grouping(grouping: Grouping, period: periods.Period) -> None:
    """Check that a campaign's numbers can be grouped like this.

    Raises:
        ValueError: They can't, in one sentence that says why.
    """
    if period == "week" and grouping.by in ("day", "month"):
        raise ValueError("by is week: this campaign counts weeks, and a week is no part of a day or a month.")
    if grouping.mean > 1 and (grouping.by or period) != "day":
        raise ValueError("mean is of days: it goes with by=day, in a campaign that counts days.")
