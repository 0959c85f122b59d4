"""The SQLite connection of a donor's home: plain SQL to read, sqlite_utils to write rows."""

import sqlite3
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.db import Table


class HomeDatabase:
    """One connection. A statement outside a transaction commits itself.

    sqlite_utils is imported by what writes rows: importing it takes longer than all that is read to tell a status.
    """

    def __init__(self, file: Path, patience: float) -> None:
        """Open the file; wait `patience` seconds for others that write."""
        self.connection = sqlite3.connect(file, timeout=patience, check_same_thread=False, isolation_level=None)

    @cached_property
    def writable(self) -> "Database":
        """The same connection as sqlite_utils knows it."""
        from sqlite_utils import Database

        return Database(self.connection)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Run a statement."""
        return self.connection.execute(sql, values)

    def query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[dict[str, Any]]:
        """Return the rows of a query, each as a mapping."""
        found = self.connection.execute(sql, values)
        names = [column[0] for column in found.description]
        return (dict(zip(names, row, strict=True)) for row in found)

    def table(self, name: str) -> "Table":
        """Return a table to write to."""
        return self.writable.table(name)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()
