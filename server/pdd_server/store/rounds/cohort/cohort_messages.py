"""Messages of donors for (sub-)cohorts' days: the entries of uploads, and members' signatures and answers.

An entry is a leaf and the nonce of its upload. The uploads themselves are not stored.
"""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.rounds.cohort.cohort_days import DayKey, at
from pdd_server.store.rounds.cohort.cohort_tables import cohort_answers, cohort_entries, cohort_signatures


def entries(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the entries of a day: the nonce of the upload in its sums, by leaf index."""
    rows = select(cohort_entries.c.leaf, cohort_entries.c.nonce).where(at(key, cohort_entries))
    return {row.leaf: row.nonce for row in connection.execute(rows)}


def nonce_of(connection: Connection, key: DayKey, leaf: int) -> bytes | None:
    """Return the nonce of a leaf's upload in a day's sums; None if it has none there."""
    where = at(key, cohort_entries), cohort_entries.c.leaf == leaf
    found: bytes | None = connection.execute(select(cohort_entries.c.nonce).where(*where)).scalar()
    return found


def add_entries(connection: Connection, key: DayKey, new: Iterable[tuple[int, bytes]]) -> None:
    """Record entries: pairs of the leaf and the nonce of an upload that is added to a day's sums."""
    if rows := [{**key._asdict(), "leaf": leaf, "nonce": nonce} for leaf, nonce in new]:
        connection.execute(insert(cohort_entries), rows)


def signatures(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the members' signatures under a day's list, by place in the committee."""
    return _by_place(connection, cohort_signatures, "signature", key)


def add_signature(connection: Connection, key: DayKey, place: int, signature: bytes) -> None:
    """Store a member's signature under a day's list. A second one of the same place changes nothing."""
    row = {**key._asdict(), "place": place, "signature": signature}
    connection.execute(sqlite_insert(cohort_signatures).values(row).on_conflict_do_nothing())


def answers(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the members' answers for a day, by place in the committee, as they travelled without their signatures."""
    return _by_place(connection, cohort_answers, "total", key)


def answer_of(connection: Connection, key: DayKey, place: int) -> Mapping[int, bytes]:
    """Return the answers for a day of one place only: a mapping with one entry, or empty if it has not answered."""
    where = at(key, cohort_answers), cohort_answers.c.place == place
    found = connection.execute(select(cohort_answers.c.total).where(*where)).scalar()
    return {} if found is None else {place: found}


def add_answer(connection: Connection, key: DayKey, place: int, total: bytes) -> None:
    """Store a member's answer, without its signature. There must be none of this place yet."""
    connection.execute(insert(cohort_answers).values(**key._asdict(), place=place, total=total))


def has_signed(connection: Connection, key: DayKey, place: int) -> bool:
    """Return whether the member at a place has certified a day's list."""
    return _has(connection, cohort_signatures, key, place)


def has_answered(connection: Connection, key: DayKey, place: int) -> bool:
    """Return whether the member at a place has answered for a day."""
    return _has(connection, cohort_answers, key, place)


def _has(connection: Connection, table: Table, key: DayKey, place: int) -> bool:
    return connection.execute(select(table.c.place).where(at(key, table), table.c.place == place)).first() is not None


def _by_place(connection: Connection, table: Table, column: str, key: DayKey) -> dict[int, bytes]:
    rows = connection.execute(select(table.c.place, table.c[column].label("value")).where(at(key, table)))
    return {row.place: row.value for row in rows}
