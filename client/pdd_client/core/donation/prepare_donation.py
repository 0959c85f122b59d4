"""From a day's searches to what a donor gives: the same counting for the review and for the vector that leaves."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import AnyPart, AnyPlan, Consent, Objection, objection, objection_to_terms, of_day
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


def fillable(
    plan: AnyPlan,
    consents: Mapping[str, Sequence[Consent]],
    newest: Mapping[str, Campaign],
    info: ServerInfo,
    ledger: Ledger,
    closed: Collection[str] = (),
) -> tuple[tuple[tuple[AnyPart, Consent], ...], dict[str, Objection]]:
    """The plan's parts that the donor's consents and its ledger allow, and the objections to others it has joined.

    `consents` are all those in force, by campaign, the oldest first. A campaign whose newest text breaks the latest of
    them gets nothing of any day, whatever the plan says of it: the donor is asked first. `closed` are the campaigns
    that get noise alone from all donors of the day's cohort (`CohortLayout.closed`).
    """
    zone = ZoneInfo(info.zone)
    parts: list[tuple[AnyPart, Consent]] = []
    objections: dict[str, Objection] = {}
    places = Counter(part.campaign for part in plan.layout)
    for part in plan.layout:
        if not (agreed := consents.get(part.campaign)):
            continue
        consent = of_day(agreed, plan.day, zone)
        latest = agreed[-1].campaign
        text = newest.get(part.campaign, latest)
        reason = objection(consent, plan, part, text, info) or objection_to_terms(text.terms, latest.terms)
        if places[part.campaign] > 1:
            reason = Objection.NAMED_TWICE
        if reason is None and part.campaign in closed:
            reason = Objection.COHORT_TOO_SMALL
        if reason is None:
            parts.append((part, consent))
        else:
            objections[part.campaign] = reason
    paid, unpaid = affordable(ledger, plan.day, parts)
    return paid, objections | unpaid


def donate(
    plan: AnyPlan,
    parts: Sequence[tuple[AnyPart, Consent]],
    objections: Mapping[str, Objection],
    searches: Sequence[Search] | None,
    exclusions: Exclusions,
    zone: ZoneInfo,
    now: datetime,
) -> Donation:
    """What is given of the plan's day, which begins and ends in `zone`.

    `parts` and `objections` are those of `fillable`. `searches`, in the order they were made, may hold other days;
    None says that no history could be read: then nothing is given, for "no searches" would be a claim. Nor is anything
    given while a pause goes on `now`.
    """
    if exclusions.paused(*day_bounds(plan.day, zone), now):
        return Donation(plan, (), objections, paused=True)
    if searches is None:
        unread = {part.campaign: Objection.NO_HISTORY for part, _ in parts}
        return Donation(plan, (), {**objections, **unread}, paused=False)
    counting = [search for search in searches if search.day == plan.day and exclusions.reason(search) is None]
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
