"""Other settings of a campaign under the same budget, and the best of them for its question.

The noise of each setting is estimated: Gaussian noise that keeps to the budget, whose formula is exact. Skellam noise
is within 2% of it for campaigns of ten periods or more. The best setting gets the noise that a launch would give it.

Searches are assumed to come in bursts, and donors to differ (`planning.used_up`). Caps on the hits of all periods
together are compared as well, if they lose at most a tenth of the hits of the campaign's last quarter. If the best
setting has one, most of what it gains is given back as protection: the epsilon is the smallest with which noise costs
little beside sampling, the *privacy tax*.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial
from math import ceil, inf, sqrt
from typing import Any, cast

from pdd_server.services.campaigns.donor_texts.privacy import certainty
from pdd_server.services.campaigns.donor_texts.texts import texts_in
from pdd_server.services.campaigns.part_noise import least_noise
from pdd_server.services.campaigns.terms import USUAL_PARTS
from pdd_shared.planning.answer import WEEK, Counts, Verdict, answer, plan_of
from pdd_shared.planning.change_detection import is_seen_about
from pdd_shared.planning.expected_donors import ServerSettings
from pdd_shared.planning.measured import Measured, keyword_and_index, overlap_of
from pdd_shared.planning.question import Question
from pdd_shared.planning.used_up import BURST, fewest_hits
from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.gaussian import gaussian_mu
from pdd_shared.privacy.accounting.parts.release import Part
from pdd_shared.privacy.accounting.parts.scales import deviation
from pdd_shared.protocol.days import Period, with_repeat
from pdd_shared.protocol.limits import MAX_DONORS_SCALE
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Budget, CohortTerms, NumberNoise, PartNoise

SHARES = USUAL_PARTS.model_dump()
"""The usual shares of a budget's rho for each kind of number."""
_HITS = (1, 2, 5)
"""The caps on hits of a period that are compared. One keyword has one hit at most, for which the cost is exact."""
MOST_TAX = 1.2
"""The largest privacy tax with which a smaller epsilon is chosen."""
_EPSILONS = tuple(0.1 * 1.15**step for step in range(80))
"""The epsilons that are tried."""
_LARGEST_EPSILON = 500.0
"""The largest epsilon of which it is said that a question takes it."""
_STEP = Decimal("0.001")
_ERRORS = ("total_error", "index_total_error")
_ANSWERED = (
    *("half_width_95", "relative_error", "total_error", "privacy_tax", "lost"),
    *("power", "donors_needed", "verdict", "index"),
)


def compare(campaign: Campaign, settings: ServerSettings, question: Question) -> dict[str, Any] | None:
    """Return other settings for a question under the campaign's budget, and the best one, as JSON data.

    docs/reference/results.md explains the keys.

    Returns:
        None for a campaign of `plain` or without a delta. There each kind of number can't have noise of its own.
    """
    if not isinstance(campaign.terms, CohortTerms) or not campaign.terms.budget.delta:
        return None
    asked = _Asked(settings, question, keyword_and_index(campaign.vocabulary, question.rates))
    found = [(_row(other, asked), other) for other in _others(campaign, campaign.terms, asked)]
    best, chosen = min(found, key=lambda one: _rank(*one))
    return {"settings": [row for row, _ in found], "best": {**best, **_as_launched(chosen, asked)}}


@dataclass(frozen=True)
class _Asked:
    """What is asked of each setting, and what every answer follows from."""

    settings: ServerSettings
    question: Question
    counts: Counts

    def answer(self, campaign: Campaign) -> dict[str, Any]:
        return answer(campaign, self.settings, self.question, self.counts, bursts=True)


def _rank(row: dict[str, Any], campaign: Campaign) -> tuple[bool, float, float]:
    """Return a setting's rank: one in which every entry can count is better, then one of a smaller error."""
    of_keyword, of_index = (inf if (error := row[key]) is None else error for key in _ERRORS)
    return bool(overlap_of(campaign.vocabulary, campaign.terms.caps).never_counted), of_keyword, of_index


