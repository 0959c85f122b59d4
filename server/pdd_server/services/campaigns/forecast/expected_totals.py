"""The expected totals of a keyword under assumptions, for a day, a week and the whole campaign, with their errors."""

from dataclasses import dataclass, replace
from typing import Any

from pdd_shared.planning.answer import Plan, plan_of
from pdd_shared.planning.expected_donors import ServerSettings, least_donors
from pdd_shared.planning.measured import Measured, keyword_and_index
from pdd_shared.planning.question import Rates
from pdd_shared.privacy.forecast import Total
from pdd_shared.protocol.messages import Campaign

WANTED = (0.5, 0.1, 0.05)
"""Mean relative errors of a week's total for which the forecast says how many donors they need."""


@dataclass(frozen=True)
class Assumed:
    """The assumptions of a forecast.

    Attributes:
        donors: Donors there on a day.
        rate: Searches of one donor on a day.
        share: The share of the searches that match one keyword, from 0 to 1.
    """

    donors: int
    rate: float
    share: float


def week_of(campaign: Campaign, config: ServerSettings, assumed: Assumed) -> Total:
    """Return one keyword's total of a week over all strata, or of all days of a shorter campaign."""
    plan = plan_of(campaign, config, assumed.rate)
    return plan.total(plan.each(_keyword(campaign, assumed)), assumed.donors)


def totals(campaign: Campaign, config: ServerSettings, assumed: Assumed) -> dict[str, Any]:
    """Return the expected totals of one keyword over all strata, as JSON data.

    docs/reference/results.md explains the keys.
    """
    week, keyword = plan_of(campaign, config, assumed.rate), _keyword(campaign, assumed)
    there = week.crowd(assumed.donors)
    spans = {"week": week.periods, "campaign": campaign.periods}
    if campaign.terms.period == "day":
        spans = {"day": 1, **spans}
    plans = {name: replace(week, periods=periods) for name, periods in spans.items()}
    return {
        "assumed": {"donors": assumed.donors, "searches": assumed.rate, "share": assumed.share},
        "donors": {
            "groups": there.groups,
            "confidence": there.confidence,
            "counted": there.counted,
            "least": least_donors(config, campaign.terms),
        },
        "searches_each": replace(week, periods=1).each(keyword),
        **{name: _shown(plan, keyword, assumed.donors) for name, plan in plans.items()},
        "needed": [
            {"relative_error": wanted, "donors": week.donors_for_error(week.each(keyword), wanted)} for wanted in WANTED
        ],
    }


def _keyword(campaign: Campaign, assumed: Assumed) -> Measured:
    """Return one keyword of a campaign all of whose keywords are searched as often as assumed."""
    return keyword_and_index(campaign.vocabulary, Rates(assumed.share))[0]


def _shown(plan: Plan, keyword: Measured, donors: int) -> dict[str, Any]:
    found = plan.total(plan.each(keyword), donors)
    return {
        "days": plan.days,
        "searches": found.searches,
        "mean_absolute_error": found.error,
        "half_width_95": found.half_width,
        "relative_error": found.relative_error,
    }
