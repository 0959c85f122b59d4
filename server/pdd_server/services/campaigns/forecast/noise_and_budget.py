"""The plan of a campaign before it starts: its noise, what it will have spent of its budget, and the donors' effect."""

from dataclasses import asdict
from datetime import date, timedelta
from math import sqrt
from typing import Any

from pdd_server.config import Config
from pdd_server.services.campaigns.budgets import cost_of_day
from pdd_server.services.numbers import settled
from pdd_shared.planning.expected_donors import (
    Crowd,
    ExpectedShares,
    crowd,
    expected_law,
    expected_shares,
)
from pdd_shared.planning.measured import overlap_of
from pdd_shared.privacy.accounting.budget import days_within, fits
from pdd_shared.privacy.accounting.charges import Charge, DayCharge, charge_of_terms
from pdd_shared.privacy.accounting.composition import basic_epsilon, epsilon
from pdd_shared.privacy.forecast import ACTIVITY
from pdd_shared.privacy.noise.distributions import Law, spread
from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.days import Period, days_of, last_day, periods_in, with_repeat
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import CohortTerms, NumberNoise, Terms

SHARES_SEARCHING = (0.01, 0.1)
"""Shares of the donors who search for a keyword once on a day, in the forecast's examples of errors."""


def campaign_forecast(campaign: Campaign, config: Config, donors: int | None, months: bool = True) -> dict[str, Any]:
    """Return the plan of a campaign as JSON data; docs/reference/results.md explains the keys.

    Args:
        campaign: The campaign.
        config: The settings.
        donors: Donors to expect on a day; None leaves their part out, and takes the noise of the smallest sum.
        months: Whether to compute what is spent after each month, which takes most of the time; else only the end.
    """
    terms, days = campaign.terms, (campaign.end - campaign.start).days + 1
    there = None if donors is None else crowd(config, donors, terms)
    law = expected_law(terms, there)
    return {
        "campaign": campaign.id,
        "protocol": terms.protocol,
        "start": campaign.start.isoformat(),
        "end": campaign.end.isoformat(),
        "days": days,
        "period": terms.period,
        "periods": campaign.periods,
        "entries": len(campaign.vocabulary),
        "strata": len(campaign.strata),
        "min_cohort" if terms.protocol == "cohort" else "min_group": terms.smallest_sum,
        "overlap": asdict(overlap_of(campaign.vocabulary, terms.caps)),
        "sensitivity": {"l1": l1_sensitivity(terms), "l2": sqrt(squared_l2_sensitivity(terms))},
        "noise": _noise(terms, law, there),
        "privacy": _privacy(campaign, _month_ends(campaign.start, days) if months else [days]),
        "threshold": _threshold(campaign, law),
        "donors": there and _donors(there, law, len(campaign.strata) or 1, config, terms.period),
    }


def _noise(terms: Terms, law: Law, there: Crowd | None) -> dict[str, Any]:
    """Return the noise on the counts, and that on the other kinds of numbers if it differs, as JSON data."""
    shares = expected_shares(terms, there) if isinstance(terms, CohortTerms) else None
    noise: dict[str, Any] = {
        "law": terms.law,
        "scale": float(terms.scale) * (terms.noise.counts.unit if isinstance(terms, CohortTerms) else 1),
        "added_by": "donors" if terms.by_donors else "server",
        "colluders": terms.colluders if isinstance(terms, CohortTerms) else None,
        "shares": shares.shares if shares else None,
        "of": shares.of if shares else None,
        **_spread_of(law),
    }
    if isinstance(terms, CohortTerms) and shares and not terms.has_one_laplace:
        noise["donors"] = _noise_of_kind(terms.noise.joined, shares)
        noise["searches"] = _noise_of_kind(terms.noise.searches, shares)
    return noise


def _noise_of_kind(noise: NumberNoise, shares: ExpectedShares) -> dict[str, Any]:
    return {"law": noise.law, "scale": float(noise.scale * noise.unit), **_spread_of(shares.law(noise))}


def _spread_of(law: Law) -> dict[str, float]:
    found = spread((law,))
    return {
        "standard_deviation": sqrt(law.variance),
        "half_width_95": found.half_width(),
        "mean_absolute_error": found.mean_absolute,
    }


def _privacy(campaign: Campaign, days_counted: list[int]) -> dict[str, Any]:
    budget, charge, periods = campaign.terms.budget, charge_of_terms(campaign.terms, campaign.id), campaign.periods
    delta, period = float(budget.delta), campaign.terms.period
    is_planned = fits({charge: with_repeat(period, periods)}, budget)
    lasts = periods if is_planned or fits({charge: periods}, budget) else days_within(charge, budget)
    period_epsilon, period_delta = cost_of_day(charge, budget)
    in_a_period = len(days_of(period, last_day(period, campaign.end)))
    return {
        "day": {"epsilon": period_epsilon, "delta": period_delta},
        "budget": {"epsilon": float(budget.epsilon), "delta": delta},
        "composition": _composition(charge, delta),
        "months": [month for days in days_counted if (month := _month(campaign, charge, days))],
        "days_within_budget": lasts * in_a_period,
        "spent_on": None if lasts >= periods else (campaign.start + timedelta(days=lasts * in_a_period)).isoformat(),
        "pays_repeat": period == "week" and is_planned,
    }


def _composition(charge: DayCharge, delta: float) -> str:
    """Return the method by which days with this charge are composed at this delta."""
    if isinstance(charge, Charge) and charge.law == "discrete-gaussian":
        return "zCDP"
    return "PLD" if delta else "basic"


def _month(campaign: Campaign, charge: DayCharge, days: int) -> dict[str, Any] | None:
    """Return what is spent after so many days; None before the end of the first period."""
    delta, last = float(campaign.terms.budget.delta), campaign.start + timedelta(days=days - 1)
    periods = periods_in(campaign.terms.period, campaign.start, last)
    if not periods:
        return None
    return {
        "days": days,
        "date": last.isoformat(),
        "basic": settled(basic_epsilon({charge: periods}, delta)),
        "composed": settled(epsilon({charge: periods}, delta)),
    }


def _month_ends(start: date, days: int) -> list[int]:
    """Return how many days of the campaign are over at the end of each calendar month, and at its own end."""
    return [n for n in range(1, days + 1) if n == days or (start + timedelta(days=n)).day == 1]


def _threshold(campaign: Campaign, law: Law) -> dict[str, Any] | None:
    """Return how many keywords noise alone would list on a day in each stratum; None without a threshold.

    It is the expected number if nobody searched for any of the campaign's keywords.
    """
    if campaign.threshold is None:
        return None
    chance = spread((law,)).at_least(campaign.threshold)
    return {"least": campaign.threshold, "listed_by_noise_alone": chance * len(campaign.vocabulary)}


def _donors(there: Crowd, law: Law, strata: int, config: Config, period: Period) -> dict[str, Any]:
    """Return the donors' part of the plan, with examples of errors.

    The errors are those of a keyword's number over all strata. Each stratum has a draw of noise of its own.
    """
    error = spread((law,) * strata).mean_absolute
    return {
        "there": there.donors,
        "protocol": config.protocol,
        "delay": config.delay_of(period),
        "activity": list(ACTIVITY),
        "groups": there.groups,
        "confidence": there.confidence,
        "keywords": [
            {
                "searched_by": share,
                "searches": share * there.counted,
                "relative_error": error / (share * there.counted) if there.counted else None,
            }
            for share in SHARES_SEARCHING
        ],
    }
