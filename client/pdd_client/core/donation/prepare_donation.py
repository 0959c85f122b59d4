"""From a day's searches to what a donor gives: the same counting for the review and for the vector that leaves."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, AnyPlan, Consent, Objection, objection, objection_to_terms, of_day
from pdd_client.core.donation.decisions import Decision, apply_decision, searches_before
from pdd_client.core.donation.exclusions import Exclusions
from pdd_client.core.donation.ledger import GivenDay, Ledger, affordable
from pdd_client.core.searches import Search
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.days import day_bounds
from pdd_shared.protocol.messages import Campaign, ServerInfo
from pdd_shared.rounds.layout import Counts, Vector, fill


@dataclass(frozen=True)
class Given:
    """What goes into one campaign's place: its counts, and the ids of the searches behind each, which stay local.

    `searches` are behind the number of searches, `behind` behind each entry's count. `beyond` are those that match an
    entry but don't count for it, as they match `max_matches` entries before it.
    """

    campaign: str
    stratum: str | None
    labels: tuple[str, ...] = field(repr=False)
    counts: Counts = field(repr=False)
    searches: tuple[str, ...] = field(repr=False)
    behind: tuple[tuple[str, ...], ...] = field(repr=False)
    beyond: tuple[tuple[str, ...], ...] = field(repr=False)

    def described(self) -> dict[str, Any]:
        """What was given, as the log keeps it: the numbers before blinding; an entry that is not there counts zero."""
        counts = {label: times for label, times in zip(self.labels, self.counts.entries, strict=True) if times}
        return {
            "campaign": self.campaign,
            "stratum": self.stratum,
            "searches": self.counts.searches,
            "counts": counts,
        }


@dataclass(frozen=True)
class Donation:
    """What a donor gives of one day; campaigns with an objection, and all while `paused`, get zeros."""

    plan: AnyPlan
    given: tuple[Given, ...]
    objections: Mapping[str, Objection]
    paused: bool

    def vector(self) -> Vector:
        """The counts as a vector, before noise and blinding."""
        return fill(self.plan.layout, self.counts())

    def counts(self) -> dict[tuple[str, str | None], Counts]:
        """What is given, by campaign and stratum."""
        return {(part.campaign, part.stratum): part.counts for part in self.given}

    def charges(self) -> tuple[GivenDay, ...]:
        """What this costs the donor: of each campaign that is given anything but zeros, a day."""
        terms = {part.campaign: part.terms for part in self.plan.layout}
        day = self.plan.day
        return tuple(GivenDay(day, part.campaign, Charge.of_terms(terms[part.campaign])) for part in self.given)


@dataclass(frozen=True)
class DonorState:
    """Everything a home has chosen or kept that decides what it gives of one day.

    Attributes:
        consents: those in force, by campaign, the oldest first.
        newest: each campaign as the server signed it last.
        info: the server as it was on joining.
        ledger: what was given so far, and the donor's ceiling.
        exclusions: the blocked words, skipped searches and pauses.
        decision: what the donor decided about the day; None if nothing yet.
        zeros: why the whole day is sent as zeros; None if there is no such reason.
        now: the time by the home's clock.

    """

    consents: Mapping[str, Sequence[Consent]]
    newest: Mapping[str, Campaign]
    info: ServerInfo
    ledger: Ledger
    exclusions: Exclusions
    decision: Decision | None
    zeros: Objection | None
    now: datetime

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the server's data days begin and end."""
        return ZoneInfo(self.info.zone)

    def as_if_approved(self) -> "DonorState":
        """Return the state in which a day that was withheld, or not decided about, is approved as it is now.

        A review shows this. A day that the browser extension has given stays zeros: no approval changes that.
        """
        approved = self.decision if self.decision and self.decision.approved else None
        zeros = self.zeros if self.zeros is Objection.GIVEN_ELSEWHERE else None
        return replace(self, decision=approved, zeros=zeros)


ReadSearches = Callable[[], Sequence[Search] | None]
"""Returns searches in the order they were made, also of other days; None if no history could be read."""


@dataclass(frozen=True)
class PreparedDonation:
    """What a donor gives of a day.

    Attributes:
        donation: what leaves.
        undecided: the same before the donor's decision cut it down; by it, a review tells which searches were not seen.
        can_wait: whether waiting can change what is given: the donor may still approve the day, or what it approved may
            be read again. Always False where no campaign could be given anything.

    """

    donation: Donation
    undecided: Donation
    can_wait: bool


