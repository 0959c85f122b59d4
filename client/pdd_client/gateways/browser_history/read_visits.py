"""Reads visits from the history databases of Chromium's, Firefox's and Safari's families.

The filter runs inside the database, so that pages that are no searches never reach this program. Redirects stay: a
results page that redirects was asked for, and its double is merged later (same engine and query within 30 minutes is
one search). Left out is what was not seen as a page (loads into frames, downloads) and, where the database tells,
what another device of the same person visited: that device may donate too. Firefox does not tell. What a browser
imported from another stays, at the times of the original visits. Private windows are never in these files.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import attrgetter
from pathlib import Path

from pdd_client.core.visits import HistoryFile, Skipped, Visit
from pdd_client.gateways.browser_history.history_copy import DAMAGED, UnreadableHistory, private_copy

UNKNOWN_KIND = "of an unknown kind"

# Databases hold times of 0 and worse, and 0 is 1601, 1970 or 2001. These browsers are from 2003 and later.
_EARLIEST = datetime(2002, 1, 1, tzinfo=UTC)
_LATEST = datetime(2100, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_Columns = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class _Kind:
    """How one family of browsers stores visits.

    ``moment`` is the SQL of a visit's time in whole microseconds since ``epoch``. A condition holds for the visits that
    count, and applies only where its column (table, name) exists: older schemas lack some.
    """

    browser: str
    pages: str
    visits: str
    page_key: str
    time_column: str
    moment: str
    epoch: datetime
    conditions: dict[tuple[str, str], str]

    def fits(self, columns: _Columns) -> bool:
        needed = {(self.pages, "id"), (self.pages, "url")}
        return columns >= needed | {(self.visits, self.page_key), (self.visits, self.time_column)}

    def microseconds(self, time: datetime) -> int:
        return (time - self.epoch) // _MICROSECOND


_KINDS = (
    _Kind(
        browser="chromium",
        pages="urls",
        visits="visits",
        page_key="url",
        time_column="visit_time",
        moment="visit.visit_time",
        epoch=datetime(1601, 1, 1, tzinfo=UTC),
        conditions={
            # Core transition types 3 and 4: loads into a frame of a page. The higher bits are qualifiers.
            ("visits", "transition"): "(visit.transition & 0xff) NOT IN (3, 4)",
            # Another device's identifier; empty, or NULL in migrated rows, means this device.
            ("visits", "originator_cache_guid"): "ifnull(visit.originator_cache_guid, '') = ''",
            # Source 0 is "synced"; a visit made here has no row.
            ("visit_source", "source"): "visit.id NOT IN (SELECT id FROM visit_source WHERE source = 0)",
        },
    ),
    _Kind(
        browser="firefox",
        pages="moz_places",
        visits="moz_historyvisits",
        page_key="place_id",
        time_column="visit_date",
        moment="visit.visit_date",
        epoch=datetime(1970, 1, 1, tzinfo=UTC),
        conditions={
            # Embedded content, downloads, links inside a frame. Types 5 and 6 are pages a redirect led to.
            ("moz_historyvisits", "visit_type"): "ifnull(visit.visit_type, 1) NOT IN (4, 7, 8)",
        },
    ),
    _Kind(
        browser="safari",
        pages="history_items",
        visits="history_visits",
        page_key="history_item",
        time_column="visit_time",
        moment="CAST(round(visit.visit_time * 1000000) AS INTEGER)",
        epoch=datetime(2001, 1, 1, tzinfo=UTC),
        conditions={("history_visits", "origin"): "visit.origin = 0"},  # 1: came from another device by iCloud
    ),
)


def read_visits(
    file: Path,
    *,
    since: datetime | None,
    until: datetime | None,
    hints: Sequence[str],
    browser: str | None = None,
) -> list[Visit]:
    """Return the visits in [since, until) whose URL contains one of the hints, in the order of their times.

    Times are aware; None is without bound. Hints are compared without regard to the case of ASCII letters. A visit
    carries the name of ``browser`` or else of the database's family: "chromium", "firefox" or "safari". Bytes of a
    URL that are no UTF-8 come as U+FFFD. Works while the browser runs and changes nothing. Raises UnreadableHistory.
    """
    with private_copy(file) as copy, closing(sqlite3.connect(copy)) as database:
        try:
            columns = _prepare(database)
            kind = next((kind for kind in _KINDS if kind.fits(columns)), None)
            if kind is None:
                raise UnreadableHistory(file, UNKNOWN_KIND)
            rows = _select(database, kind, columns, since, until, hints)
            name = browser or kind.browser
            visits = [Visit(url, kind.epoch + timedelta(microseconds=moment), name) for url, moment in rows]
        except sqlite3.DatabaseError:
            # SQLite's own message may quote what it read, which is the donor's.
            raise UnreadableHistory(file, DAMAGED) from None
    return sorted(visits, key=attrgetter("time"))


def read_all(
    files: Iterable[HistoryFile],
    *,
    since: datetime | None,
    until: datetime | None,
    hints: Sequence[str],
) -> tuple[list[Visit], list[Skipped]]:
    """Return the visits of all files in the order of their times, and the files that could not be read."""
    visits: list[Visit] = []
    skipped: list[Skipped] = []
    for file in files:
        try:
            visits += read_visits(file.path, since=since, until=until, hints=hints, browser=file.browser)
        except UnreadableHistory as error:
            skipped.append(Skipped(error.file, error.reason))
    return sorted(visits, key=attrgetter("time")), skipped


def _prepare(database: sqlite3.Connection) -> _Columns:
    """Set the connection up and return the (table, column) pairs there are; the first to find damage."""
    database.text_factory = partial(str, encoding="utf-8", errors="replace")
    # The copy is about to be removed: repairing it need not wait for the disk.
    database.execute("PRAGMA synchronous = OFF")
    return frozenset(
        database.execute(
            "SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'"
        )
    )


def _select(
    database: sqlite3.Connection,
    kind: _Kind,
    columns: _Columns,
    since: datetime | None,
    until: datetime | None,
    hints: Sequence[str],
) -> sqlite3.Cursor:
    """Run the query, whose rows are ``(url, microseconds since the kind's epoch)``."""
    sql = _query(kind, columns, hint_count=len(hints), everything=since is None and until is None)
    bounds = (max(since or _EARLIEST, _EARLIEST), min(until or _LATEST, _LATEST))
    return database.execute(sql, [*map(kind.microseconds, bounds), *map(_pattern, hints)])


def _query(kind: _Kind, columns: _Columns, *, hint_count: int, everything: bool) -> str:
    # A range of time goes through the index on time. Without one it is cheaper to look at each page once than at each
    # visit, and CROSS JOIN is how SQLite is told to keep that order.
    tables = f"{kind.pages} AS page CROSS JOIN {kind.visits} AS visit"
    if not everything:
        tables = f"{kind.visits} AS visit JOIN {kind.pages} AS page"
    # Three-valued logic drops a NULL time; a time that is no number is later than any number.
    conditions = [
        f"page.id = visit.{kind.page_key}",
        f"{kind.moment} >= ? AND {kind.moment} < ?",
        "(" + " OR ".join([r"page.url LIKE ? ESCAPE '\'"] * hint_count or ["0"]) + ")",
        "typeof(page.url) = 'text'",  # builds of SQLite differ on whether LIKE finds binary values
        *(condition for column, condition in kind.conditions.items() if column in columns),
    ]
    return f"SELECT page.url, {kind.moment} FROM {tables} WHERE {' AND '.join(conditions)}"


def _pattern(hint: str) -> str:
    for special in ("\\", "%", "_"):
        hint = hint.replace(special, f"\\{special}")
    return f"%{hint}%"
