"""Write history databases as Chrome, Firefox and Safari keep them, for tests, benchmarks and the demonstration.

A visit is ``(url, time, title)`` with an aware datetime. A file is written in one transaction and without fsync: 40
visits take some milliseconds, a million some seconds.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from scripts.rehearsal import history_schemas

Row = tuple[str, datetime, str]

_SINCE_1601 = datetime(1601, 1, 1, tzinfo=UTC)
_SINCE_1970 = datetime(1970, 1, 1, tzinfo=UTC)
_SINCE_2001 = datetime(2001, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_LINK = 0x30000000
"""Chrome's transition type of a followed link. Its two flags mark a visit that begins and ends its redirect chain."""


class _Pages:
    """Distinct URLs, numbered in order of appearance, each with its visit count, last visit and last title."""

    def __init__(self) -> None:
        self.seen: dict[str, list[int | str]] = {}

    def note(self, visits: Iterable[Row], epoch: datetime) -> Iterator[tuple[int, int]]:
        """Yield the visits as ``(page number from 1, microseconds since epoch)``, and note their pages."""
        for url, time, title in visits:
            moment = (time - epoch) // _MICROSECOND
            page = self.seen.setdefault(url, [len(self.seen) + 1, 0, moment, title])
            page[1] += 1
            page[2] = max(page[2], moment)
            yield page[0], moment

    def __iter__(self) -> Iterator[tuple[int, str, str, int, int]]:
        """Yield the pages as ``(number, url, title, visit count, last visit)``."""
        return ((number, url, title, count, last) for url, (number, count, last, title) in self.seen.items())


@contextmanager
def _new_database(path: Path, schema: str, *pragmas: str) -> Iterator[sqlite3.Connection]:
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in (*pragmas, "synchronous=OFF"):
            database.execute(f"PRAGMA {pragma}")
        tables, indices = _split(schema)
        database.execute("BEGIN")
        for statement in tables:
            database.execute(statement)
        yield database
        # Indices are made last: then a million rows are sorted once instead of inserted one by one.
        for statement in indices:
            database.execute(statement)
        database.execute("COMMIT")


def _split(schema: str) -> tuple[list[str], list[str]]:
    statements = [statement.strip() for statement in schema.split(";") if statement.strip()]
    indices = [statement for statement in statements if statement.split()[1] in ("INDEX", "UNIQUE")]
    return [statement for statement in statements if statement not in indices], indices


def _insert_pairs(database: sqlite3.Connection, table: str, pairs: Mapping[str, object]) -> None:
    database.executemany(f"INSERT INTO {table} (key, value) VALUES (?, ?)", pairs.items())


def write_chrome(path: Path, visits: Iterable[Row], *, schema: str = "current") -> None:
    """Write a Chromium family ``History`` of the schema "16" (2013), "22", "36" (2017) or "current" (2026)."""
    current = schema == "current"
    # Chrome writes the empty string for a visit made on this device, another device's identifier otherwise.
    column, value = (", originator_cache_guid", ", ''") if current else ("", "")
    pages = _Pages()
    with _new_database(path, history_schemas.CHROME[schema], "page_size=4096") as database:
        version = "70" if current else schema
        _insert_pairs(database, "meta", {"version": version, "last_compatible_version": "16"})
        database.executemany(
            f"INSERT INTO visits (url, visit_time, from_visit, transition{column}) VALUES (?, ?, 0, {_LINK}{value})",
            pages.note(visits, _SINCE_1601),
        )
        database.executemany(
            "INSERT INTO urls (id, url, title, visit_count, last_visit_time) VALUES (?, ?, ?, ?, ?)", pages
        )


def write_firefox(path: Path, visits: Iterable[Row]) -> None:
    """Write a Firefox family ``places.sqlite``: 32 KB pages, in write-ahead log mode as Firefox leaves it."""
    pages = _Pages()
    pragmas = ("page_size=32768", "journal_mode=WAL", "user_version=77")
    with _new_database(path, history_schemas.FIREFOX, *pragmas) as database:
        database.executemany(
            "INSERT INTO moz_historyvisits (place_id, visit_date, from_visit, visit_type, session)"
            " VALUES (?, ?, 0, 1, 0)",
            pages.note(visits, _SINCE_1970),
        )
        database.executemany(
            "INSERT INTO moz_places (id, url, title, visit_count, last_visit_date, guid, rev_host)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            ((*page, f"{page[0]:012x}", _reversed_host(page[1])) for page in pages),
        )


def _reversed_host(url: str) -> str:
    return (urlsplit(url).hostname or "")[::-1] + "."


def write_safari(path: Path, visits: Iterable[Row]) -> None:
    """Write a Safari ``History.db``: seconds since 2001 as floating point, in write-ahead log mode."""
    pages = _Pages()
    with _new_database(path, history_schemas.SAFARI, "journal_mode=WAL") as database:
        _insert_pairs(database, "metadata", {"client_version": 1})
        database.executemany(
            "INSERT INTO history_visits (history_item, visit_time) VALUES (?, ?)",
            ((page, moment / 1_000_000) for page, moment in pages.note(visits, _SINCE_2001)),
        )
        database.executemany(
            "INSERT INTO history_items (id, url, visit_count, daily_visit_counts,"
            " should_recompute_derived_visit_counts, visit_count_score) VALUES (?, ?, ?, x'', 0, 100)",
            ((number, url, count) for number, url, _title, count, _last in pages),
        )
        database.executemany(
            "UPDATE history_visits SET title = ? WHERE history_item = ?",
            ((title, number) for number, _url, title, _count, _last in pages),
        )


WRITERS: dict[str, Callable[[Path, Iterable[Row]], None]] = {
    "chrome": write_chrome,
    **{f"chrome-{schema}": partial(write_chrome, schema=schema) for schema in ("36", "22", "16")},
    "firefox": write_firefox,
    "safari": write_safari,
}
"""The function that writes each kind of history."""


def searches(count: int, start: datetime = datetime(2026, 11, 20, 12, tzinfo=UTC)) -> list[Row]:
    """Return visits to Google's results for flu0, flu1 and so on, a minute apart."""
    return [
        (f"https://www.google.com/search?q=flu{i}", start + timedelta(minutes=i), f"flu{i} - Google Search")
        for i in range(count)
    ]


def alter(file: Path, *statements: str) -> None:
    """Run SQL statements on a history database, to make what a test needs."""
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)
