"""Read searches from the browsers' history files and from their extensions."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from pdd_client.core.searches import Search, find_searches, result_pages
from pdd_client.core.visits import HistoryFile, ResultPage, UnreadHistory, merged
from pdd_client.donor.installation import Installation
from pdd_client.donor.settings.browsers import switched_on, unasked
from pdd_client.donor.settings.extension_versions import outdated
from pdd_client.gateways.browser_history.read_visits import read_all
from pdd_client.gateways.native_messaging.extension_searches import extension_visits
from pdd_shared.counting.search_urls import host_hints
from pdd_shared.protocol.days import day_bounds, day_of

HandOver = Callable[[datetime | None, datetime | None], Sequence[ResultPage] | None]
"""Asks the browser extensions for the result pages visited in [first, last), where None means no bound.

Returns None if no extension answers: an empty sequence would claim that there were no visits.
"""
FindHistories = Callable[[], Sequence[HistoryFile]]


@dataclass(frozen=True)
class Found:
    """The result of reading histories.

    Attributes:
        searches: the searches, the oldest first.
        unread: the history files that could not be read.
        readable: whether at least one file or extension could be read.

    """

    searches: tuple[Search, ...]
    unread: tuple[UnreadHistory, ...]
    readable: bool


def read_searches(
    files: Sequence[HistoryFile], hand_over: HandOver, days: tuple[date, date] | None, zone: ZoneInfo, secret: bytes
) -> Found:
    """Read the searches of some days. A visit that both a file and an extension have is used once.

    Args:
        files: the history files to read.
        hand_over: asks the browser extensions.
        days: the first and the last data day, both included; None for all time.
        zone: the zone in which data days begin and end.
        secret: the installation's key for the searches' ids and marks, up to 64 bytes.

    """
    since = until = None
    if days is not None:
        since, until = day_bounds(days[0], zone)[0], day_bounds(days[1], zone)[1]
    visits, unread = read_all(files, since=since, until=until, hints=host_hints())
    handed = hand_over(since, until)
    searches = find_searches(merged(result_pages(visits), handed or ()), zone, secret)
    return Found(searches, tuple(unread), handed is not None or len(unread) < len(files))


class SearchReader:
    """Reads a home's searches, from named history files or from all browsers and their extensions."""

    def __init__(self, installation: Installation, find: FindHistories, discover: FindHistories) -> None:
        """Take an opened installation, and what finds the browsers' history files: where they usually are, elsewhere.

        To discover takes up to two seconds, so it is done only for a donor who is choosing.
        """
        self._installation = installation
        self._find, self._discover = find, discover
        self._discovered: Sequence[HistoryFile] | None = None

    def find_everywhere(self, *, again: bool = False) -> list[HistoryFile]:
        """Return all history files, read or not; unless `again`, those elsewhere as they were discovered last."""
        if again or self._discovered is None:
            self._discovered = self._discover()
        return [*self._find(), *self._discovered]

    def read(self, days: tuple[date, date] | None, histories: Sequence[Path] | None) -> Found:
        """Read the searches of some days.

        Args:
            days: the first and the last data day, both included; None for all time.
            histories: the only files to read. Their paths are remembered, so that a search in them can be removed
                later. None reads the files of every browser that is not switched off, and asks the extensions.

        """
        return self._read(days, self._remembered(histories), None if histories else self._find())

    def read_recent(self, count: int, histories: Sequence[Path] | None) -> Found:
        """Read the searches of the last `count` days, today included.

        Without `histories`, read the files named last, all browsers that are not switched off, and their extensions.
        """
        today = day_of(self._installation.clock(), self._installation.zone)
        days = (today - timedelta(days=count - 1), today)
        if histories:
            return self.read(days, histories)
        named = json.loads(self._installation.store.fact("histories") or "[]")
        return self._read(days, [Path(path) for path in named], self._find())

    def _read(
        self, days: tuple[date, date] | None, named: Sequence[Path], found: Sequence[HistoryFile] | None
    ) -> Found:
        """Read the files that were named, and of those found what is ticked; `found` is None to ask no browser."""
        installation = self._installation
        secret = bytes.fromhex(installation.store.fact("secret") or "")

        def ask_extensions(since: datetime | None, until: datetime | None) -> Sequence[ResultPage] | None:
            if found is None:
                return None
            off = unasked(installation, found) | outdated(installation).keys()
            return extension_visits(installation.store, off, since, until)

        ticked = [] if found is None else switched_on(installation, found)
        files = [*map(HistoryFile, named), *ticked]
        return read_searches(files, ask_extensions, days, installation.zone, secret)

    def _remembered(self, histories: Sequence[Path] | None) -> Sequence[Path]:
        store, histories = self._installation.store, histories or ()
        named = json.dumps([str(path.absolute()) for path in histories])
        if histories and named != store.fact("histories"):
            with store.transaction():
                store.set_fact("histories", named)
        return histories
