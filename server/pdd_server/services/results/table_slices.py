"""Rows of the totals in tidy form, read from the published file for the results API and the command `results`."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.results.exports import parquet
from pdd_server.services.results.exports.tidy import SCHEMA
from pdd_server.services.results.published_file import ALWAYS, Period

Row = tuple[Any, ...]
Schema = Mapping[str, str]
"""Columns in order, with their types as a Frictionless table schema calls them."""
After = tuple[str, str, int]
"""Names a row: the day, the stratum (empty if there is none), and the keyword's number in the vocabulary, from 1."""

MOST_STREAMED = 500_000
"""The most rows of a response without `limit`: a few seconds' work and about 30 MB."""
_BATCH = 500
"""Rows in memory at a time. To format more of them at once would keep donors' threads from Python's interpreter."""
_ORDER = "ORDER BY numbers.day_id, numbers.entry_id"


@dataclass(frozen=True)
class Slice:
    """A request for rows.

    Attributes:
        period: The days and the stratum.
        entries: The keywords; empty for all.
        limit: The most rows; None without a limit.
        after: The row before the first one wanted; None to begin with the first.
    """

    period: Period = ALWAYS
    entries: tuple[str, ...] = ()
    limit: int | None = None
    after: After | None = None


def rows(connection: sqlite3.Connection, asked: Slice) -> Iterator[list[Row]]:
    """Return an iterator over batches of rows with the columns of SCHEMA, sorted by day, stratum and entry.

    Raises:
        Rejected: NOT_FOUND, before the first batch, for a stratum or keyword that the campaign does not have, or if
            the day and stratum of `after` were not published.
    """
    which, values = _which(connection, asked)
    found = connection.execute(
        "SELECT day, stratum, entry, numbers.total, half_width_95, numbers.total - half_width_95, "
        "numbers.total + half_width_95, donors, days.searches, confidence, scale, cohorts, cohorts_planned, final, "
        "donors_half_width_95, searches_half_width_95, counting_rules, sd, full "
        f"{which} {_ORDER} LIMIT ?",
        [*values, -1 if asked.limit is None else asked.limit],
    )
    return iter(partial(found.fetchmany, _BATCH), [])


def last(connection: sqlite3.Connection, asked: Slice) -> After | None:
    """Return the name of the last row within the limit if more rows follow it; None otherwise, or without a limit.

    Raises:
        Rejected: As `rows`.
    """
    if asked.limit is None:
        return None
    which, values = _which(connection, asked)
    names = f"SELECT day, coalesce(stratum, ''), entry_id {which} {_ORDER} LIMIT 2 OFFSET ?"
    found = connection.execute(names, [*values, asked.limit - 1]).fetchall()
    return found[0] if len(found) > 1 else None


