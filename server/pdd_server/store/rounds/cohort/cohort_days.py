"""(Sub-)cohorts' days: where each stands, and what it holds until it ends."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, insert, select, update

from pdd_server.store.rounds.cohort.cohort_tables import cohort_answers, cohort_days, cohort_entries, cohort_signatures


class DayState(StrEnum):
    """Where a (sub-)cohort's day stands."""

    COLLECTING = "collecting"
    CERTIFYING = "certifying"
    OPENING = "opening"
    OPENED = "opened"
    LOST = "lost"
    DROPPED = "dropped"
    SPOILT = "spoilt"
    """Dropped, though a quorum answered."""
    RESET = "reset"
    """Given up, because the server was restored."""


ENDED = (DayState.OPENED, DayState.LOST, DayState.DROPPED, DayState.SPOILT, DayState.RESET)
SHOWN = (DayState.CERTIFYING, DayState.OPENING)
"""The states in which there is a list."""


class DayKey(NamedTuple):
    """A data day, a cohort and a sub-cohort."""

    day: date
    cohort: int
    sub_cohort: int


@dataclass(frozen=True)
class StoredDay:
    """The record of a (sub-)cohort's day, without its sums and its list."""

    key: DayKey
    epoch: int
    state: DayState
    due: bool
    size: int
    sub_cohorts: int
    context: bytes
    floor_met_on: date | None
    in_tree: int | None
    uploads: int
    digest: bytes | None
    shown: bool
    unsound: int


@dataclass(frozen=True)
class Held:
    """What a day holds until it ends: the sums as they travel, the list's bytes, and the certificate."""

    sums: bytes = field(repr=False)
    listed: bytes | None = field(repr=False)
    certificate: bytes | None = field(repr=False)


RECORD = [
    cohort_days.c[name]
    for name in (
        *("day", "cohort", "sub_cohort", "epoch", "state", "due", "size", "sub_cohorts", "context"),
        *("floor_met_on", "in_tree", "uploads", "digest", "shown", "unsound"),
    )
]


@dataclass(frozen=True)
class NewDay:
    """A (sub-)cohort's day to be collected: its context, and the size of its epoch's tree."""

    key: DayKey
    epoch: int
    size: int
    sub_cohorts: int
    context: bytes
    sums: bytes = field(repr=False)


def add(connection: Connection, new: Iterable[NewDay]) -> None:
    """Add days that nobody has sent anything to."""
    rows = [
        {**one.key._asdict(), **{name: value for name, value in vars(one).items() if name != "key"}}
        | {"state": DayState.COLLECTING, "uploads": 0}
        for one in new
    ]
    connection.execute(insert(cohort_days), rows)


def get(connection: Connection, key: DayKey) -> StoredDay | None:
    """The record of a (sub-)cohort's day."""
    return _first(connection, at(key))


def of_day(connection: Connection, day: date) -> list[StoredDay]:
    """All (sub-)cohorts' records of a data day, in order."""
    return _all(connection, cohort_days.c.day == day)


def in_states(connection: Connection, *states: DayState) -> list[StoredDay]:
    """The records in these states, in order of their keys."""
    return _all(connection, cohort_days.c.state.in_(states))


def of_cohorts(connection: Connection, epoch: int, cohorts: Collection[int], *states: DayState) -> list[StoredDay]:
    """The records of some cohorts of an epoch in these states, in order of their keys."""
    where = cohort_days.c.epoch == epoch, cohort_days.c.state.in_(states), cohort_days.c.cohort.in_(cohorts)
    return _all(connection, and_(*where))


def open_epochs(connection: Connection) -> set[int]:
    """The epochs of which a day has not ended."""
    found = select(cohort_days.c.epoch).where(cohort_days.c.state.not_in(ENDED)).group_by(cohort_days.c.epoch)
    return set(connection.execute(found).scalars())


def since(connection: Connection, day: date) -> list[StoredDay]:
    """The records of this data day and later ones whose window is over."""
    return _all(connection, and_(cohort_days.c.day >= day, cohort_days.c.in_tree.is_not(None)))


def due(connection: Connection) -> list[StoredDay]:
    """The records on which a nightly run still has work to do."""
    return _all(connection, cohort_days.c.due.is_(True))


def held(connection: Connection, key: DayKey) -> Held:
    """What a day that has not ended holds."""
    columns = cohort_days.c.sums, cohort_days.c.listed, cohort_days.c.certificate
    row = connection.execute(select(*columns).where(at(key))).one()
    return Held(*row)


def list_of(connection: Connection, key: DayKey) -> bytes | None:
    """The bytes of a day's list."""
    found: bytes | None = connection.execute(select(cohort_days.c.listed).where(at(key))).scalar_one()
    return found


def certificate_of(connection: Connection, key: DayKey) -> bytes | None:
    """A day's certificate."""
    found: bytes | None = connection.execute(select(cohort_days.c.certificate).where(at(key))).scalar_one()
    return found


def change(connection: Connection, key: DayKey, **values: object) -> None:
    """Write these columns of a day."""
    connection.execute(update(cohort_days).where(at(key)).values(**values))


def set_due(connection: Connection, *states: DayState) -> None:
    """Note that a nightly run has work to do on the days in these states."""
    connection.execute(update(cohort_days).where(cohort_days.c.state.in_(states)).values(due=True))


def end(connection: Connection, key: DayKey, state: DayState) -> None:
    """End a day, and delete all that it holds but its counts."""
    nothing = {"due": False, "sums": None, "listed": None, "certificate": None, "digest": None}
    change(connection, key, state=state, **nothing)
    for table in (cohort_entries, cohort_signatures, cohort_answers):
        connection.execute(delete(table).where(at(key, table)))


def count_uploads(connection: Connection, day: date, *states: DayState) -> int:
    """How many uploads the sums of a data day have, or had: of its (sub-)cohorts in these states, if any is named."""
    counted = select(func.coalesce(func.sum(cohort_days.c.uploads), 0)).where(cohort_days.c.day == day)
    chosen = counted.where(cohort_days.c.state.in_(states)) if states else counted
    found: int = connection.execute(chosen).scalar_one()
    return found


def at(key: DayKey, table: Table = cohort_days) -> ColumnElement[bool]:
    """The condition that a table's row belongs to a (sub-)cohort's day."""
    return and_(*(table.c[name] == value for name, value in key._asdict().items()))


def _first(connection: Connection, where: ColumnElement[bool]) -> StoredDay | None:
    row = connection.execute(select(*RECORD).where(where)).first()
    return read_record(row._asdict()) if row else None


def _all(connection: Connection, where: ColumnElement[bool]) -> list[StoredDay]:
    order = [cohort_days.c[name] for name in DayKey._fields]
    return [read_record(row._asdict()) for row in connection.execute(select(*RECORD).where(where).order_by(*order))]


def read_record(values: dict[str, Any]) -> StoredDay:
    """The record that a row's columns `RECORD` make, by their names."""
    key = DayKey(*(values.pop(name) for name in DayKey._fields))
    return StoredDay(**{**values, "key": key, "state": DayState(values["state"])})
