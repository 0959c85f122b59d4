"""Which groupings go with a campaign's period, and when a series counts as more than its noise."""

from datetime import date
from itertools import product

import pytest

from pdd_shared.privacy.noise.ratios import Estimate
from pdd_shared.protocol.days import Period
from pdd_shared.series.grouping import BYS, By, Grouping, check_grouping
from pdd_shared.series.points import Point, varies


def accepted(period: Period, by: By | None, mean: int) -> bool:
    """Return whether a campaign's numbers can be grouped like this."""
    try:
        check_grouping(Grouping(by, mean=mean), period)
    except ValueError:
        return False
    return True


def test_weeks_are_not_divided_and_means_are_of_days() -> None:
    """A campaign of days has every grouping and means of days. A campaign of weeks has weeks, and no means."""
    plain = [("day", None), *product(["day"], BYS), ("week", None), ("week", "week")]
    means = [("day", None), ("day", "day")]
    every: list[tuple[Period, By | None]] = list(product(("day", "week"), (None, *BYS)))
    assert [one for one in every if accepted(*one, 1)] == plain
    assert [one for one in every if accepted(*one, 7)] == means


@pytest.mark.parametrize(("deviations", "expected"), [(0.0, False), (3.7, False), (3.9, True)])
@pytest.mark.parametrize("deviation", [0.5, 81.0])
def test_one_number_of_five_stands_out_of_the_noise(deviation: float, deviations: float, expected: bool) -> None:
    """Of five numbers, one that is x standard deviations off shows a change if 0.8 x^2 is above 11.36.

    That is the 95% quantile of a normal law with mean 4 and variance 20, the sum of four squares under Laplace noise.
    """
    values = [300.0] * 4 + [300.0 + deviations * deviation]
    half = 1.96 * deviation
    day = date(2026, 11, 1)
    points = [Point(day, day, Estimate(one, one - half, one + half), 1, 0, True, 1.0) for one in values]
    assert varies(points) is expected
