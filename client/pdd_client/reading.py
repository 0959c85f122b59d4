"""From the browsers' files to the searches of some days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from pdd_client.core.searches import Search, find_searches
from pdd_client.core.visits import HistoryFile, Skipped
from pdd_client.gateways.browser_history import read_all
from pdd_shared.days import day_bounds
from pdd_shared.search_urls import host_hints


@dataclass(frozen=True)
class Found:
    """The searches of some days, and the files that could not be read; `readable` if at least one could."""

    searches: tuple[Search, ...]
    skipped: tuple[Skipped, ...]
    readable: bool


def read_searches(files: Sequence[HistoryFile], days: tuple[date, date] | None, zone: ZoneInfo, secret: bytes) -> Found:
    """The searches from the first to the last of `days`, both included; of all time where it is None."""
    since = until = None
    if days is not None:
        since, until = day_bounds(days[0], zone)[0], day_bounds(days[1], zone)[1]
    visits, skipped = read_all(files, since=since, until=until, hints=host_hints())
    return Found(find_searches(visits, zone, secret), tuple(skipped), len(skipped) < len(files))


def recent_days(today: date, count: int) -> tuple[date, date]:
    """The last so many days, today included."""
    return today - timedelta(days=count - 1), today