def _others(campaign: Campaign, terms: CohortTerms, asked: "_Asked") -> Iterator[Campaign]:
    """Yield the campaign by day and by week, with each cap on hits, and the estimated noise for its budget."""
    days = (campaign.end - campaign.start).days + 1
    periods: list[Period] = ["day", "week"] if days >= WEEK else ["day"]
    for period in periods:
        base = {"period": period, "max_searches": _searches(terms, period), "max_matches": None}
        of_period = {"max_campaign_hits": None, "max_hits_per_keyword": 1}
        caps: list[dict[str, Any]] = [{"max_hits": hits} for hits in _HITS]
        for one in caps:
            yield _with_noise(_with(campaign, {**base, **of_period, **one}), float(terms.budget.epsilon))
        capped = _with(campaign, base)
        hits = _hits_a_period(capped, asked)
        if (most := fewest_hits(hits, capped.periods)) is not None:
            yield _launched(_with(capped, _capped(most)), terms.budget) or _with_noise(
                _with(capped, _capped(most)), float(terms.budget.epsilon)
            )


def _with(campaign: Campaign, changed: dict[str, Any]) -> Campaign:
    """Return the campaign with other terms, which are not validated."""
    return campaign.model_copy(update={"terms": campaign.terms.model_copy(update=changed)})


def _capped(hits: int) -> dict[str, Any]:
    """Return the caps of a campaign with so many hits in all periods: a keyword may have those of a burst."""
    each = min(hits, BURST)
    return {"max_hits": None, "max_campaign_hits": hits, "max_hits_per_keyword": each}


def _hits_a_period(campaign: Campaign, asked: _Asked) -> float:
    """Return the hits of a donor in a period, before any cap."""
    days = WEEK if campaign.terms.period == "week" else 1
    return asked.question.searches * days * asked.counts[0].hits


def _searches(terms: CohortTerms, period: Period) -> int:
    """Return the cap on searches for another period: seven times as many a week as a day."""
    if period == terms.period:
        return terms.max_searches
    return min(1_000, WEEK * terms.max_searches) if period == "week" else ceil(terms.max_searches / WEEK)


def _with_noise(campaign: Campaign, epsilon: float) -> Campaign:
    """Return the campaign with the estimated noise of an epsilon on its counts."""
    exact = Decimal(_deviation(campaign, epsilon)).quantize(_STEP)
    noise = NumberNoise(law="skellam", scale=min(max(exact, _STEP), Decimal(MAX_DONORS_SCALE)), unit=1)
    terms = campaign.terms.model_copy(update={"noise": PartNoise(joined=noise, searches=noise, counts=noise)})
    return campaign.model_copy(update={"terms": terms})


def _deviation(campaign: Campaign, epsilon: float) -> float:
    """Return the standard deviation of Gaussian noise on a count with which all sums keep to an epsilon."""
    mu, in_all = gaussian_mu(epsilon, float(campaign.terms.budget.delta)), campaign.terms.caps.campaign_hits
    # With a cap on all periods, several hits of a keyword cost discrete Laplace noise hardly more than one each.
    moved = _paid(campaign) * campaign.terms.caps.squared_l2 if in_all is None else in_all + 1
    return sqrt(moved / float(SHARES["keywords"])) / mu


def _paid(campaign: Campaign) -> int:
    """Return for how many sums the campaign's budget is planned."""
    return with_repeat(campaign.terms.period, campaign.periods)


def _row(campaign: Campaign, asked: _Asked) -> dict[str, Any]:
    found, (single, index) = asked.answer(campaign), asked.counts
    return {
        "period": campaign.terms.period,
        "max_searches": campaign.terms.max_searches,
        "max_hits": campaign.terms.max_hits,
        "max_hits_per_keyword": campaign.terms.max_hits_per_keyword,
        "max_campaign_hits": campaign.terms.caps.campaign_hits,
        "standard_deviation": _spread_of(campaign),
        "relative_error": found["relative_error"],
        "total_error": found["total_error"],
        "power": found["power"],
        "epsilon_needed": _epsilon_needed(campaign, asked, single),
        "index_relative_error": found["index"] and found["index"]["relative_error"],
        "index_total_error": found["index"] and found["index"]["total_error"],
        "index_power": found["index"] and found["index"]["power"],
        "index_epsilon_needed": index and _epsilon_needed(campaign, asked, index),
    }


