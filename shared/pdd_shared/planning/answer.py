"""Whether a campaign can answer its question: expected totals of a week, their noise, and the chance to see a change.

The question is asked from week to week whatever the campaign's period is, so that settings can be compared: a week is
one period of a weekly campaign, and seven of a daily one. A shorter campaign is asked about all of its days.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, pi, sqrt
from typing import Any, Literal

import numpy as np

from pdd_shared.planning.change_detection import ENOUGH, chance_to_see, is_seen_about
from pdd_shared.planning.expected_donors import Crowd, ServerSettings, crowd, expected_law, least_donors
from pdd_shared.planning.expected_hits import hits_counted
from pdd_shared.planning.measured import Measured, keyword_and_index
from pdd_shared.planning.question import MOST_DONORS, Question
from pdd_shared.planning.used_up import BURST, counted_shares, fewest_hits
from pdd_shared.privacy.forecast import Repeated, Total, total
from pdd_shared.privacy.noise.distributions import Law, Reals, spread
from pdd_shared.privacy.noise.skellam import Skellam
from pdd_shared.protocol.messages import Campaign
from pdd_shared.protocol.terms import Terms

WEEK = 7
"""Days."""
WANTED = (0.5, 0.1)
"""Mean relative errors of a week's total for which an answer says how many donors they need."""
Verdict = Literal["can answer", "can answer only as an index", "cannot", "too short"]
"""Whether a campaign can answer its question with a single keyword, only with an index, or not at all.

A change takes two spans of time. A campaign that has only one is too short for any.
"""
Counts = tuple[Measured, Measured | None]
"""The keyword and the index that are asked about, as of `keyword_and_index`."""


@dataclass(frozen=True)
class Plan:
    """What a forecast depends on, but for the donors.

    Attributes:
        terms: The campaign's terms.
        periods: How many periods are added up.
        strata: How many strata are added up.
        settings: The server's settings.
        searches: Searches of one donor on a day.
        campaign_periods: How many periods the campaign has. With a cap on the hits of all of them, the periods that
            are added up are its last ones, in which most donors have used up their hits.
        bursts: Whether searches come in bursts and donors differ, as `planning.used_up` has it, also where caps are on
            each period. A cap on all periods is always reckoned so.
    """

    terms: Terms
    periods: int
    strata: int
    settings: ServerSettings
    searches: float
    campaign_periods: int
    bursts: bool = False

    def each(self, measured: Measured, factor: float = 1.0) -> float:
        """Return how many hits a counted donor adds to the total, if the count's rate is `factor` times as large."""
        caps, counted = self.terms.caps, self.counted_shares(measured)[-self.periods :].mean()
        if self.assumes_bursts:  # what caps leave out is in the share that counts
            every = caps.searches * max(kind.hits for kind in measured.kinds)
            caps = replace(caps, hits=every, hits_per_keyword=caps.searches)
        return float(self.periods * counted * hits_counted(self._rate, measured.risen(factor).kinds, caps))

    @property
    def _rate(self) -> float:
        return self.searches * (WEEK if self.terms.period == "week" else 1)

    def counted_shares(self, measured: Measured) -> Reals:
        """Return the share of the hits of each period that counts, where donors differ and searches come in bursts.

        It is 1 for each if the caps are on each period, and no bursts are assumed.
        """
        caps, hits = self.terms.caps, self._rate * measured.hits
        if not hits or not self.assumes_bursts:
            return np.ones(self.campaign_periods)
        of_period = counted_shares(hits, 1, self._cap_of(measured))[0]
        if caps.campaign_hits is None:
            return np.full(self.campaign_periods, of_period)
        burst = min(BURST, self._cap_of(measured))
        shares = counted_shares(hits * of_period, self.campaign_periods, caps.campaign_hits, burst)
        return shares * float(of_period)

    @property
    def assumes_bursts(self) -> bool:
        """Return whether searches come in bursts and donors differ."""
        return self.bursts or self.terms.caps.campaign_hits is not None

    def _cap_of(self, measured: Measured) -> int:
        """Return the cap that a burst meets in a period: the count's own if all hits are its own, else that on all."""
        caps = self.terms.caps
        return caps.hits if measured.rate < measured.hits else min(caps.hits, caps.hits_per_keyword)

    def episode(self, measured: Measured) -> float:
        """Return by how much a count's true total varies more than a Poisson variable: its variance over its mean.

        In a burst of B hits each is the count's own with probability p, which makes that 1 + (B - 1) p.
        """
        if not self.assumes_bursts or not measured.hits:
            return 1.0
        return 1 + (min(BURST, self._cap_of(measured)) - 1) * measured.rate / measured.hits

    def lost_at_last(self, measured: Measured) -> float:
        """Return the share of the hits of the campaign's last quarter that its cap on all periods leaves out."""
        return float(1 - self.counted_shares(measured)[-ceil(self.campaign_periods / 4) :].mean())

    @property
    def days(self) -> int:
        """Return how many days are added up."""
        return self.periods * (WEEK if self.terms.period == "week" else 1)

    def enough_hits(self, measured: Measured) -> int | None:
        """Return the smallest cap on all periods that leaves out little in the end; None without a cap, or for none."""
        is_capped = self.terms.caps.campaign_hits is not None
        return fewest_hits(self._rate * measured.hits, self.campaign_periods) if is_capped else None

    def crowd(self, donors: int) -> Crowd:
        """Return what so many donors there on a day make."""
        return crowd(self.settings, donors, self.terms)

    def noise(self, there: Crowd) -> Repeated:
        """Return the law of the noise on the total."""
        return Repeated(expected_law(self.terms, there), self.periods * self.strata)

    def total(self, each: float, donors: int) -> Total:
        """Return the expected total, in hits, and the error that noise adds to it."""
        there = self.crowd(donors)
        noise = self.noise(there)
        return total(there.counted * each / self.periods, noise.law, self.periods, self.strata)

    def donors_for_error(self, each: float, wanted: float) -> int | None:
        """Return the fewest donors with whom the total's mean relative error is small enough; None if no number is.

        More donors make the error smaller, except around the numbers at which one more group or cohort is made.
        """
        if each <= 0 or wanted <= 0:
            return None

        def fewest(mean_error: float) -> int | None:
            """Return the number of donors, if the noise has this mean error in standard deviations."""
            return self._fewest(lambda there, deviation: mean_error * deviation <= wanted * each * there.counted)

        normal = fewest(sqrt(2 / pi))
        if normal is None:
            return None
        noise = self.noise(self.crowd(normal))
        return fewest(spread((noise,)).mean_absolute / sqrt(noise.variance))

    def donors_to_see(self, before: float, after: float) -> int | None:
        """Return about the fewest donors with whom a rise is seen with a chance of `ENOUGH`; None if no number is.

        Args:
            before: The hits that a counted donor adds to the first total.
            after: The hits that it adds to the second one.
        """
        return self._fewest(
            lambda there, deviation: is_seen_about(before * there.counted, after * there.counted, deviation**2)
        )

    def _fewest(self, enough: Callable[[Crowd, float], bool]) -> int | None:
        """Return the fewest donors who are enough, by halving; None if no number is.

        Args:
            enough: Says whether donors and the standard deviation of the noise that they make are enough.
        """

        def reached(donors: int) -> bool:
            there = self.crowd(donors)
            return enough(there, sqrt(self.noise(there).variance))

        low, high = least_donors(self.settings, self.terms), MOST_DONORS
        if reached(low) or not reached(high):
            return low if reached(low) else None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if reached(middle) else (middle, high)
        return high


