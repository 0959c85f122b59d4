"""What a campaign's totals may be, under assumptions: of a day, a week and all days, and how far off they are."""

from dataclasses import dataclass
from math import pi, sqrt
from typing import Any

from pdd_server.config import Config
from pdd_server.services.campaigns.forecast.expected_donors import crowd, expected_law, least_donors
from pdd_shared.privacy.forecast import Repeated, Total, donors_needed, plain_confidence, searches_counted, total
from pdd_shared.privacy.noise.distributions import law_of
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, Terms

WANTED = (0.5, 0.1, 0.05)
"""Mean relative errors of a week's total, for which the donors needed are told."""
WEEK = 7
MOST_DONORS = 100_000_000
"""The most donors that a tree may have."""


@dataclass(frozen=True)
class Assumed:
    """Donors there on a day, searches of each a day, and the share of those searches that match one keyword."""

    donors: int
    rate: float
    share: float


def week_of(campaign: Campaign, config: Config, assumed: Assumed) -> Total:
    """Return one keyword's total of a week over all strata, or of all days of a shorter campaign."""
    terms, days = campaign.terms, min(WEEK, (campaign.end - campaign.start).days + 1)
    there = crowd(config, assumed.donors, terms)
    each = searches_counted(assumed.rate, terms.max_searches) * assumed.share
    law = expected_law(terms, there)
    return total(there.counted * each, law, days, len(campaign.strata) or 1)


def totals(campaign: Campaign, config: Config, assumed: Assumed) -> dict[str, Any]:
    """Totals of one keyword over all strata, as JSON can hold them; docs/reference/results.md explains the keys."""
    terms, strata = campaign.terms, len(campaign.strata) or 1
    days = (campaign.end - campaign.start).days + 1
    there = crowd(config, assumed.donors, terms)
    each = searches_counted(assumed.rate, terms.max_searches) * assumed.share
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
    """How many donors there on a day bring a week's total to a relative error: never fewer than make a sum."""
    if isinstance(terms, CohortTerms):
        return {"relative_error": wanted, "donors": _needed_in_cohorts(wanted, each * days, terms, draws, config)}
    confidence = plain_confidence([config.group_size], config.delay)
    found = donors_needed(wanted, each * days, Repeated(law_of(terms), draws), confidence)
    return {"relative_error": wanted, "donors": None if found is None else max(found, config.min_group)}


def _needed_in_cohorts(wanted: float, each: float, terms: CohortTerms, draws: int, config: Config) -> int | None:
    """By halving: more donors make the error smaller, but for the last few before one more cohort is needed.

    The sum of a week's draws is close to normal: sqrt(2 / pi) deviations on average.
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
