"""A part of the totals in tidy form, read from the published file: what the read API and the command answer."""

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.results.exports import parquet
from pdd_server.services.results.exports.tidy import SCHEMA
from pdd_server.services.results.published_file import ALWAYS, Period

COLUMNS = tuple(SCHEMA)
Row = tuple[Any, ...]
After = tuple[str, str, int]
"""The name of a row: day, stratum or nothing, and the entry's number in the vocabulary, from 1."""

_BATCH = 5_000
"""Rows in memory at a time, 4 MB or so."""
_ORDER = "ORDER BY numbers.day_id, numbers.entry_id"


@dataclass(frozen=True)
class Slice:
    """The rows of a period and of these entries, or of all if there are none; at most `limit`, behind `after`."""

    period: Period = ALWAYS
    entries: tuple[str, ...] = ()
    limit: int | None = None
    after: After | None = None


def rows(connection: sqlite3.Connection, asked: Slice) -> Iterator[list[Row]]:
    """Return the rows with the columns COLUMNS, by day, stratum and entry, some thousand in memory at a time.

    Rejected, before there is a first row, for a stratum or an entry that the campaign does not have, and
    for an `after` that is no row.
    """
    which, values = _which(connection, asked)
    found = connection.execute(
        "SELECT day, stratum, entry, numbers.total, half_width_95, numbers.total - half_width_95, "
        "numbers.total + half_width_95, donors, days.searches, confidence, scale, cohorts, cohorts_planned, final "
        f"{which} {_ORDER} LIMIT ?",
        [*values, -1 if asked.limit is None else asked.limit],
    )
    return iter(partial(found.fetchmany, _BATCH), [])


def last(connection: sqlite3.Connection, asked: Slice) -> After | None:
    """Return the name of the last row within the limit if more rows follow it. Rejected as of `rows`."""
    if asked.limit is None:
        return None
    which, values = _which(connection, asked)
    names = f"SELECT day, coalesce(stratum, ''), entry_id {which} {_ORDER} LIMIT 2 OFFSET ?"
    found = connection.execute(names, [*values, asked.limit - 1]).fetchall()
    return found[0] if len(found) > 1 else None


def is_longer(connection: sqlite3.Connection, asked: Slice, most: int) -> bool:
    """Return whether there are more rows than `most`, whatever the limit. Rejected as of `rows`."""
    where, dates = asked.period.where
    (days,) = connection.execute(f"SELECT count(*) FROM days WHERE {where}", dates).fetchone()
    (labels,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    if days * (len(asked.entries) or labels) <= most:
        return False
    which, values = _which(connection, asked)
    return connection.execute(f"SELECT 1 {which} LIMIT 1 OFFSET ?", [*values, most]).fetchone() is not None


def _which(connection: sqlite3.Connection, asked: Slice) -> tuple[str, list[Any]]:
    """Return the tables and the condition of the rows that are asked for, and its values."""
    if asked.period.stratum is not None:
        _check_stratum(connection, asked.period.stratum)
    ids = _ids(connection, asked.entries)
    where, values = asked.period.where
    first, last_day = connection.execute(f"SELECT min(id), max(id) FROM days WHERE {where}", values).fetchone()
    before = _place(connection, asked.after) if asked.after else (0, 0)
    # Few entries are found by their index; all of them lie in the order that is asked for.
    among = f"AND entry_id IN ({', '.join('?' * len(ids))})" if ids else ""
    order = "INDEXED BY numbers_by_entry" if ids else "NOT INDEXED"
    return (
        f"FROM numbers {order} CROSS JOIN days ON days.id = day_id CROSS JOIN entries ON entries.id = entry_id "
        f"WHERE day_id BETWEEN ? AND ? AND (day_id, entry_id) > (?, ?) AND {where} {among}",
        [max(first or 0, before[0]), last_day, *before, *values, *ids],
    )


def _check_stratum(connection: sqlite3.Connection, stratum: str) -> None:
    """Rejected, which names the campaign's strata, where this is none of them."""
    (listed,) = connection.execute("SELECT strata FROM campaign").fetchone()
    strata = json.loads(listed)
    if stratum in strata:
        return
    known = f"its strata are {', '.join(strata)}" if strata else "it has no strata; leave stratum out"
    what = f"the campaign has none called {stratum!r}; {known}"
    raise Rejected(Rejection.NOT_FOUND, what, "stratum", f"No such stratum: {known}.")


def _place(connection: sqlite3.Connection, after: After) -> tuple[int, int]:
    day, stratum, entry = after
    where = "day = ? AND coalesce(stratum, '') = ?"
    found = connection.execute(f"SELECT id FROM days WHERE {where}", (day, stratum)).fetchone()
    if found is None:
        what = "names no row; take it from the answer before"
        raise Rejected(Rejection.NOT_FOUND, what, "after", f"after {what}.")
    return found[0], entry


def _ids(connection: sqlite3.Connection, entries: Sequence[str]) -> list[int]:
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


def as_csv(batches: Iterable[Sequence[Sequence[Any]]]) -> Iterator[bytes]:
    """Write the rows as CSV (RFC 4180) with a header."""
    for found in chain([[COLUMNS]], batches):
        text = io.StringIO(newline="")
        csv.writer(text).writerows(found)
        yield text.getvalue().encode()


def as_json(batches: Iterable[Sequence[Row]]) -> Iterator[bytes]:
    """Write the rows as JSON, in the form that pandas calls `split`."""
    before = f'{{"columns":{_json(COLUMNS)},"data":['
    for found in batches:
        yield (before + _json(found)[1:-1]).encode()
        before = ","
    yield b"]}" if before == "," else f"{before}]}}".encode()


AS: dict[str, Callable[[Iterable[Sequence[Row]]], Iterator[bytes]]] = {
    "csv": as_csv,
    "json": as_json,
    "parquet": parquet.of_rows,
}
"""How batches of rows are written in each form, in pieces."""


def check_form(form: str) -> None:
    """Rejected, which names the extra that is missing, where this installation cannot write the form."""
    if form != "parquet" or parquet.is_installed():
        return
    raise Rejected(
        Rejection.NOT_FOUND,
        f"parquet needs {parquet.EXTRA}, which is not installed; run pip install '{parquet.EXTRA}', or ask for csv",
        answer=f"This server does not offer Parquet, because {parquet.EXTRA} is not installed on it; ask for csv.",
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
