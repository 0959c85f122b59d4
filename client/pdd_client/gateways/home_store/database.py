"""The SQLite connection of a donor's home: rows are read with plain SQL, and mostly written with sqlite_utils."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.db import Table

Row = Mapping[str, Any]
"""A database row: values by column name."""


class HomeDatabase:
    """One connection. A statement outside a transaction commits by itself.

    sqlite_utils is imported only when a row is written. Importing it takes longer than all the reads that `pdd-donor
    status` needs.
    """

    def __init__(self, file: Path, patience: float) -> None:
        """Open the database.

        Args:
            file: the database's file.
            patience: seconds that a statement waits while another connection writes.

        """
        self.connection = sqlite3.connect(file, timeout=patience, check_same_thread=False, isolation_level=None)

    @cached_property
    def writable(self) -> "Database":
        """The same connection, wrapped by sqlite_utils."""
        from sqlite_utils import Database

        return Database(self.connection)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run one SQL statement and return its cursor."""
        return self.connection.execute(sql, values)

    def query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        """Run a query at once and return an iterator over its rows, each a mapping by column name."""
        found = self.connection.execute(sql, values)
        names = [column[0] for column in found.description]
        return (dict(zip(names, row, strict=True)) for row in found)

    def table(self, name: str) -> "Table":
        """Return a table of sqlite_utils, to write rows to."""
        return self.writable.table(name)

    def fact(self, name: str) -> str | None:
        """Return a fact's text; None if it is not stored."""
        row = self.execute("SELECT value FROM facts WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def set_fact(self, name: str, value: str | None) -> None:
        """Store a fact's text; None deletes the fact."""
        if value is None:
            self.execute("DELETE FROM facts WHERE name = ?", [name])
        else:
            self.table("facts").upsert({"name": name, "value": value}, pk="name")

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def read_time(text: str | None) -> datetime | None:
    """Parse a stored time; return None for None."""
    return None if text is None else datetime.fromisoformat(text)
