"""Reads visits from the history databases of Chromium's, Firefox's and Safari's families.

The query filters by URL inside SQLite, so that other pages' addresses never reach this program.

The extension reads the same histories through the browser's own interface, and must find the same visits. So a visit
that this interface hides does not count here, and one that it can't tell apart from others does.

- Chromium: a page that led on by itself does not count, only the page where it ended. Nor does one answered with 404.
- Firefox: both pages of a redirect count, and so do downloads. Visits with the same engine and query within 30 minutes
  become one search later.
- Reloads are told apart, because they begin no search. So are the pages that Chromium opens at its start. A reload
  counts even if a script leads on from it at once: without it, the next page would begin a search. Safari's database
  does not tell reloads.
- Loads into frames don't count: nobody saw them as a page.
- Visits on another device of the same person don't count, because that device may donate too. Firefox's database does
  not tell them apart, so there they do count.
- Visits that a browser imported from another browser count, at their original times.
- Private windows never reach these databases.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from operator import attrgetter
from pathlib import Path

from pdd_client.core.visits import HistoryFile, UnreadHistory, Visit
from pdd_client.gateways.browser_history.history_copy import DAMAGED, UnreadableHistory, private_copy

UNKNOWN_KIND = "of an unknown kind"

# Databases hold some invalid times, such as 0, which means 1601, 1970 or 2001. The browsers are from 2003 and later.
_EARLIEST = datetime(2002, 1, 1, tzinfo=UTC)
_LATEST = datetime(2100, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_Columns = frozenset[tuple[str, str]]
"""Pairs of a table's and a column's name."""


@dataclass(frozen=True)
class _Kind:
    """How one family of browsers stores visits.

    Attributes:
        browser: the family's name.
        pages: the table of pages, with the columns `id` and `url`.
        visits: the table of visits.
        page_key: the column of `visits` that holds a page's id.
        time_column: the column of `visits` that holds the time.
        moment: SQL for a visit's time in whole microseconds since `epoch`.
        epoch: the instant from which the family counts time.
        conditions: SQL that is true for visits that count, by the (table, column) that it needs. A condition is left
            out if its column does not exist, as in older schemas.
        kind_column: the column of `visits` that `reload` needs; without it no visit is known to be a reload.
        reload: SQL that is 1 for a visit that the browser made: it loaded a page again, or opened a start page.

    """

    browser: str
    pages: str
    visits: str
    page_key: str
    time_column: str
    moment: str
    epoch: datetime
    conditions: dict[tuple[str, str], str]
    kind_column: str = ""
    reload: str = "0"

    def fits(self, columns: _Columns) -> bool:
        """Return whether a database with these columns belongs to the family."""
        needed = {(self.pages, "id"), (self.pages, "url")}
        return columns >= needed | {(self.visits, self.page_key), (self.visits, self.time_column)}

    def microseconds(self, time: datetime) -> int:
        """Return an aware time as the family counts it, in whole microseconds since its epoch."""
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
        kind_column="transition",
        reload="(visit.transition & 0xff) IN (6, 8)",
        conditions={
            # Core transition types, in the low byte: 3 and 4 are loads into a frame of a page, and 10 is the double of
            # a search by keyword. 6 is a page that the browser was started with, 8 a reload. 0x20000000 is CHAIN_END:
            # a page without it led on by HTTP, by its header or by a script.
            ("visits", "transition"): "(visit.transition & 0xff) NOT IN (3, 4, 10)"
            " AND (visit.transition & 0x20000000 OR (visit.transition & 0xff) IN (6, 8))",
            # chrome.history leaves out 404, and no other code.
            ("context_annotations", "response_code"): "NOT EXISTS (SELECT 1 FROM context_annotations"
            " WHERE visit_id = visit.id AND response_code = 404)",
            # The identifier of the device that made the visit; empty, or NULL in migrated rows, means this device.
            ("visits", "originator_cache_guid"): "ifnull(visit.originator_cache_guid, '') = ''",
            # Source 0 is "synced" from another device; a visit made on this device has no row.
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
        kind_column="visit_type",
        reload="visit.visit_type = 9",
        conditions={
            # 4 and 8: embedded content, links inside a frame. Extensions are told that redirects (5, 6) and downloads
            # (7) are links.
            ("moz_historyvisits", "visit_type"): "ifnull(visit.visit_type, 1) NOT IN (4, 8)",
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
    """Return the visits in [since, until) whose URL contains one of the hints, ordered by time.

    The browser may be running, and its files are not changed. Bytes of a URL that are not UTF-8 become U+FFFD.

    Args:
        file: the history database.
        since: aware time of the earliest visits, None for no limit.
        until: aware time before which the visits are, None for no limit.
        hints: parts of URLs; the case of ASCII letters does not matter.
        browser: the browser's name for the visits; by default the family's: "chromium", "firefox" or "safari".

    Raises:
        UnreadableHistory: the file can't be copied, is damaged, or is no history of these families.

    """
    with private_copy(file) as copy, closing(sqlite3.connect(copy)) as database:
        try:
            columns = _prepare(database)
            kind = next((kind for kind in _KINDS if kind.fits(columns)), None)
            if kind is None:
                raise UnreadableHistory(file, UNKNOWN_KIND)
            rows = _select(database, kind, columns, since, until, hints)
            name = browser or kind.browser
            visits = [Visit(url, kind.epoch + timedelta(microseconds=at), name, again == 1) for url, at, again in rows]
        except sqlite3.DatabaseError:
            # SQLite's own message is dropped: it may quote what it read, and that is the donor's secret.
            raise UnreadableHistory(file, DAMAGED) from None
    return sorted(visits, key=attrgetter("time"))


def is_history(file: Path) -> bool:
    """Return whether a database is a history of these families, by its tables' names; nothing else of it is read.

    The browser may be running. Of a database whose tables are still in its write-ahead log alone, the answer is no.

    Raises:
        OSError: the file can't be opened.

    """
    with file.open("rb"):
        pass  # SQLite does not say why a file can't be opened
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True)) as database:
            columns = _prepare(database)
    except sqlite3.DatabaseError:
        return False
    return any(kind.fits(columns) for kind in _KINDS)


def read_all(
    files: Iterable[HistoryFile],
    *,
    since: datetime | None,
    until: datetime | None,
    hints: Sequence[str],
) -> tuple[list[Visit], list[UnreadHistory]]:
    """Return the visits of all files ordered by time, and the files that could not be read.

    The arguments are those of `read_visits`.
    """
    visits: list[Visit] = []
    unread: list[UnreadHistory] = []
    for file in files:
        try:
            visits += read_visits(file.path, since=since, until=until, hints=hints, browser=file.browser)
        except UnreadableHistory as error:
            unread.append(UnreadHistory(error.file, error.reason))
    return sorted(visits, key=attrgetter("time")), unread


def _prepare(database: sqlite3.Connection) -> _Columns:
    """Configure the connection and return all existing (table, column) pairs.

    This is the first read of the database, so a damaged file raises sqlite3.DatabaseError here.
    """
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
    """Run the query and return its cursor; each row is ``(url, microseconds since the kind's epoch, reload)``."""
    sql = _query(kind, columns, hint_count=len(hints), everything=since is None and until is None)
    bounds = (max(since or _EARLIEST, _EARLIEST), min(until or _LATEST, _LATEST))
    return database.execute(sql, [*map(kind.microseconds, bounds), *map(_pattern, hints)])


def _query(kind: _Kind, columns: _Columns, *, hint_count: int, everything: bool) -> str:
    """Return the SQL that selects visits; its parameters are the two bounds of time and then the hints' patterns.

    Only names and conditions of `kind`, which are constants of this module, become part of the SQL.
    """
    # A range of time uses the index on time. Without a range it is cheaper to test each page's URL once than once for
    # each visit. CROSS JOIN makes SQLite keep that order of the tables.
    tables = f"{kind.pages} AS page CROSS JOIN {kind.visits} AS visit"
    if not everything:
        tables = f"{kind.visits} AS visit JOIN {kind.pages} AS page"
    # A NULL time makes the comparison NULL, which drops the visit. SQLite sorts text after all numbers, so `<` drops a
    # time that is text.
    conditions = [
        f"page.id = visit.{kind.page_key}",
        f"{kind.moment} >= ? AND {kind.moment} < ?",
        "(" + " OR ".join([r"page.url LIKE ? ESCAPE '\'"] * hint_count or ["0"]) + ")",
        "typeof(page.url) = 'text'",  # builds of SQLite differ on whether LIKE finds binary values
        *(condition for column, condition in kind.conditions.items() if column in columns),
    ]
    reload = kind.reload if (kind.visits, kind.kind_column) in columns else "0"
    return f"SELECT page.url, {kind.moment}, {reload} FROM {tables} WHERE {' AND '.join(conditions)}"


def _pattern(hint: str) -> str:
    r"""Return the LIKE pattern for texts that contain the hint; `\` escapes the wildcards in it."""
    for special in ("\\", "%", "_"):
        hint = hint.replace(special, f"\\{special}")
    return f"%{hint}%"
