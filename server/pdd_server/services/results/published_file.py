"""Reading the published SQLite file, as it stands, for pages and answers: nothing here knows the server's database."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import sqlite_utils

from pdd_server.services.results.exports import database
from pdd_server.services.results.results import law_in
from pdd_shared.privacy.noise.distributions import Law

Order = Literal["total", "-total", "entry", "-entry"]
"""How entries are sorted: `-total` begins with the largest."""
_ORDERS: dict[Order, str] = {
    "total": "total, entry",
    "-total": "total DESC, entry",
    "entry": "entry",
    "-entry": "entry DESC",
}
_CONTAINS = "instr(entry, ?)"
_SPANS = 52


@dataclass(frozen=True)
class Period:
    """The days from `first` to `last`, both included, of one stratum; None: no bound, all strata."""

    first: date | None = None
    last: date | None = None
    stratum: str | None = None

    @property
    def where(self) -> tuple[str, list[str]]:
        """The condition on `days`, and its values."""
        asked = (("day >= ?", self.first), ("day <= ?", self.last), ("stratum = ?", self.stratum))
        parts = [(text, str(value)) for text, value in asked if value is not None]
        return " AND ".join(["1", *(text for text, _ in parts)]), [value for _, value in parts]


ALWAYS = Period()


class Day(NamedTuple):
    """What is published of a day and stratum beside its totals."""

    id: int
    day: date
    stratum: str | None
    donors: int
    searches: int
    confidence: float
    half_width: int
    cohorts: int
    cohorts_planned: int
    final: int
    law: Law


@dataclass(frozen=True)
class Laws:
    """The law of the noise of each day and stratum, by its id, and how many have which."""

    by_day: Mapping[int, Law]
    together: Counter[Law]

    @classmethod
    def of(cls, days: Iterable[Day]) -> "Laws":
        """Those of these days, counted once for all entries."""
        by_day = {day.id: day.law for day in days}
        return cls(by_day, Counter(by_day.values()))


@dataclass(frozen=True)
class Sum:
    """An entry's totals of a period added up; `listed` days and strata have one, which had so many `searches`."""

    id: int
    entry: str
    total: int
    listed: int
    searches: int


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """A campaign's published file, as it is now however often it is replaced; empty where there is none yet."""
    file = (folder / "totals.sqlite").absolute()
    if not file.exists():
        with closing(sqlite_utils.Database(memory=True)) as nothing:
            database.empty(nothing)
            yield nothing.conn
        return
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        yield connection


def days_of(connection: sqlite3.Connection, period: Period) -> list[Day]:
    """The published days and strata of a period, in order."""
    where, values = period.where
    found = connection.execute(
        "SELECT id, day, stratum, donors, searches, confidence, half_width_95, "
        "cohorts, cohorts_planned, final, law, scale, shares "
        f"FROM days WHERE {where} ORDER BY id",
        values,
    )
    return [_day(row) for row in found]


def newest_of(connection: sqlite3.Connection) -> date | None:
    """Return the newest published day of the campaign."""
    (newest,) = connection.execute("SELECT max(day) FROM days").fetchone()
    return date.fromisoformat(newest) if newest else None


def missing_of(connection: sqlite3.Connection, period: Period) -> list[tuple[date, str]]:
    """The days of a period without totals, and why."""
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
    """The entries that have a total in a period and this text in them, sorted, from the one at `offset` on.

    With them how many there are in all, 0 where `offset` is behind the last one.
    """
    text, values = _sums(period, _CONTAINS, search.lower())
    count = "count(*) OVER ()"
    if period == ALWAYS:  # these sums are in order: counted apart, only those of the page are read
        count, values = f"(SELECT count(*) FROM ({text}))", 2 * values
    text = f"SELECT *, {count} FROM ({text}) ORDER BY {_ORDERS[order]} LIMIT ? OFFSET ?"
    found = connection.execute(text, [*values, limit, offset]).fetchall()
    return [Sum(*row[:-1]) for row in found], found[0][-1] if found else 0


def largest_of(
    connection: sqlite3.Connection, days: list[Day], limit: int
) -> tuple[list[tuple[str, dict[int, int]]], int]:
    """The entries with the largest totals of a few days and strata, each with these by id, and how many have any."""
    ids = [day.id for day in days]
    among = f"FROM numbers WHERE day_id IN ({', '.join('?' * len(ids))})"
    # Of one day and stratum there is nothing to add up, which takes most of the time.
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
    """These entries, in this order; those without a total in the period are left out."""
    asked = (_sums(period, "entry = ?", entry) for entry in dict.fromkeys(entries))
    found = (connection.execute(text, values).fetchone() for text, values in asked)
    return [Sum(*row) for row in found if row]


def _sums(period: Period, condition: str, value: str) -> tuple[str, list[str]]:
    """The sums of all days stand in the file; others are added up."""
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
    """An entry's totals by the id of their day and stratum."""
    return dict(connection.execute("SELECT day_id, total FROM numbers WHERE entry_id = ?", [entry]))


def trend_of(connection: sqlite3.Connection, entry: int, days: list[Day]) -> list[int]:
    """Return an entry's totals over time, as sums of at most 52 spans of the same length.

    Args:
        connection: The published file.
        entry: The entry's id.
        days: The days and strata that are added up, in order. Their ids have gaps where a stratum is left out.

    Returns:
        A sum for each span in which the entry has a total, the earliest first.
    """
    if not days:
        return []
    first, size = days[0].id, -(-(days[-1].id - days[0].id + 1) // _SPANS)
    found = connection.execute(
        "SELECT sum(total) FROM numbers WHERE entry_id = ? AND day_id IN (SELECT value FROM json_each(?)) "
        "GROUP BY (day_id - ?) / ? ORDER BY day_id",
        [entry, json.dumps([day.id for day in days]), first, size],
    )
    return [total for (total,) in found]


def laws_of(connection: sqlite3.Connection, one: Sum, laws: Laws) -> Counter[Law]:
    """How many draws of which law are in an entry's sum over the days it has a total of."""
    if one.listed == len(laws.by_day):
        return laws.together
    return Counter(laws.by_day[day] for day in totals_of(connection, one.id) if day in laws.by_day)


def _day(row: tuple[Any, ...]) -> Day:
    *plain, law, scale, shares = row
    return Day._make((*plain, _law(law, scale, shares)))._replace(day=date.fromisoformat(row[1]))


@lru_cache(maxsize=1024)
def _law(law: str, scale: float, shares: str) -> Law:
    """Most days have the same."""
    return law_in({"law": law, "scale": scale, "shares": json.loads(shares)})