def _on_counts(campaign: Campaign) -> NumberNoise:
    """Return the noise on the counts of a campaign, which is of `cohort`."""
    return cast("CohortTerms", campaign.terms).noise.counts


def _spread_of(campaign: Campaign) -> float:
    """Return the standard deviation of a draw of the noise on a count, in counts."""
    noise = _on_counts(campaign)
    return noise.unit * deviation(Part(noise.law, noise.scale, PartCaps(1, 1, 1)))


def _epsilon_needed(campaign: Campaign, asked: _Asked, measured: Measured) -> float | None:
    """Return about the least epsilon of all periods with which a rise is seen (80%), to 1%; None if none is enough."""
    question = asked.question
    plan = plan_of(campaign, asked.settings, question.searches, bursts=True)
    there = plan.crowd(question.donors)
    before, after = (there.counted * plan.each(measured, factor) for factor in (1, 1 + question.effect))
    variance, own = plan.noise(there).variance, _deviation(campaign, float(campaign.terms.budget.epsilon))

    def enough(epsilon: float) -> bool:
        return is_seen_about(before, after, variance * (_deviation(campaign, epsilon) / own) ** 2)

    low, high = 0.001, _LARGEST_EPSILON
    if not there.groups or not enough(high):
        return None
    while high > 1.01 * low:
        middle = sqrt(low * high)
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _as_launched(campaign: Campaign, asked: _Asked) -> dict[str, Any]:
    """Return epsilon, law, noise and answer of a setting with the noise that a launch would give it.

    With a cap on the hits of all periods, the epsilon is the smallest of `_EPSILONS` with a small privacy tax and the
    same verdict as the campaign's own. It is the campaign's own if none is, or if the caps are on each period. Nothing
    is returned if no noise keeps to it.
    """
    own = float(campaign.terms.budget.epsilon)
    found = cache(partial(_with_least_noise, campaign, asked))
    if campaign.terms.caps.campaign_hits is None or not found(own):
        return found(own)
    lower = [epsilon for epsilon in _EPSILONS if epsilon < own]
    verdict = found(own)["verdict"]
    least = bisect_left(lower, True, key=lambda epsilon: _is_light(found(epsilon), verdict))
    return found((*lower, own)[least])


def _is_light(found: dict[str, Any], verdict: Verdict) -> bool:
    """Return whether the verdict is this one, and the privacy tax small of the count that it speaks of."""
    if not found or found["verdict"] != verdict:
        return False
    tax = tax_of(found)
    return tax is not None and tax <= MOST_TAX


def tax_of(found: dict[str, Any]) -> float | None:
    """Return the privacy tax of an answer: the keyword's if the campaign can answer with it, else the index's."""
    of_keyword = found["verdict"] == "can answer" or found["index"] is None
    tax: float | None = (found if of_keyword else found["index"])["privacy_tax"]
    return tax


def _launched(campaign: Campaign, budget: Budget) -> Campaign | None:
    """Return the campaign with this budget and the noise that a launch gives it; None if no noise keeps to it."""
    try:
        noise = least_noise(campaign.terms.caps, SHARES, budget, _paid(campaign))
    except ValueError:
        return None
    return _with(campaign, {"noise": noise, "budget": budget})


def _with_least_noise(campaign: Campaign, asked: _Asked, epsilon: float) -> dict[str, Any]:
    budget = Budget(epsilon=Decimal(epsilon).quantize(_STEP), delta=campaign.terms.budget.delta)
    if (launched := _launched(campaign, budget)) is None:
        return {}
    found, noise = asked.answer(launched), _on_counts(launched)
    return {
        "epsilon": float(budget.epsilon),
        "risk": certainty(budget, texts_in("en")),
        "parts": {name: float(part) for name, part in SHARES.items()},
        "law": noise.law,
        "scale": float(noise.scale * noise.unit),
        **{key: found[key] for key in _ANSWERED},
        "index_relative_error": found["index"] and found["index"]["relative_error"],
        "index_power": found["index"] and found["index"]["power"],
    }
