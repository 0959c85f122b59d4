"""A part of the totals in tidy form, read from the published file: what the read API and the command answer."""

import csv
import io
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from pdd_server.services.reports.frames import SCHEMA
from pdd_server.services.reports.reading import ALWAYS, Period

COLUMNS = tuple(SCHEMA)
Row = tuple[Any, ...]
After = tuple[str, str, int]
"""The name of a row: day, stratum or nothing, and the entry's number in the vocabulary, from 1."""


class SliceError(ValueError):
    """A part that is not there: names what is asked for, and what to do."""


@dataclass(frozen=True)
class Slice:
    """The rows of a period and of these entries, or of all if there are none; at most `limit`, behind `after`."""

    period: Period = ALWAYS
    entries: tuple[str, ...] = ()
    limit: int | None = None
    after: After | None = None


def rows(connection: sqlite3.Connection, asked: Slice) -> tuple[list[Row], After | None]:
    """The rows with the columns COLUMNS, by day, stratum and entry, and the last one's name if there are more.

    SliceError for an entry that is none, and for an `after` that is no row.
    """
    ids = _ids(connection, asked.entries)
    where, values = asked.period.where
    first, last_day = connection.execute(f"SELECT min(id), max(id) FROM days WHERE {where}", values).fetchone()
    before = _place(connection, asked.after) if asked.after else (0, 0)
    # Few entries are found by their index; all of them lie in the order that is asked for.
    among = f"AND entry_id IN ({', '.join('?' * len(ids))})" if ids else ""
    order = "INDEXED BY numbers_by_entry" if ids else "NOT INDEXED"
    found = connection.execute(
        "SELECT day, stratum, entry, numbers.total, half_width_95, max(0, numbers.total - half_width_95), "
        "max(0, numbers.total + half_width_95), donors, days.searches, confidence, scale, entry_id "
        f"FROM numbers {order} CROSS JOIN days ON days.id = day_id CROSS JOIN entries ON entries.id = entry_id "
        f"WHERE day_id BETWEEN ? AND ? AND (day_id, entry_id) > (?, ?) AND {where} {among} "
        "ORDER BY numbers.day_id, numbers.entry_id LIMIT ?",
        [max(first or 0, before[0]), last_day, *before, *values, *ids, -1 if asked.limit is None else asked.limit + 1],
    ).fetchall()
    # One row more than asked for tells whether there are more.
    kept = found if asked.limit is None else found[: asked.limit]
    last = kept[-1] if len(found) > len(kept) else None
    return [row[:-1] for row in kept], last and (last[0], last[1] or "", last[-1])


def _place(connection: sqlite3.Connection, after: After) -> tuple[int, int]:
    day, stratum, entry = after
    where = "day = ? AND coalesce(stratum, '') = ?"
    found = connection.execute(f"SELECT id FROM days WHERE {where}", (day, stratum)).fetchone()
    if found is None:
        raise SliceError("after: names no row; take it from the answer before")
    return found[0], entry


def _ids(connection: sqlite3.Connection, entries: Sequence[str]) -> list[int]:
    marks = ", ".join("?" * len(entries))
    found = dict(connection.execute(f"SELECT entry, id FROM entries WHERE entry IN ({marks})", entries))
    for entry in entries:
        if entry not in found:
            raise SliceError(f"entry: the campaign has none written {entry!r}; write it as in its results")
    return sorted(found.values())


def as_csv(found: Iterable[Sequence[Any]]) -> str:
    """The rows as CSV (RFC 4180) with a header."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(found)
    return text.getvalue()


def as_table(found: Sequence[Row]) -> dict[str, Any]:
    """The rows as JSON can hold them, in the form that pandas calls `split`."""
    return {"columns": COLUMNS, "data": found}


def as_parquet(found: Sequence[Sequence[Any]]) -> bytes:
    """The rows as a Parquet file, with the columns' types as in the published one."""
    frame = pl.DataFrame(found, schema={**SCHEMA, "day": pl.String()}, orient="row")
    file = io.BytesIO()
    frame.with_columns(pl.col("day").str.to_date()).write_parquet(file)
    return file.getvalue()
