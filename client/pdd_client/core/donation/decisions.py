"""What a donor decides about a day: to send what it has seen of it, or nothing; and what holds where it has not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from pdd_client.core.donation.consent import Objection

if TYPE_CHECKING:  # the days' decisions are read where nothing is counted, and numpy is not needed
    from pdd_client.core.donation.prepare_donation import Donation, Given
    from pdd_client.core.searches import Search

Sending = Literal["review", "by-itself"]
"""Whether a day waits for the donor to look it through, or goes out by itself."""


@dataclass(frozen=True)
class Seen:
    """One campaign's counts as the donor was shown them: of all searches, and by entry."""

    searches: int
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Decision:
    """That a day is `approved`, as it was `seen` (by campaign) at that time; or withheld."""

    day: date
    approved: bool
    time: datetime
    seen: Mapping[str, Seen]


def last_day(day: date, delay: int) -> date:
    """The last day on which a day's counts are taken, as long as the server is up: `delay` as in the plan."""
    return day + timedelta(days=1 + delay)


def zeros_because(sending: Sending, decision: Decision | None, *, given_elsewhere: bool = False) -> Objection | None:
    """Return why a day must be sent as zeros if it is sent now; None if it need not.

    Args:
        sending: how this day is sent.
        decision: what the donor decided about the day; None if nothing yet.
        given_elsewhere: whether the browser extension gave the day, or is bound to it. No decision changes that.

    """
    if given_elsewhere:
        return Objection.GIVEN_ELSEWHERE
    if decision is not None:
        return None if decision.approved else Objection.WITHHELD
    return Objection.NOT_APPROVED if sending == "review" else None


def searches_before(decision: Decision | None, searches: "Sequence[Search] | None") -> "Sequence[Search] | None":
    """Return the searches made before the donor decided, all where it has not; None stays None."""
    if searches is None or decision is None:
        return searches
    return [search for search in searches if search.time < decision.time]


def apply_decision(donation: "Donation", decision: Decision | None, zeros: Objection | None) -> "Donation":
    """Return what is left of a donation: nothing where there is a reason for zeros, else nothing that was not seen.

    More can count now than was shown: a word was unblocked, a history can be read again, an objection fell away.
    Each number is the smaller of the two, so that what was kept out meanwhile stays out as well.
    """
    if zeros is not None:
        return _without(donation, {given.campaign: zeros for given in donation.given})
    if decision is None:
        return donation
    unseen = {given.campaign: Objection.NOT_APPROVED for given in donation.given if given.campaign not in decision.seen}
    rest = _without(donation, unseen)
    return replace(rest, given=tuple(_at_most(given, decision.seen[given.campaign]) for given in rest.given))


def _without(donation: "Donation", objections: Mapping[str, Objection]) -> "Donation":
    given = tuple(given for given in donation.given if given.campaign not in objections)
    return replace(donation, given=given, objections={**donation.objections, **objections})


def _at_most(given: "Given", seen: Seen) -> "Given":
    from pdd_shared.rounds.layout import Counts

    bounds = [seen.counts.get(label, 0) for label in given.labels]
    entries = tuple(min(pair) for pair in zip(given.counts.entries, bounds, strict=True))
    behind = tuple(ids[:count] for ids, count in zip(given.behind, entries, strict=True))
    searches = given.searches[: seen.searches]
    return replace(given, counts=Counts(len(searches), entries), searches=searches, behind=behind)
