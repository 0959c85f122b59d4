"""Copies of a database: of all of it, or into a backup without what only its open rounds need.

For backups every table has its place in `COPIED` or `LEFT_OUT`. Whoever finds a backup can't learn what is left out. A
restored server needs none of it, because it gives up its open rounds and asks donors for new tickets.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, delete, exists, func, insert, select, table, text

from pdd_server.store.accounts import tables as account_tables
from pdd_server.store.campaigns import draft_tables
from pdd_server.store.rounds.cohort import cohort_tables
from pdd_server.store.tables import metadata

COPIED: Mapping[str, frozenset[str]] = {
    "donors": frozenset({"nonce"}),
    "campaigns": frozenset(),
    "nights": frozenset(),
    "rounds": frozenset(),
    "charges": frozenset(),
    "publications": frozenset(),
    "decoys": frozenset(),
    "missing": frozenset(),
    "repeats": frozenset(),
    "lost_groups": frozenset(),
    draft_tables.drafts.name: frozenset(),
    "unlisted": frozenset(),
    "recruiting_codes": frozenset(),
    "completion_codes": frozenset(),
    account_tables.accounts.name: frozenset(),
    "belongs": frozenset(),
    "recovery_codes": frozenset(),
    "account_invitations": frozenset(),
    "tokens": frozenset(),
    "passkeys": frozenset(),
    "audit_log": frozenset(),
    cohort_tables.cohort_resets.name: frozenset(),
    "cohort_epochs": frozenset(),
    "cohort_log": frozenset(),
    "cohort_days": frozenset({"sums", "listed", "digest", "certificate"}),
}
"""The tables that are copied, and which of their columns are left empty."""
LEFT_OUT = frozenset(
    {
        # a restored server asks its witnesses anew
        "cohort_cosignatures",
        # up to where notices were sent: a restored server begins with those of new entries
        "mailed",
        # who was there when
        "activity",
        "versions",
        # open rounds: sums, who is in them, and noisy totals below a campaign's threshold
        "groups",
        "members",
        "gathering",
        "cohort_entries",
        "cohort_signatures",
        "cohort_answers",
        "cohort_excused",
        # which donor has which one-week keys, and the search for offenders
        "cohort_tickets",
        "cohort_leaves",
        "cohort_wrong_places",
        "cohort_donors",
        "cohort_searches",
        # signed-in browsers
        "sessions",
    }
)
"""The tables that are not copied."""
TABLES = tuple(metadata.tables)
"""The names of all tables."""
_ROWS = 2_000
"""How many rows are in memory at once."""


def copy(source: Connection, target: Connection) -> dict[str, int]:
    """Copy the rows that backups have, and return how many rows each table has.

    They are copied in the order of their keys, so a copy does not tell in which order donors came.

    Args:
        source: A snapshot of a database of the newest schema.
        target: A write transaction of another one, whose tables are empty.
    """
    copied = (one for one in metadata.sorted_tables if one.name in COPIED)
    return {one.name: _copy_table(source, target, one, COPIED[one.name]) for one in copied}


def copy_whole(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables, with the same arguments as `copy`."""
    for one in metadata.sorted_tables:
        _copy_table(source, target, one)


def first_difference(one: Connection, other: Connection) -> str | None:
    """Return the name of the first table whose rows differ in two databases of the newest schema, or None."""
    for compared in metadata.sorted_tables:
        pairs = zip_longest(_rows(one, compared), _rows(other, compared))
        if any(row != same for row, same in pairs):
            return compared.name
    return None


def is_empty(connection: Connection) -> bool:
    """Return whether no table of the newest schema has a row."""
    return not any(
        connection.execute(select(exists().select_from(one))).scalar_one() for one in metadata.tables.values()
    )


def count(connection: Connection, names: Iterable[str]) -> dict[str, int]:
    """Return how many rows each of these tables has; the database may be of an older schema."""
    counted = {name: select(func.count()).select_from(table(name)) for name in names}
    return {name: connection.execute(query).scalar_one() for name, query in counted.items()}


def clear(connection: Connection) -> None:
    """Delete all rows of all tables."""
    for one in reversed(metadata.sorted_tables):
        connection.execute(delete(one))


def _copy_table(source: Connection, target: Connection, copied: Table, blank: Collection[str] = ()) -> int:
    """Copy the rows of one table with these columns left empty, and return how many there are."""
    empty, rows = dict.fromkeys(blank), 0
    for some in _found(source, copied):
        target.execute(insert(copied), [{**row, **empty} for row in some])
        rows += len(some)
    if target.dialect.name == "postgresql" and copied.autoincrement_column is not None:
        _count_on(target, copied, copied.autoincrement_column.name)
    return rows


def _rows(connection: Connection, of: Table) -> Iterator[RowMapping]:
    return (row for some in _found(connection, of) for row in some)


def _found(connection: Connection, of: Table) -> Iterator[Any]:
    """Yield a table's rows in the order of their keys, some at a time."""
    query = select(of).order_by(*of.primary_key).execution_options(yield_per=_ROWS)
    return connection.execute(query).mappings().partitions()


def _count_on(connection: Connection, of: Table, column: str) -> None:
    """Let PostgreSQL give the next row of a table the number after the last one, as SQLite does by itself."""
    sequence = f"pg_get_serial_sequence('{of.name}', '{column}')"
    connection.execute(text(f"SELECT setval({sequence}, max({column})) FROM {of.name} HAVING max({column}) > 0"))
