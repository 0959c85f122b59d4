"""A campaign's expected totals: noise of the sum, caps, and how many donors are enough."""

from datetime import date
from typing import Any

import pytest

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_totals import Assumed, totals
from pdd_server.services.campaigns.forecast.noise_and_budget import crowd
from pdd_shared.planning.expected_hits import Kind, hits_counted
from pdd_shared.privacy.noise.distributions import DiscreteLaplace, spread
from tests.server.simulated_server import campaign
from tests.support.terms import laplace, terms

CONFIG = Config(protocol="plain", delay=1)
DATES = {"start": date(2026, 11, 16), "end": date(2026, 12, 15)}


def found(donors: int, share: float = 0.01, **changes: Any) -> dict[str, Any]:
    known = {"terms": terms(min_group=50, noise=laplace(200)), **DATES}
    return totals(campaign(**{**known, **changes}), CONFIG, Assumed(donors, 5.0, share))


def test_a_week_has_seven_draws_in_each_stratum() -> None:
    """A week's searches grow with its days, and its noise with the draws of every day and stratum."""
    result = found(1000, strata=("a", "b"))
    counted = crowd(CONFIG, 1000).counted
    noise = spread((DiscreteLaplace(200.0),) * 14)
    each = hits_counted(5.0, [Kind(0.01, own=True)], terms().caps)
    assert result["searches_each"] == pytest.approx(each, rel=1e-12)
    assert result["week"]["searches"] == pytest.approx(7 * counted * each)
    assert result["week"]["half_width_95"] == noise.half_width()
    assert result["week"]["mean_absolute_error"] == pytest.approx(noise.mean_absolute)
    assert (result["day"]["days"], result["campaign"]["days"]) == (1, 30)


def test_so_many_donors_bring_the_week_to_the_error_wanted() -> None:
    """With the stated number of donors a week's relative error equals the requested one, to 5%."""
    for wanted in found(1000)["needed"]:
        error = found(wanted["donors"])["week"]["relative_error"]
        assert error == pytest.approx(wanted["relative_error"], rel=0.05)


def test_too_few_donors_and_nothing_searched_have_no_error() -> None:
    """With too few donors, or no searches, there is no relative error and no division by zero."""
    assert found(49)["week"]["relative_error"] is None
    nothing = found(1000, share=0.0)
    assert nothing["day"]["relative_error"] is None
    assert [wanted["donors"] for wanted in nothing["needed"]] == [None, None, None]


def test_never_fewer_donors_than_make_a_group() -> None:
    """The number of donors needed is never below the floor, however frequent the keyword."""
    assert {
        wanted["donors"] for wanted in found(1000, share=1.0, terms=terms(min_group=50, noise=laplace("0.1")))["needed"]
    } == {50}
