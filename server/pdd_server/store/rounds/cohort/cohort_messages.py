"""Messages of donors for (sub-)cohorts' days: the entries of uploads, and members' signatures and answers.

An entry is a leaf and the nonce of its upload. The uploads themselves are not stored.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, insert, select

from pdd_server.store.rounds.cohort.cohort_days import DayKey, at
from pdd_server.store.rounds.cohort.cohort_tables import cohort_answers, cohort_entries, cohort_signatures
from pdd_server.store.upserts import upsert


def _of_day(table: Table, *columns: str) -> Select[Any]:
    """Return a statement that selects columns where the parameters name a day by `DayKey`'s fields."""
    where = [table.c[name] == bindparam(name) for name in DayKey._fields]
    return select(*(table.c[name] for name in columns)).where(*where)


# Built once: building a statement takes longer than its answer.
_SIGNED = _of_day(cohort_signatures, "place")
_SIGNATURES = _of_day(cohort_signatures, "place", "signature")
_ANSWERED = _of_day(cohort_answers, "place")
_ANSWERS = _of_day(cohort_answers, "place", "total")
_ANSWER = _ANSWERS.where(cohort_answers.c.place == bindparam("at"))
_SIGNATURE = upsert(cohort_signatures).on_conflict_do_nothing()
_ADD_ANSWER = insert(cohort_answers)


def entries(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the entries of a day: the nonce of the upload in its sums, by leaf index."""
    rows = select(cohort_entries.c.leaf, cohort_entries.c.nonce).where(at(key, cohort_entries))
    return {row.leaf: row.nonce for row in connection.execute(rows)}


def add_entries(connection: Connection, key: DayKey, new: Iterable[tuple[int, bytes]]) -> None:
    """Record entries: pairs of the leaf and the nonce of an upload that is added to a day's sums."""
    if rows := [{**key._asdict(), "leaf": leaf, "nonce": nonce} for leaf, nonce in new]:
        connection.execute(insert(cohort_entries), rows)


def signatures(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the members' signatures under a day's list, by place in the committee."""
    return {row.place: row.signature for row in connection.execute(_SIGNATURES, key._asdict())}


def add_signature(connection: Connection, key: DayKey, place: int, signature: bytes) -> None:
    """Store a member's signature under a day's list. A second one of the same place changes nothing."""
    row = {**key._asdict(), "place": place, "signature": signature}
    connection.execute(_SIGNATURE, row)


def answers(connection: Connection, key: DayKey) -> dict[int, bytes]:
    """Return the members' answers for a day, by place in the committee, as they travelled without their signatures."""
    return {row.place: row.total for row in connection.execute(_ANSWERS, key._asdict())}


def answer_of(connection: Connection, key: DayKey, place: int) -> Mapping[int, bytes]:
    """Return the answers for a day of one place only: a mapping with one entry, or empty if it has not answered."""
    return {row.place: row.total for row in connection.execute(_ANSWER, {**key._asdict(), "at": place})}


def add_answer(connection: Connection, key: DayKey, place: int, total: bytes) -> None:
    """Store a member's answer, without its signature. There must be none of this place yet."""
    connection.execute(_ADD_ANSWER, {**key._asdict(), "place": place, "total": total})


def signed(connection: Connection, key: DayKey) -> set[int]:
    """Return the places of the members who have certified a day's list."""
    return set(connection.execute(_SIGNED, key._asdict()).scalars())


def answered(connection: Connection, key: DayKey) -> set[int]:
    """Return the places of the members who have answered for a day."""
    return set(connection.execute(_ANSWERED, key._asdict()).scalars())
