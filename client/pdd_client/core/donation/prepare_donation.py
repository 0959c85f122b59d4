"""Prepare a day's donation from its searches. The review and the vector that is sent use the same functions."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from types import MappingProxyType
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import (
    AnyPart,
    AnyPlan,
    Consent,
    Objection,
    end_of,
    is_due,
    objection,
    objection_to_terms,
    of_day,
)
from pdd_client.core.donation.decisions import Decision, searches_before
from pdd_client.core.donation.donation import Donation, Given, apply_decision
from pdd_client.core.donation.exclusions import Exclusions
from pdd_client.core.donation.ledger import Ledger, affordable
from pdd_client.core.donation.period_days import KeptDays, PeriodDay, count_hits, is_cleared, matched
from pdd_client.core.searches import Search
from pdd_shared.protocol.days import day_bounds, days_of
from pdd_shared.protocol.messages import Campaign, ServerInfo
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan
from pdd_shared.rounds.layout import Counts

PAUSED = "paused"
"""Why a day gives nothing that a pause of the donor's covers."""


@dataclass(frozen=True)
class DonorState:
    """Everything in a home that decides what it gives in the plan of one day.

    Attributes:
        consents: by campaign id, the consents in force, the oldest first.
        newest: by id, each campaign as the server signed it last.
        info: the server's description, as pinned on joining.
        ledger: what was given so far, and the donor's ceiling.
        exclusions: the blocked words, removed searches and pauses.
        decision: the donor's decision about the day; None while the donor has not decided.
        zeros: why the whole day is sent as zeros; None if its counts are sent.
        now: the time by the home's clock.
        kept: the kept days of weekly campaigns.
        settled: the days that are locked, and those that the donor withheld.
        withheld: the days that the donor withheld, as long as a plan can ask for their week.

    """

    consents: Mapping[str, Sequence[Consent]]
    newest: Mapping[str, Campaign]
    info: ServerInfo
    ledger: Ledger
    exclusions: Exclusions
    decision: Decision | None
    zeros: Objection | None
    now: datetime
    kept: KeptDays = field(default_factory=dict)
    settled: Collection[date] = frozenset()
    withheld: Collection[date] = frozenset()

    @property
    def zone(self) -> ZoneInfo:
        """The zone in which the server's data days begin and end."""
        return ZoneInfo(self.info.zone)

    def as_if_approved(self) -> "DonorState":
        """Return the state that an approval now would make of a withheld or undecided day.

        A review shows this state. A day that the browser extension has given stays zeros, because no approval can
        change that.
        """
        approved = self.decision if self.decision and self.decision.approved else None
        zeros = self.zeros if self.zeros is Objection.GIVEN_ELSEWHERE else None
        return replace(self, decision=approved, zeros=zeros)


ReadSearches = Callable[[], Sequence[Search] | None]
"""Returns searches, the oldest first, which may be of other days too; None if no history could be read."""


@dataclass(frozen=True)
class PreparedDonation:
    """The donation of a day, with and without the donor's decision.

    Attributes:
        donation: what is sent.
        undecided: what would be sent without the decision. A review compares the two to find the searches that the
            donor had not seen.
        can_wait: whether waiting could still change the donation: the donor may approve the day, or an approved
            history may become readable again. Always False if no campaign could be given anything.

    """

    donation: Donation
    undecided: Donation
    can_wait: bool


def prepare_donation(
    plan: AnyPlan, state: DonorState, read: ReadSearches, closed: Mapping[str, Objection] = MappingProxyType({})
) -> PreparedDonation:
    """Prepare the donation of a plan. Each part counts the days of its period.

    A `cohort` day is counted even if it is sent as zeros. Otherwise the server could tell by the time that an upload
    takes what the donor decided.

    Args:
        plan: the day's plan; for a review, the expected one (`expected_plan`).
        state: the donor's choices.
        read: reads the searches; called only if a campaign can be given anything, and in `plain` not for zeros.
        closed: by id, the campaigns that get noise alone, whatever the donor decided, and why.

    """
    parts, objections = _fillable_parts(plan, state, closed)
    is_counted = bool(parts) and (state.zeros is None or isinstance(plan, CohortPlan))
    searches = read() if is_counted else ()
    if state.zeros is not None:
        searches = searches or ()  # zeros need no history: an unreadable one is neither waited for nor the reason
    undecided = _count_all(plan, parts, objections, searches, state)
    awaits_history = searches is None and state.decision is not None
    awaits_approval = state.zeros is Objection.NOT_APPROVED and bool(parts)
    donation = apply_decision(undecided, state.decision, state.zeros)
    return PreparedDonation(donation, undecided, awaits_history or awaits_approval)


