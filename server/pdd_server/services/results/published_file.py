"""Queries on a campaign's published SQLite file, for pages and the API. The server's own database is not used."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import sqlite_utils

from pdd_server.services.results.exports import database
from pdd_shared.series.published_days import Day, DayLaws, law_in

Order = Literal["total", "-total", "entry", "-entry"]
"""How keywords are sorted: `-total` begins with the largest."""
_ORDERS: dict[Order, str] = {
    "total": "total, entry",
    "-total": "total DESC, entry",
    "entry": "entry",
    "-entry": "entry DESC",
}
_CONTAINS = "instr(entry, ?)"
"""The condition that a keyword contains a text. With LIKE, % and _ in the text would be wildcards."""
_SPANS = 52
"""The most points of a keyword's small line."""


@dataclass(frozen=True)
class Period:
    """A part of a campaign's published days.

    Attributes:
        first: The first day; None without a bound.
        last: The last day, included; None without a bound.
        stratum: The stratum; None for all strata.
    """

    first: date | None = None
    last: date | None = None
    stratum: str | None = None

    @property
    def where(self) -> tuple[str, list[str]]:
        """The SQL condition on the table `days`, and its values."""
        asked = (("day >= ?", self.first), ("day <= ?", self.last), ("stratum = ?", self.stratum))
        parts = [(text, str(value)) for text, value in asked if value is not None]
        return " AND ".join(["1", *(text for text, _ in parts)]), [value for _, value in parts]


ALWAYS = Period()
"""All days and strata."""


@dataclass(frozen=True)
class Laws:
    """The laws of the noise of some days and strata.

    Attributes:
        by_day: The laws of each day and stratum, by its id.
        together: How many days and strata have the same laws.
    """

    by_day: Mapping[int, DayLaws]
    together: Counter[DayLaws]

    @classmethod
    def of(cls, days: Iterable[Day]) -> "Laws":
        """Return the laws of these days. They are counted here once for all keywords."""
        by_day = {day.id: day.laws for day in days}
        return cls(by_day, Counter(by_day.values()))


@dataclass(frozen=True)
class Sum:
    """The sum of a keyword's totals over a period.

    Attributes:
        id: The keyword's id in the file: its number in the vocabulary, from 1.
        entry: The keyword.
        total: The sum of its totals.
        listed: How many days and strata have a total of it.
        searches: The searches counted on these days and strata.
    """

    id: int
    entry: str
    total: int
    listed: int
    searches: int


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the published file in a campaign's folder; a file that is not there yet reads as one without days.

    The server replaces the file as a whole. Until the block ends, the connection reads the file that it opened.
    """
    file = (folder / "totals.sqlite").absolute()
    if not file.exists():
        with closing(sqlite_utils.Database(memory=True)) as nothing:
            database.empty(nothing)
            yield nothing.conn
        return
    # The file is replaced, never changed, so SQLite may skip locks and look for no journal.
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        yield connection


def days_of(connection: sqlite3.Connection, period: Period) -> list[Day]:
    """Return the published days and strata of a period, in order."""
    where, values = period.where
    found = connection.execute(
        "SELECT id, day, stratum, donors, searches, confidence, half_width_95, "
        "cohorts, cohorts_planned, final, shares, donors_law, donors_scale, donors_unit, "
        "searches_law, searches_scale, searches_unit, law, scale, unit "
        f"FROM days WHERE {where} ORDER BY id",
        values,
    )
    return [_day(row) for row in found]


def newest_of(connection: sqlite3.Connection) -> date | None:
    """Return the newest published day of the campaign; None before the first."""
    (newest,) = connection.execute("SELECT max(day) FROM days").fetchone()
    return date.fromisoformat(newest) if newest else None


def missing_of(connection: sqlite3.Connection, period: Period) -> list[tuple[date, str]]:
    """Return the days of a period that have no totals, each with its reason. The period's stratum is ignored."""
    where, values = Period(period.first, period.last).where
    found = connection.execute(f"SELECT day, reason FROM missing WHERE {where} ORDER BY day", values)
    return [(date.fromisoformat(day), reason) for day, reason in found]


def entries_of(
    connection: sqlite3.Connection,
    period: Period,
    *,
    search: str = "",
    order: Order = "-total",
    limit: int,
    offset: int,
) -> tuple[list[Sum], int]:
    """Return one page of the keywords that have a total in a period.

    Args:
        connection: The published file.
        period: The days and the stratum.
        search: Text that the keyword has to contain; it is lower-cased first.
        order: How the keywords are sorted.
        limit: The most keywords to return.
        offset: How many keywords to leave out before them.

    Returns:
        The keywords' sums, and how many keywords there are on all pages; 0 if `offset` is beyond the last one.
    """
    text, values = _sums(period, _CONTAINS, search.lower())
    count = "count(*) OVER ()"
    # The file has the sums of all days in order. If they are counted apart, SQLite reads only those of the page.
    if period == ALWAYS:
        count, values = f"(SELECT count(*) FROM ({text}))", 2 * values
    text = f"SELECT *, {count} FROM ({text}) ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    found = connection.execute(text, [*values, limit, offset]).fetchall()
    return [Sum(*row[:-1]) for row in found], found[0][-1] if found else 0