def is_longer(connection: sqlite3.Connection, asked: Slice, most: int) -> bool:
    """Return whether there are more than `most` rows, not counting the limit.

    Raises:
        Rejected: As `rows`, but not if days and keywords alone show that there are not so many rows.
    """
    where, dates = asked.period.where
    (days,) = connection.execute(f"SELECT count(*) FROM days WHERE {where}", dates).fetchone()
    (labels,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    if days * (len(asked.entries) or labels) <= most:
        return False
    which, values = _which(connection, asked)
    return connection.execute(f"SELECT 1 {which} LIMIT 1 OFFSET ?", [*values, most]).fetchone() is not None


def _which(connection: sqlite3.Connection, asked: Slice) -> tuple[str, list[Any]]:
    """Return the FROM and WHERE clauses of the rows that are asked for, and their values."""
    if asked.period.stratum is not None:
        check_stratum(connection, asked.period.stratum)
    ids = ids_of(connection, asked.entries)
    where, values = asked.period.where
    first, last_day = connection.execute(f"SELECT min(id), max(id) FROM days WHERE {where}", values).fetchone()
    before = _place(connection, asked.after) if asked.after else (0, 0)
    # SQLite is told the plan. Chosen keywords are found by their index; all keywords lie in the wanted order already.
    among = f"AND entry_id IN ({', '.join('?' * len(ids))})" if ids else ""
    order = "INDEXED BY numbers_by_entry" if ids else "NOT INDEXED"
    return (
        f"FROM numbers {order} CROSS JOIN days ON days.id = day_id CROSS JOIN entries ON entries.id = entry_id "
        f"WHERE day_id BETWEEN ? AND ? AND (day_id, entry_id) > (?, ?) AND {where} {among}",
        [max(first or 0, before[0]), last_day, *before, *values, *ids],
    )


def check_stratum(connection: sqlite3.Connection, stratum: str, asked: str = "stratum") -> None:
    """Check that the campaign has the stratum that the parameter `asked` names.

    Raises:
        Rejected: NOT_FOUND, which names its strata.
    """
    (listed,) = connection.execute("SELECT strata FROM campaign").fetchone()
    strata = json.loads(listed)
    if stratum in strata:
        return
    known = f"its strata are {', '.join(strata)}" if strata else f"it has no strata; leave {asked} out"
    what = f"the campaign has none called {stratum!r}; {known}"
    raise Rejected(Rejection.NOT_FOUND, what, asked, f"No such stratum: {known}.")


def _place(connection: sqlite3.Connection, after: After) -> tuple[int, int]:
    """Return the ids of a row's day and keyword; raise Rejected NOT_FOUND if its day and stratum are not published."""
    day, stratum, entry = after
    where = "day = ? AND coalesce(stratum, '') = ?"
    found = connection.execute(f"SELECT id FROM days WHERE {where}", (day, stratum)).fetchone()
    if found is None:
        what = "names no row; take it from the answer before"
        raise Rejected(Rejection.NOT_FOUND, what, "after", f"after {what}.")
    return found[0], entry


def ids_of(connection: sqlite3.Connection, entries: Sequence[str]) -> list[int]:
    """Return the ids of keywords, rising; raise Rejected NOT_FOUND for a keyword that the campaign does not have."""
    marks = ", ".join("?" * len(entries))
    found = dict(connection.execute(f"SELECT entry, id FROM entries WHERE entry IN ({marks})", entries))
    for entry in entries:
        if entry not in found:
            what = "write it as in its results"
            raise Rejected(
                Rejection.NOT_FOUND,
                f"the campaign has none written {entry!r}; {what}",
                "entry",
                f"The campaign has no such entry; {what}.",
            )
    return sorted(found.values())


def as_csv(batches: Iterable[Sequence[Sequence[Any]]], schema: Schema = SCHEMA) -> Iterator[bytes]:
    """Yield batches of rows as pieces of a CSV file (RFC 4180) with a header."""
    for found in chain([[tuple(schema)]], batches):
        text = io.StringIO(newline="")
        csv.writer(text).writerows(found)
        yield text.getvalue().encode()


def as_json(batches: Iterable[Sequence[Row]], schema: Schema = SCHEMA) -> Iterator[bytes]:
    """Yield batches of rows as pieces of a JSON document, in the form that pandas calls `split`."""
    before = f'{{"columns":{_json(tuple(schema))},"data":['
    for found in batches:
        if not found:
            continue
        yield (before + _json(found)[1:-1]).encode()
        before = ","
    yield b"]}" if before == "," else f"{before}]}}".encode()


AS: dict[str, Callable[[Iterable[Sequence[Row]], Schema], Iterator[bytes]]] = {
    "csv": as_csv,
    "json": as_json,
    "parquet": parquet.of_rows,
}
"""For each form, the function that turns batches of rows, and their columns with types, into pieces of a file."""


def check_form(form: str) -> None:
    """Check that this installation can write a form of results.

    Raises:
        Rejected: NOT_FOUND for `parquet` if the extra is not installed that it needs.
    """
    if form != "parquet" or parquet.is_installed():
        return
    raise Rejected(
        Rejection.NOT_FOUND,
        f"parquet needs {parquet.EXTRA}, which is not installed; run pip install '{parquet.EXTRA}', or ask for csv",
        answer=f"This server does not offer Parquet, because {parquet.EXTRA} is not installed on it; ask for csv.",
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