def plan_of(campaign: Campaign, settings: ServerSettings, searches: float, *, bursts: bool = False) -> Plan:
    """Return the plan of a campaign's total of a week over all strata, or of all days of a shorter campaign."""
    terms = campaign.terms
    periods = min(1 if terms.period == "week" else WEEK, campaign.periods)
    return Plan(terms, periods, len(campaign.strata) or 1, settings, searches, campaign.periods, bursts)


def answer(
    campaign: Campaign,
    settings: ServerSettings,
    question: Question,
    counts: Counts | None = None,
    *,
    bursts: bool = False,
) -> dict[str, Any]:
    """Return whether a campaign can answer a question, as JSON data; docs/reference/results.md explains the keys.

    Args:
        campaign: The campaign.
        settings: The server's settings.
        question: The question.
        counts: What is asked about, if it was reckoned before.
        bursts: As for `Plan`.

    Raises:
        QuestionError: As `keyword_and_index`.
    """
    single, index = counts or keyword_and_index(campaign.vocabulary, question.rates)
    plan = plan_of(campaign, settings, question.searches, bursts=bursts)
    of_keyword = _answer_of(plan, single, question)
    of_index = _answer_of(plan, index, question) if index else None
    long_enough = campaign.periods >= 2 * plan.periods
    return {
        "question": {
            "donors": question.donors,
            "searches": question.searches,
            "rate": None if question.rates.are_listed else question.rates.usual,
            "effect": question.effect,
            "days": plan.days,
            "delay": settings.delay_of(campaign.terms.period),
        },
        **of_keyword,
        "index": of_index,
        "verdict": verdict(of_keyword, of_index) if long_enough else "too short",
    }


def _answer_of(plan: Plan, measured: Measured, question: Question) -> dict[str, Any]:
    before, after = plan.each(measured), plan.each(measured, 1 + question.effect)
    there, found = plan.crowd(question.donors), plan.total(before, question.donors)
    lost = plan.counted_shares(measured)
    sampling, total_error = _errors(found.searches, plan.episode(measured), plan.noise(there))
    seen = chance_to_see(found.searches, after * there.counted, plan.noise(there)) if there.groups else 0.0
    return {
        "name": measured.name,
        "rate": measured.rate,
        "searches_each": before,
        "expected": found.searches,
        "half_width_95": found.half_width,
        "relative_error": found.relative_error,
        "total_error": total_error,
        "privacy_tax": total_error and sampling and total_error / sampling,
        "lost": {
            "mean": float(1 - lost.mean()),
            "last_quarter": plan.lost_at_last(measured),
            "enough_hits": plan.enough_hits(measured),
            "periods": [round(float(1 - share), 4) for share in lost],
        },
        "donors_needed": {str(wanted): plan.donors_for_error(before, wanted) for wanted in WANTED},
        "donors_to_see": plan.donors_to_see(before, after),
        "power": seen,
    }


def _errors(expected: float, episode: float, noise: Law) -> tuple[float | None, float | None]:
    """Return the mean relative errors of sampling alone, and of sampling and noise; None if nothing is expected.

    Sampling is the difference of a total to its mean. Its law here is symmetric.
    """
    if not expected:
        return None, None
    sampling = Skellam(sqrt(episode * expected))
    alone, both = (spread(laws).mean_absolute / expected for laws in ((sampling,), (sampling, noise)))
    return alone, both


def verdict(of_keyword: dict[str, Any], of_index: dict[str, Any] | None) -> Verdict:
    """Return the verdict from the chance to see the change in a keyword, and in an index."""
    if of_keyword["power"] >= ENOUGH:
        return "can answer"
    return "can answer only as an index" if of_index and of_index["power"] >= ENOUGH else "cannot"
