"""A day's donation: the counts of each campaign and the searches behind them, cut down to what the donor decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from pdd_client.core.donation.consent import AnyPlan, Objection
from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.donation.period_days import PeriodDay
from pdd_shared.privacy.accounting.charges import charge_of_terms
from pdd_shared.rounds.layout import Counts, Vector, fill


@dataclass(frozen=True)
class Given:
    """One campaign's counts of a period, and the ids of the searches behind them, which stay on this computer.

    Attributes:
        campaign: the campaign's id.
        stratum: the donor's stratum; None if the campaign has none.
        labels: the entries' labels, in the order of the vocabulary.
        texts: the entries' canonical texts, in this order. The text of an index has its keywords, its label has not.
        counts: the number of searches, and the count of each entry in the order of `labels`.
        searches: the ids of the searches that count.
        behind: for each entry, the ids of the searches that its count is made of.
        beyond: for each entry, the ids of the searches that match it but don't count for it, because a cap on hits is
            reached.
        days: the days of the period, the oldest first. A period of one day has one.
        repeats: the last day of a lost week that is given once more; None for the period that ends on the plan's day.
        left: how many hits could still count, before this period, of those that count in all periods of the campaign;
            None if it caps only each period's.

    """

    campaign: str
    stratum: str | None
    labels: tuple[str, ...] = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    counts: Counts = field(repr=False)
    searches: tuple[str, ...] = field(repr=False)
    behind: tuple[tuple[str, ...], ...] = field(repr=False)
    beyond: tuple[tuple[str, ...], ...] = field(repr=False)
    days: tuple[PeriodDay, ...] = field(repr=False)
    repeats: date | None = None
    left: int | None = field(default=None, repr=False)

    @property
    def is_full(self) -> bool:
        """Whether it uses the last of the hits that count in all periods."""
        return bool(self.left) and sum(self.counts.entries) == self.left

    @property
    def hits(self) -> int:
        """The hits that it uses of those that count in all periods, and one for the number `full`."""
        return 0 if self.left is None else sum(self.counts.entries) + self.is_full

    def described(self) -> dict[str, Any]:
        """Return the counts before blinding as the log keeps them; entries that count zero are left out."""
        counts = {label: times for label, times in zip(self.labels, self.counts.entries, strict=True) if times}
        return {
            "campaign": self.campaign,
            "stratum": self.stratum,
            "searches": self.counts.searches,
            "counts": counts,
            **({"repeats": self.repeats.isoformat()} if self.repeats else {}),
        }


@dataclass(frozen=True)
class Donation:
    """What a donor gives in the plan of one day.

    Attributes:
        plan: the day's plan.
        given: the counts of each joined campaign without an objection, even if all of them are zero.
        objections: by campaign id, why a joined campaign gets zeros.
        paused: the ids of the joined campaigns that get zeros because of the donor's pauses, with an objection or not.

    """

    plan: AnyPlan
    given: tuple[Given, ...]
    objections: Mapping[str, Objection]
    paused: tuple[str, ...]

    def vector(self) -> Vector:
        """Return the counts as a vector of the plan's layout, before noise and blinding."""
        return fill(self.plan.layout, self.counts())

    def counts(self) -> dict[tuple[str, str | None], Counts]:
        """Return the counts by campaign id and stratum."""
        return {(one.campaign, one.stratum): replace(one.counts, is_full=one.is_full) for one in self.given}

    def charges(self) -> tuple[GivenDay, ...]:
        """Return the charges for this plan, one for each campaign in `given`: a week is charged once in each plan.

        Counts that are all zero cost the same: that a donor searched for nothing is private too.
        """
        terms = {part.campaign: part.terms for part in self.plan.layout}
        day = self.plan.day
        return tuple(
            GivenDay(day, one.campaign, charge_of_terms(terms[one.campaign], one.campaign), one.repeats, one.hits)
            for one in self.given
        )


def apply_decision(donation: Donation, decision: Decision | None, zeros: Objection | None) -> Donation:
    """Return the donation, cut down to what the donor has decided to send.

    More may count now than the donor saw: a word was unblocked, a history can be read again, or an objection no longer
    holds. So each number becomes the smaller of the counted and the seen one. Searches that the donor has excluded
    since then stay out too.

    Args:
        donation: what counts now.
        decision: the donor's decision; None while the donor has not decided.
        zeros: why every campaign gets zeros (`zeros_because`); None if the counts are sent.

    """
    if zeros is not None:
        return _without(donation, {given.campaign: zeros for given in donation.given})
    if decision is None:
        return donation
    unseen = {given.campaign: Objection.NOT_APPROVED for given in donation.given if given.campaign not in decision.seen}
    rest = _without(donation, unseen)
    return replace(rest, given=tuple(_at_most(given, decision.seen[given.campaign]) for given in rest.given))


def _without(donation: Donation, objections: Mapping[str, Objection]) -> Donation:
    given = tuple(given for given in donation.given if given.campaign not in objections)
    return replace(donation, given=given, objections={**donation.objections, **objections})


def _at_most(given: Given, seen: Seen) -> Given:
    bounds = [seen.counts.get(text, 0) for text in given.texts]
    entries = tuple(min(pair) for pair in zip(given.counts.entries, bounds, strict=True))
    behind = tuple(ids[:count] for ids, count in zip(given.behind, entries, strict=True))
    searches = given.searches[: seen.searches]
    return replace(given, counts=Counts(len(searches), entries), searches=searches, behind=behind)
