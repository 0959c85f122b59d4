"""Completion codes: a donor that was active on enough days of a campaign is told the campaign's code.

Paid participants hand the code in. The server does not know which donors joined a campaign, so it tells the code to
every donor with enough days.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.services.readable_codes import signs
from pdd_server.store import donors
from pdd_server.store.campaigns import completions
from pdd_server.store.campaigns.completions import CompletionCode, DatedCode
from pdd_shared.protocol.completion_codes import Completion, ToldCompletions
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.limits import MOST_COMPLETION_DAYS

DRAWN = 10
"""The signs of a drawn completion code."""


def draw(random_bytes: RandomBytes) -> str:
    """Return a new completion code such as K7QM4TXA9W. It has 49 random bits, so nobody can guess it."""
    return signs(random_bytes, DRAWN)


def tell(connection: Connection, some: Collection[str], today: date) -> Mapping[str, ToldCompletions]:
    """Return for each donor the completion code of every campaign, or how many more days the donor needs for it.

    Nothing is recorded: neither who asks, nor who was told a code. All donors are looked up together.

    Args:
        connection: A transaction.
        some: The donors' ids.
        today: The present data day.
    """
    codes = completions.with_days(connection)
    if not codes:
        return dict.fromkeys(some, ())
    days = donors.days_there(connection, some, _days_that_count(codes, today))
    return {donor: tuple(completion(one.code, counted(days.get(donor, ()), one)) for one in codes) for donor in some}


def _days_that_count(codes: Sequence[DatedCode], today: date) -> list[date]:
    """Return the days on which one of these codes' campaigns ran, as far back as a code can ask for."""
    first = max(min(one.first for one in codes), today - timedelta(days=MOST_COMPLETION_DAYS))
    last = min(max(one.last for one in codes), today)
    return [first + timedelta(days=later) for later in range((last - first).days + 1)]


def counted(days: Iterable[date], code: DatedCode) -> int:
    """Return on how many of a donor's active days, which are given, a code's campaign ran."""
    return len({day for day in days if code.first <= day <= code.last})


def completion(code: CompletionCode, there: int) -> Completion:
    """Return a donor's answer for one campaign: how many days it has and needs, and the code if it has enough.

    Args:
        code: The campaign's code, and how many days it takes.
        there: How many days the donor has.
    """
    counts = min(there, code.days)
    told = code.code if counts == code.days else None
    return Completion(campaign=code.campaign, days=code.days, there=counts, code=told)