_Part = tuple[AnyPart, Consent]


def _fillable_parts(
    plan: AnyPlan, state: DonorState, closed: Mapping[str, Objection]
) -> tuple[tuple[_Part, ...], dict[str, Objection]]:
    """Split the parts of joined campaigns into those that consents and ledger allow, and objections to the others.

    The consent of the period's last day decides. Each earlier day of a week then has to keep to its own
    (`_period_days`). A campaign whose newest terms break the latest consent gets nothing of any day, even if the day's
    plan keeps to the consent: the donor must agree to the new terms first.
    """
    parts: list[_Part] = []
    objections: dict[str, Objection] = {}
    places = Counter(part.campaign for part in plan.layout)
    for part in plan.layout:
        if not (consents := state.consents.get(part.campaign)):
            continue
        latest = consents[-1].campaign
        newest = state.newest.get(part.campaign, latest)
        end = end_of(part, plan.day)
        reason = _objection(plan, part, state, end) or objection_to_terms(newest.terms, latest.terms)
        if reason is None and not _may_give(plan, part, state):
            reason = Objection.NOT_REPEATED
        if places[part.campaign] > 1:
            reason = Objection.NAMED_TWICE
        reason = reason or closed.get(part.campaign)
        if reason is None:
            parts.append((part, of_day(consents, end, state.zone)))
        else:
            objections[part.campaign] = reason
    paid, unpaid = affordable(state.ledger, plan.day, parts)
    return paid, objections | unpaid


def _repeats(part: AnyPart) -> date | None:
    """Return the last day of the lost week that a part asks for once more; None for any other part."""
    return part.repeats if isinstance(part, CohortPart) else None


def _may_give(plan: AnyPlan, part: AnyPart, state: DonorState) -> bool:
    """Return whether the donor may give a part's week, if the part asks for it once more.

    A week is given twice at most. What the donor withheld, or could not give, when the week was asked for stays so.
    Without this rule a donor that sends by itself would send a week after all that it had withheld.
    """
    if (week := _repeats(part)) is None:
        return True
    given = [one for one in state.ledger.given if one.campaign == part.campaign and one.day != plan.day]
    was_given = any(one.day == week for one in given)
    return all(one.repeats != week for one in given) and (was_given or week not in state.settled)


def _objection(plan: AnyPlan, part: AnyPart, state: DonorState, day: date) -> Objection | None:
    """Return why a day of the part's period breaks the consent that holds for it; None if it keeps to it."""
    consents = state.consents[part.campaign]
    newest = state.newest.get(part.campaign, consents[-1].campaign)
    return objection(of_day(consents, day, state.zone), plan, part, newest, state.info, day)


def _count_all(
    plan: AnyPlan,
    parts: Sequence[_Part],
    objections: Mapping[str, Objection],
    searches: Sequence[Search] | None,
    state: DonorState,
) -> Donation:
    """Count the searches of each part. Nothing is given in a pause, or if there is nothing to count from.

    An unreadable history (`searches` is None) becomes an objection. A donation that counts zero searches would be
    charged, and the review would claim that there were none.
    """
    joined = [part for part in plan.layout if part.campaign in state.consents]
    paused = tuple(dict.fromkeys(part.campaign for part in joined if _is_paused(plan, part, state)))
    given, unread = [], {}
    for part, consent in parts:
        if part.campaign in paused:
            continue
        days = tuple(_period_days(plan, part, searches, state))
        if all(day.why for day in days):
            # The period's last day keeps to its consent, so a day that is not paused is named, the latest one.
            unread[part.campaign] = next(Objection(day.why) for day in reversed(days) if day.why and day.why != PAUSED)
        else:
            left = state.ledger.hits_left(consent.campaign, part.terms.caps, plan.day)
            given.append(count(part, consent, days, left))
    return Donation(plan, tuple(given), {**objections, **unread}, paused)