def largest_of(
    connection: sqlite3.Connection, days: list[Day], limit: int
) -> tuple[list[tuple[str, dict[int, int]]], int]:
    """Return the keywords with the largest sums over a few days and strata.

    Args:
        connection: The published file.
        days: The days and strata.
        limit: The most keywords to return.

    Returns:
        The keywords, the largest first, each with its totals by the id of the day and stratum; and how many keywords
        have a total on these days.
    """
    ids = [day.id for day in days]
    among = f"FROM numbers WHERE day_id IN ({', '.join('?' * len(ids))})"
    # With one day and stratum there is nothing to add up. Grouping would take most of the time.
    one = len(ids) == 1
    sorted_by = "ORDER BY total" if one else "GROUP BY entry_id ORDER BY sum(total)"
    text = f"SELECT entry_id {among} {sorted_by} DESC, entry_id LIMIT ?"
    found = [entry for (entry,) in connection.execute(text, [*ids, limit])]
    (count,) = connection.execute(f"SELECT count({'*' if one else 'DISTINCT entry_id'}) {among}", ids).fetchone()
    marks = ", ".join("?" * len(found))
    labels = dict(connection.execute(f"SELECT id, entry FROM entries WHERE id IN ({marks})", found))
    totals: dict[int, dict[int, int]] = {entry: {} for entry in found}
    text = f"SELECT entry_id, day_id, total {among} AND entry_id IN ({marks})"
    for entry, day, total in connection.execute(text, [*ids, *found]):
        totals[entry][day] = total
    return [(labels[entry], its) for entry, its in totals.items()], count


def chosen_of(connection: sqlite3.Connection, period: Period, entries: Iterable[str]) -> list[Sum]:
    """Return the sums of these keywords, in this order, without those that have no total in the period."""
    asked = (_sums(period, "entry = ?", entry) for entry in dict.fromkeys(entries))
    found = (connection.execute(text, values).fetchone() for text, values in asked)
    return [Sum(*row) for row in found if row]


def _sums(period: Period, condition: str, value: str) -> tuple[str, list[str]]:
    """Return the query of keywords' sums over a period, and its values. The file has the sums of all days already."""
    if period == ALWAYS:
        return f"SELECT id, entry, total, listed, searches FROM entries WHERE listed AND {condition}", [value]
    where, values = period.where
    return (
        "SELECT entries.id, entry, sum(numbers.total) AS total, count(*) AS listed, sum(days.searches) AS searches "
        "FROM entries JOIN numbers ON entry_id = entries.id JOIN days ON days.id = day_id "
        f"WHERE {where} AND {condition} GROUP BY entries.id",
        [*values, value],
    )


def totals_of(connection: sqlite3.Connection, entry: int) -> dict[int, int]:
    """Return the totals of the keyword with this id, by the id of the day and stratum."""
    return dict(connection.execute("SELECT day_id, total FROM numbers WHERE entry_id = ?", [entry]))


def trend_of(connection: sqlite3.Connection, entry: int, days: Iterable[Day], strata: int) -> list[int]:
    """Return an entry's totals over time, as sums of at most 52 spans of as many days each.

    Args:
        connection: The published file.
        entry: The entry's id.
        days: The days and strata that are added up.
        strata: How many strata a day has to have.

    Returns:
        A sum for each span, the earliest first. Days that are not final, or lack a stratum's total, are left out. So
        are the earliest days if they fill no span.
    """
    ids = json.dumps([day.id for day in days if day.final])
    found = connection.execute(
        "SELECT sum(numbers.total) FROM numbers JOIN days ON days.id = day_id "
        "WHERE entry_id = ? AND day_id IN (SELECT value FROM json_each(?)) "
        "GROUP BY day HAVING count(*) = ? ORDER BY day",
        [entry, ids, strata],
    )
    totals = [total for (total,) in found]
    size = max(1, -(-len(totals) // _SPANS))
    return [sum(totals[at : at + size]) for at in range(len(totals) % size, len(totals), size)]


def laws_of(connection: sqlite3.Connection, one: Sum, laws: Laws) -> Counter[DayLaws]:
    """Return how many draws of the same laws are in a keyword's sum: one for each day and stratum that lists it."""
    if one.listed == len(laws.by_day):
        return laws.together
    return Counter(laws.by_day[day] for day in totals_of(connection, one.id) if day in laws.by_day)


def _day(row: tuple[Any, ...]) -> Day:
    plain, noise = row[:10], row[10:]
    return Day._make((*plain, _laws(*noise), None))._replace(day=date.fromisoformat(row[1]))


@lru_cache(maxsize=1024)
def _laws(shares: str, *of_kinds: str | float) -> DayLaws:
    """Return the laws of a day's noise from its columns. The cache helps because most days have the same laws.

    Args:
        shares: The donors' shares in each number, as JSON.
        of_kinds: Law, scale and unit of the noise on the donors, the searches and the totals.
    """
    made = {"shares": json.loads(shares)}
    kinds = zip(of_kinds[0::3], of_kinds[1::3], of_kinds[2::3], strict=True)
    return DayLaws(*(law_in({"law": law, "scale": scale, "unit": unit, **made}) for law, scale, unit in kinds))
