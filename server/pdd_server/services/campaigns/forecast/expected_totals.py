"""The expected totals of a keyword under assumptions, for a day, a week and the whole campaign, with their errors."""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_donors import crowd, expected_law, least_donors
from pdd_shared.privacy.forecast import Repeated, Total, donors_needed, hits_counted, plain_confidence, total
from pdd_shared.privacy.noise.distributions import law_of
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, Terms

WANTED = (0.5, 0.1, 0.05)
"""Mean relative errors of a week's total for which the forecast says how many donors they need."""
WEEK = 7
"""Days."""
MOST_DONORS = 100_000_000
"""The largest number of donors on a day that the search for an error tries."""


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


def week_of(campaign: Campaign, config: Config, assumed: Assumed) -> Total:
    """Return one keyword's total of a week over all strata, or of all days of a shorter campaign."""
    terms, days = campaign.terms, min(WEEK, (campaign.end - campaign.start).days + 1)
    there = crowd(config, assumed.donors, terms)
    each = hits_counted(assumed.rate, assumed.share, terms.caps)
    law = expected_law(terms, there)
    return total(there.counted * each, law, days, len(campaign.strata) or 1)


def totals(campaign: Campaign, config: Config, assumed: Assumed) -> dict[str, Any]:
    """Return the expected totals of one keyword over all strata, as JSON data.

    docs/reference/results.md explains the keys.
    """
    terms, strata = campaign.terms, len(campaign.strata) or 1
    days = (campaign.end - campaign.start).days + 1
    there = crowd(config, assumed.donors, terms)
    each = hits_counted(assumed.rate, assumed.share, terms.caps)
    law = expected_law(terms, there)
    spans = {"day": 1, "week": min(WEEK, days), "campaign": days}
    return {
        "assumed": {"donors": assumed.donors, "searches": assumed.rate, "share": assumed.share},
        "donors": {
            "groups": there.groups,
            "confidence": there.confidence,
            "counted": there.counted,
            "least": least_donors(config, terms),
        },
        "searches_each": each,
        **{name: _shown(total(there.counted * each, law, span, strata), span) for name, span in spans.items()},
        "needed": [_needed(wanted, each, terms, spans["week"] * strata, spans["week"], config) for wanted in WANTED],
    }


def _shown(found: Total, days: int) -> dict[str, Any]:
    return {
        "days": days,
        "searches": found.searches,
        "mean_absolute_error": found.error,
        "half_width_95": found.half_width,
        "relative_error": found.relative_error,
    }


def _needed(wanted: float, each: float, terms: Terms, draws: int, days: int, config: Config) -> dict[str, Any]:
    """Return how many donors on a day bring a week's total down to a relative error, as JSON data.

    Args:
        wanted: The mean relative error.
        each: Matching searches of one donor on a day.
        terms: The campaign's terms.
        draws: Draws of noise in the total: days times strata.
        days: Days of the total.
        config: The settings.

    Returns:
        The error and the donors: at least as many as make a sum, None if no number of donors is enough.
    """
    if isinstance(terms, CohortTerms):
        return {"relative_error": wanted, "donors": _needed_in_cohorts(wanted, each * days, terms, draws, config)}
    confidence = plain_confidence([config.group_size], config.delay)
    found = donors_needed(wanted, each * days, Repeated(law_of(terms), draws), confidence)
    return {"relative_error": wanted, "donors": None if found is None else max(found, config.min_group)}


def _needed_in_cohorts(wanted: float, each: float, terms: CohortTerms, draws: int, config: Config) -> int | None:
    """Return how many donors on a day bring a total down to a relative error in `cohort`; None if no number does.

    A binary search: more donors make the error smaller, except around the numbers at which one more cohort is made.
    The sum of the draws is taken as normal, with a mean size of sqrt(2 / pi) standard deviations.

    Args:
        wanted: The mean relative error.
        each: Matching searches of one donor over the total's days.
        terms: The campaign's terms.
        draws: Draws of noise in the total: days times strata.
        config: The settings.
    """
    if each <= 0 or wanted <= 0:
        return None

    def enough(donors: int) -> bool:
        there = crowd(config, donors, terms)
        deviation = sqrt(draws * expected_law(terms, there).variance)
        return sqrt(2 / pi) * deviation <= wanted * each * there.counted

    low, high = least_donors(config, terms), MOST_DONORS
    if enough(low) or not enough(high):
        return low if enough(low) else None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