def _is_paused(plan: AnyPlan, part: AnyPart, state: DonorState) -> bool:
    """Return whether pauses take all that the part could count: every day that keeps to its consent."""
    days = _days(plan, part)
    keeping = [day for day in days if _objection(plan, part, state, day) is None]
    return all(_covers(day, state) for day in keeping or days)


def _days(plan: AnyPlan, part: AnyPart) -> tuple[date, ...]:
    """Return the days of the part's period; the plan's day alone if the plan may not have the part."""
    return days_of(part.terms.period, end_of(part, plan.day)) if is_due(part, plan.day) else (plan.day,)


def _covers(day: date, state: DonorState) -> bool:
    return state.exclusions.paused(*day_bounds(day, state.zone), state.now)


def _period_days(
    plan: AnyPlan, part: AnyPart, searches: Sequence[Search] | None, state: DonorState
) -> Iterator[PeriodDay]:
    """Yield the days of the part's period with the searches that may count.

    A day is counted under the consent that holds for it. It comes from the history, unless that has fewer searches of
    the day than the home has counted before: then the history was cleared, and the kept counts take its place.

    A day that the donor withheld stays out of its week. It is counted before its counts are dropped: the time that an
    upload takes must not tell what the donor decided. The decision about the plan's own day is applied later
    (`apply_decision`).
    """
    for day in _days(plan, part):
        why = _objection(plan, part, state, day) or (PAUSED if _covers(day, state) else None)
        found = PeriodDay(day, why) if why else _counted_day(day, part, searches, state)
        is_left_out = why is None and day != plan.day and day in state.withheld
        yield PeriodDay(day, Objection.WITHHELD) if is_left_out else found


def _counted_day(day: date, part: AnyPart, searches: Sequence[Search] | None, state: DonorState) -> PeriodDay:
    consent = of_day(state.consents[part.campaign], day, state.zone)
    kept = state.kept.get(part.campaign, {}).get(day)
    seen = None if searches is None else [search for search in searches if search.day == day]
    if kept is not None and is_cleared(kept, seen):
        return PeriodDay(day, None, True, kept.matched())
    if (decided := searches_before(state.decision, seen)) is None:
        return PeriodDay(day, Objection.NO_HISTORY)
    counting = [search for search in decided if state.exclusions.reason(search) is None]
    return PeriodDay(day, None, False, matched(counting, consent))


def count(part: AnyPart, consent: Consent, days: tuple[PeriodDay, ...], left: int | None = None) -> Given:
    """Count one campaign's searches of a period under its caps.

    The first `max_searches` searches of the period count. Their hits count in order, until a cap is reached (`Caps`).
    Without caps nobody could bound how far one donor moves the totals. Entries that were added after the
    consent, or after the plan was made, are ignored. A home that has used up its hits counts as long as any other.

    Args:
        part: the campaign's part of the plan, with the caps.
        consent: the consent that holds for the period's last day.
        days: the days of the period, the oldest first.
        left: how many hits may still count, if the campaign caps those of all its periods; else None.

    Source: Limit-User-Activity, WWW '09, Algorithm 1.
    """
    entries = min(part.entries, len(consent.vocabulary))
    behind: list[list[str]] = [[] for _ in range(entries)]
    beyond: list[list[str]] = [[] for _ in range(entries)]
    counted = [search for day in days for search in day.searches][: part.terms.max_searches]
    caps = part.terms.caps if left is None else part.terms.caps.with_left(left)
    for number, entry, counts_now in count_hits(counted, entries, caps):
        (behind if counts_now else beyond)[entry].append(counted[number].id)
    return Given(
        campaign=part.campaign,
        stratum=consent.stratum,
        labels=consent.vocabulary.labels[:entries],
        texts=consent.vocabulary.texts[:entries],
        counts=Counts(len(counted), tuple(map(len, behind))),
        searches=tuple(search.id for search in counted),
        behind=tuple(map(tuple, behind)),
        beyond=tuple(map(tuple, beyond)),
        days=days,
        repeats=_repeats(part),
        left=left,
    )
