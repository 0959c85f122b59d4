"""A donor's decision about a day: send the reviewed counts, or zeros. Also the rule for days without a decision."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Literal

from pdd_client.core.donation.consent import Objection
from pdd_shared.protocol.limits import LEAST_WEEK_DELAY

if TYPE_CHECKING:  # the days' decisions are read where nothing is counted
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

    searches: int = field(repr=False)
    counts: Mapping[str, int] = field(repr=False)


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
