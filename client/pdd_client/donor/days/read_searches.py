"""From the browsers' files, and what their extensions hand over, to the searches of some days."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pdd_client.core.searches import Search, find_searches
from pdd_client.core.visits import HistoryFile, Skipped, Visit, merged
from pdd_client.gateways.browser_history.read_visits import read_all
from pdd_shared.counting.search_urls import host_hints
from pdd_shared.protocol.days import day_bounds

HandOver = Callable[[datetime | None, datetime | None], Sequence[Visit] | None]
"""Asks browser extensions for visits from a first moment until before a last, None is without bound; None: no answer"""


@dataclass(frozen=True)
class Found:
    """The searches of some days, and the files that could not be read; `readable` if any history could."""

    searches: tuple[Search, ...]
    skipped: tuple[Skipped, ...]
    readable: bool


def read_searches(
    files: Sequence[HistoryFile], hand_over: HandOver, days: tuple[date, date] | None, zone: ZoneInfo, secret: bytes
) -> Found:
    """The searches from the first to the last of `days`, both included; of all time where it is None.

    A visit that is in a file and handed over counts once.
    """
    since = until = None
    if days is not None:
        since, until = day_bounds(days[0], zone)[0], day_bounds(days[1], zone)[1]
    visits, skipped = read_all(files, since=since, until=until, hints=host_hints())
    handed = hand_over(since, until)
    searches = find_searches(merged(visits, handed or ()), zone, secret)
    return Found(searches, tuple(skipped), handed is not None or len(skipped) < len(files))


def recent_days(today: date, count: int) -> tuple[date, date]:
    """The last so many days, today included."""
    return today - timedelta(days=count - 1), today