def prepare_donation(
    plan: AnyPlan, state: DonorState, read: ReadSearches, closed: Collection[str] = ()
) -> PreparedDonation:
    """Prepare what a donor gives of the plan's day. The review and the vector both come from here.

    Args:
        plan: the day's plan, or the expected one where there is none yet.
        state: what the donor has chosen.
        read: reads the searches; called only if a campaign can be given anything.
        closed: the campaigns that get noise alone from all donors of the day's cohort (`CohortLayout.closed`).

    """
    parts, objections = _fillable_parts(plan, state, closed)
    is_counted = bool(parts) and state.zeros is None
    searches = searches_before(state.decision, read()) if is_counted else ()
    undecided = _count_all(plan, parts, objections, searches, state)
    awaits_history = searches is None and state.decision is not None
    awaits_approval = state.zeros is Objection.NOT_APPROVED and bool(parts)
    donation = apply_decision(undecided, state.decision, state.zeros)
    return PreparedDonation(donation, undecided, awaits_history or awaits_approval)


_Part = tuple[AnyPart, Consent]


def _fillable_parts(
    plan: AnyPlan, state: DonorState, closed: Collection[str]
) -> tuple[tuple[_Part, ...], dict[str, Objection]]:
    """Return the plan's parts that consents and ledger allow, and the objections to the others that were joined.

    A campaign whose newest text breaks the latest consent gets nothing of any day, whatever the plan says of it: the
    donor is asked first.
    """
    parts: list[_Part] = []
    objections: dict[str, Objection] = {}
    places = Counter(part.campaign for part in plan.layout)
    for part in plan.layout:
        if not (consents := state.consents.get(part.campaign)):
            continue
        consent = of_day(consents, plan.day, state.zone)
        latest = consents[-1].campaign
        newest = state.newest.get(part.campaign, latest)
        reason = objection(consent, plan, part, newest, state.info) or objection_to_terms(newest.terms, latest.terms)
        if places[part.campaign] > 1:
            reason = Objection.NAMED_TWICE
        if reason is None and part.campaign in closed:
            reason = Objection.COHORT_TOO_SMALL
        if reason is None:
            parts.append((part, consent))
        else:
            objections[part.campaign] = reason
    paid, unpaid = affordable(state.ledger, plan.day, parts)
    return paid, objections | unpaid


def _count_all(
    plan: AnyPlan,
    parts: Sequence[_Part],
    objections: Mapping[str, Objection],
    searches: Sequence[Search] | None,
    state: DonorState,
) -> Donation:
    """Count the day's searches for each part; nothing is given in a pause, or where no history could be read.

    "No searches" would be a claim, so a history that can't be read is an objection and not a count of zero.
    """
    if state.exclusions.paused(*day_bounds(plan.day, state.zone), state.now):
        return Donation(plan, (), objections, paused=True)
    if searches is None:
        unread = {part.campaign: Objection.NO_HISTORY for part, _ in parts}
        return Donation(plan, (), {**objections, **unread}, paused=False)
    counting = [one for one in searches if one.day == plan.day and state.exclusions.reason(one) is None]
    given = tuple(count(part, consent, counting) for part, consent in parts)
    return Donation(plan, given, objections, paused=False)


def count(part: AnyPart, consent: Consent, searches: Sequence[Search]) -> Given:
    """The counts of one campaign under its caps (Limit-User-Activity, WWW '09, Algorithm 1).

    The first `max_searches` searches count, each for the first `max_matches` entries it matches. Entries that
    were appended after the consent, or after the plan was frozen, are not looked at.
    """
    entries = min(part.entries, len(consent.vocabulary))
    behind: list[list[str]] = [[] for _ in range(entries)]
    beyond: list[list[str]] = [[] for _ in range(entries)]
    counted = searches[: part.terms.max_searches]
    for search in counted:
        matching = [index for index in consent.vocabulary.matches(search.query) if index < entries]
        for place, index in enumerate(matching):
            (behind if place < part.terms.max_matches else beyond)[index].append(search.id)
    return Given(
        campaign=part.campaign,
        stratum=consent.stratum,
        labels=consent.vocabulary.labels[:entries],
        counts=Counts(len(counted), tuple(map(len, behind))),
        searches=tuple(search.id for search in counted),
        behind=tuple(map(tuple, behind)),
        beyond=tuple(map(tuple, beyond)),
    )
