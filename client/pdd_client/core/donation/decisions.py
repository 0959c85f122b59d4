"""A donor's decision about a day: send the reviewed counts, or zeros. Also the rule for days without a decision."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from pdd_client.core.donation.consent import Objection
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY

if TYPE_CHECKING:  # the days' decisions are read where nothing is counted, and numpy is not needed
    from pdd_client.core.donation.prepare_donation import Donation, Given
    from pdd_client.core.searches import Search
    from pdd_shared.protocol.terms import Terms

Sending = Literal["review", "by-itself"]
"""How days are sent: "review" waits for the donor's approval, "by-itself" does not."""


@dataclass(frozen=True)
class Seen:
    """One campaign's counts as the donor saw them in a review.

    Attributes:
        searches: the number of searches that count.
        counts: the count of each entry, by its canonical text; entries that count zero are left out. By its label, an
            approved index would also stand for other keywords under the same name.

    """

    searches: int
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Decision:
    """A donor's decision about a day.

    Attributes:
        day: the data day.
        approved: True sends what was seen, False withholds the day: it is sent as zeros.
        time: when the approved review was made, or when the day was withheld. Later searches don't count.
        seen: by campaign id, the counts that the donor approved; empty if the day is withheld.

    """

    day: date
    approved: bool
    time: datetime
    seen: Mapping[str, Seen]


def last_day(day: date, delay: int) -> date:
    """Return the last day on which the server takes a day's counts. A server that was down may take them later.

    `delay` is that of the plan, in days.
    """
    return day + timedelta(days=1 + delay)


def delay_of(due: "Iterable[Terms]", delay: int) -> int:
    """Return the least delay of a plan, in days: it is longer where a week ends, because more is lost with it.

    Args:
        due: the terms of campaigns that have a part in the plan.
        delay: the server's `delay`.

    """
    return max(delay, LEAST_WEEK_DELAY) if any(terms.period == "week" for terms in due) else delay


def zeros_because(sending: Sending, decision: Decision | None, *, given_elsewhere: bool = False) -> Objection | None:
    """Return why a day must be sent as zeros if it is sent now; None if it need not.

    Args:
        sending: how this day is sent.
        decision: what the donor decided about the day; None while the donor has not decided.
        given_elsewhere: whether the browser extension gave the day, or is bound to it. No decision changes that.

    """
    if given_elsewhere:
        return Objection.GIVEN_ELSEWHERE
    if decision is not None:
        return None if decision.approved else Objection.WITHHELD
    return Objection.NOT_APPROVED if sending == "review" else None


def searches_before(decision: Decision | None, searches: "Sequence[Search] | None") -> "Sequence[Search] | None":
    """Return the searches made before the donor's decision, or all of them without a decision.

    None stands for a history that can't be read, and stays None.
    """
    if searches is None or decision is None:
        return searches
    return [search for search in searches if search.time < decision.time]


def apply_decision(donation: "Donation", decision: Decision | None, zeros: Objection | None) -> "Donation":
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


def _without(donation: "Donation", objections: Mapping[str, Objection]) -> "Donation":
    given = tuple(given for given in donation.given if given.campaign not in objections)
    return replace(donation, given=given, objections={**donation.objections, **objections})


def _at_most(given: "Given", seen: Seen) -> "Given":
    from pdd_shared.rounds.layout import Counts

    bounds = [seen.counts.get(text, 0) for text in given.texts]
    entries = tuple(min(pair) for pair in zip(given.counts.entries, bounds, strict=True))
    behind = tuple(ids[:count] for ids, count in zip(given.behind, entries, strict=True))
    searches = given.searches[: seen.searches]
    return replace(given, counts=Counts(len(searches), entries), searches=searches, behind=behind)
