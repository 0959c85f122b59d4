"""(Sub-)cohorts' days: the record of each, and its data until it ends.

The data are the sums, the list and the certificate. The list names the donors whose uploads are in the sums. The
certificate is a quorum's signatures under the list. The states and their transitions are in
`pdd_server.services.rounds.cohort.days.transitions`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, bindparam, delete, func, insert, select, update

from pdd_server.store.rounds.cohort.cohort_tables import (
    cohort_answers,
    cohort_days,
    cohort_entries,
    cohort_epochs,
    cohort_leaves,
    cohort_signatures,
)
from pdd_server.store.tables import donors


class DayState(StrEnum):
    """The state of a (sub-)cohort's day."""

    COLLECTING = "collecting"
    """It takes uploads."""
    CERTIFYING = "certifying"
    """Its list is frozen, and members sign it."""
    OPENING = "opening"
    """Its list has a certificate, and members send the answers that unlock the sum."""
    OPENED = "opened"
    """Ended: its sum is part of the published day."""
    LOST = "lost"
    """Ended: it had fewer uploads than its floor. Nobody saw a list."""
    DROPPED = "dropped"
    """Ended: too few members certified the list, or too few answered."""
    SPOILT = "spoilt"
    """Ended: a quorum answered, but the sum was not sound on any night (`shared.rounds.cohort.masking`)."""
    RESET = "reset"
    """Ended: given up, because the server was restored from a backup."""


ENDED = (DayState.OPENED, DayState.LOST, DayState.DROPPED, DayState.SPOILT, DayState.RESET)
"""The states in which nothing happens any more."""
WITH_LIST = (DayState.CERTIFYING, DayState.OPENING)
"""The states in which the day has a list, and members may ask for it."""


class DayKey(NamedTuple):
    """The key of a (sub-)cohort's day; `sub_cohort` is 0 where the cohort is not divided."""

    day: date
    cohort: int
    sub_cohort: int


@dataclass(frozen=True)
class StoredDay:
    """The record of a (sub-)cohort's day, without its sums and its list.

    Attributes:
        key: Data day, cohort and sub-cohort.
        epoch: The number of its epoch.
        state: The day's state.
        due: Whether a nightly run still has to look at its answers or, once the day has ended, to delete its rows in
            other tables.
        size: The number of leaves of its epoch's tree, from which its floor and quorum follow.
        sub_cohorts: Into how many sub-cohorts the cohort is divided on this day.
        context: The digest of day, plan and keys, on which all its masks and signatures depend, 32 bytes.
        floor_reached_on: The date of the first nightly run after the earliest close that found the floor's number of
            uploads. None before.
        uploads_in_tree: How many of the uploads came from leaves of the epoch's tree. It is None until the window is
            closed, and if there was none. `smallest_lists` relies on that.
        uploads: The number of uploads in its sums. It stays after the day has ended.
        digest: The digest of its list, 32 bytes; None without a list.
        list_disclosed: Whether a member may have seen the list. The donors' budgets are charged for the day from then
            on.
        unsound: The number of nightly runs in which a quorum had answered and the sum was not sound.
    """

    key: DayKey
    epoch: int
    state: DayState
    due: bool
    size: int
    sub_cohorts: int
    context: bytes
    floor_reached_on: date | None
    uploads_in_tree: int | None
    uploads: int
    digest: bytes | None
    list_disclosed: bool
    unsound: int


class SmallestList(NamedTuple):
    """The smallest list of a data day's (sub-)cohorts.

    Attributes:
        day: The data day.
        size: The number of leaves of its epoch's tree.
        sub_cohorts: Into how many sub-cohorts these cohorts are divided.
        uploads_in_tree: How many uploads of the list came from leaves of the tree.
    """

    day: date
    size: int
    sub_cohorts: int
    uploads_in_tree: int


@dataclass(frozen=True)
class AskedDay:
    """A (sub-)cohort's day that a donor asks about.

    Attributes:
        day: The day's record.
        root: The root of its epoch's tree, in hex.
        leaf: The index of the donor's leaf in the epoch; None if it has none.
    """

    day: StoredDay
    root: str
    leaf: int | None

    @property
    def size(self) -> int:
        """The number of leaves of the epoch's tree."""
        return self.day.size


@dataclass(frozen=True)
class DayData:
    """A day's data, which `end` deletes.

    Attributes:
        sums: The running sums, as `stored_states.write_sums` encodes them.
        listed: The list, encoded; None before the window is over.
        certificate: The quorum's signatures, encoded; None before there is a quorum.
    """

    sums: bytes = field(repr=False)
    listed: bytes | None = field(repr=False)
    certificate: bytes | None = field(repr=False)


RECORD = [
    cohort_days.c[name]
    for name in (
        *("day", "cohort", "sub_cohort", "epoch", "state", "due", "size", "sub_cohorts", "context"),
        *("floor_reached_on", "uploads_in_tree", "uploads", "digest", "list_disclosed", "unsound"),
    )
]
"""The columns of a `StoredDay`."""


# Built once: building a statement takes longer than its answer.
_HERE = [cohort_days.c[name] == bindparam(name) for name in DayKey._fields]
_ONE = select(*RECORD).where(*_HERE)
_LOCKED = select(cohort_days.c.day).where(*_HERE).with_for_update()
_DATA = select(cohort_days.c.sums, cohort_days.c.listed, cohort_days.c.certificate).where(*_HERE)
_OF_COHORTS = (
    select(*RECORD)
    .where(
        cohort_days.c.epoch == bindparam("of_epoch"),
        cohort_days.c.state.in_(bindparam("states", expanding=True)),
        cohort_days.c.cohort.in_(bindparam("cohorts", expanding=True)),
    )
    .order_by(*(cohort_days.c[name] for name in DayKey._fields))
)
_LISTED = select(cohort_days.c.listed).where(*_HERE)
_CERTIFICATE = select(cohort_days.c.certificate).where(*_HERE)
_ASKED = (
    select(*RECORD, cohort_epochs.c.root, cohort_leaves.c.leaf)
    .select_from(
        donors.join(cohort_days, and_(*_HERE))
        .join(cohort_epochs, cohort_epochs.c.number == cohort_days.c.epoch)
        .outerjoin(
            cohort_leaves, and_(cohort_leaves.c.donor == donors.c.id, cohort_leaves.c.epoch == cohort_days.c.epoch)
        )
    )
    .where(donors.c.token_hash == bindparam("token"))
)
_OPEN_EPOCHS = select(cohort_days.c.epoch).where(cohort_days.c.state.not_in(ENDED)).group_by(cohort_days.c.epoch)


@dataclass(frozen=True)
class NewDay:
    """A new (sub-)cohort's day, as in `StoredDay`; `sums` are encoded sums of no uploads, None if it is LOST."""

    key: DayKey
    epoch: int
    size: int
    sub_cohorts: int
    context: bytes
    state: DayState
    sums: bytes | None = field(repr=False)


def add(connection: Connection, new: Iterable[NewDay]) -> None:
    """Add days without uploads, COLLECTING or LOST."""
    rows = [{**vars(one), **one.key._asdict(), "uploads": 0} for one in new]
    for row in rows:
        del row["key"]
    # All at once: each statement waits for PostgreSQL's answer.
    if rows:
        connection.execute(insert(cohort_days), rows)


def get(connection: Connection, key: DayKey) -> StoredDay | None:
    """Return the record of a (sub-)cohort's day, or None."""
    row = connection.execute(_ONE, key._asdict()).first()
    return read_record(row._asdict()) if row else None


def lock(connection: Connection, keys: Iterable[DayKey]) -> None:
    """Lock the rows of these days until the transaction ends, in the order of their keys, as uploads do."""
    # SQLite has no locks of rows. Its transactions write one after the other.
    if connection.dialect.name != "sqlite":
        for key in sorted(set(keys)):
            connection.execute(_LOCKED, key._asdict())


def asked_by(connection: Connection, token_hash: bytes, key: DayKey) -> AskedDay | None:
    """Return a (sub-)cohort's day for the donor whose token has this hash; None if there is no such donor, or day."""
    row = connection.execute(_ASKED, {**key._asdict(), "token": token_hash}).first()
    return AskedDay(read_record(row._asdict()), row.root, row.leaf) if row else None


def of_day(connection: Connection, day: date) -> list[StoredDay]:
    """Return the records of all (sub-)cohorts of a data day, in order."""
    return _all(connection, cohort_days.c.day == day)


def in_states(connection: Connection, *states: DayState) -> list[StoredDay]:
    """Return the records in these states, in order of their keys."""
    return _all(connection, cohort_days.c.state.in_(states))


def of_cohorts(connection: Connection, epoch: int, cohorts: Collection[int], *states: DayState) -> list[StoredDay]:
    """Return the records of these cohorts of an epoch that are in these states, in order of their keys."""
    asked = {"of_epoch": epoch, "states": states, "cohorts": list(cohorts)}
    return [read_record(row._asdict()) for row in connection.execute(_OF_COHORTS, asked)]


def open_epochs(connection: Connection) -> set[int]:
    """Return the numbers of the epochs that have a day which has not ended."""
    return set(connection.execute(_OPEN_EPOCHS).scalars())


def smallest_lists(connection: Connection, since: date, until: date) -> list[SmallestList]:
    """Return the smallest lists of the data days from `since` until the day before `until`, as far as they are closed.

    There is one for each number of sub-cohorts that a day has. A day on a large server has 150 cohorts and more.
    """
    each = [cohort_days.c[name] for name in ("day", "size", "sub_cohorts")]
    closed = cohort_days.c.day >= since, cohort_days.c.day < until, cohort_days.c.uploads_in_tree.is_not(None)
    chosen: Select[Any] = select(*each, func.min(cohort_days.c.uploads_in_tree)).where(*closed).group_by(*each)
    return [SmallestList(*row) for row in connection.execute(chosen)]


def due(connection: Connection) -> list[StoredDay]:
    """Return the records that a nightly run still has to work on, in order of their keys."""
    return _all(connection, cohort_days.c.due.is_(True))


def data_of(connection: Connection, key: DayKey) -> DayData:
    """Return the data of a day that has not ended.

    Raises:
        NoResultFound: There is no such day.
    """
    row = connection.execute(_DATA, key._asdict()).one()
    return DayData(*row)


def list_of(connection: Connection, key: DayKey) -> bytes | None:
    """Return the list of a day, encoded; None if it has none, or has ended."""
    found: bytes | None = connection.execute(_LISTED, key._asdict()).scalar_one()
    return found


def certificate_of(connection: Connection, key: DayKey) -> bytes | None:
    """Return the certificate of a day, encoded; None if it has none, or has ended."""
    found: bytes | None = connection.execute(_CERTIFICATE, key._asdict()).scalar_one()
    return found


def change(connection: Connection, key: DayKey, **values: object) -> None:
    """Write these columns of a day."""
    connection.execute(update(cohort_days).where(at(key)).values(**values))


def set_due(connection: Connection, *states: DayState) -> None:
    """Mark the days in these states, so that a nightly run looks at their answers."""
    connection.execute(update(cohort_days).where(cohort_days.c.state.in_(states)).values(due=True))


def end(connection: Connection, key: DayKey, state: DayState) -> None:
    """End a day in this state. Delete its sums, list and certificate; keep its counts.

    Its entries, signatures and answers may be many rows, and stay until `forget_entries` and `forget` delete them.
    """
    nothing = {"sums": None, "listed": None, "certificate": None, "digest": None}
    change(connection, key, state=state, due=True, **nothing)


def forget_entries(connection: Connection, key: DayKey, after: int, most: int) -> tuple[int, int]:
    """Delete at most so many entries of a day that has ended: those with the next leaves after `after`.

    Returns:
        The last of these leaves, or `after` if there are none; and how many entries were deleted.
    """
    rest = and_(at(key, cohort_entries), cohort_entries.c.leaf > after)
    some = select(cohort_entries.c.leaf).where(rest).order_by(cohort_entries.c.leaf).limit(most).subquery()
    last: int | None = connection.execute(select(func.max(some.c.leaf))).scalar()
    if last is None:
        return after, 0
    return last, connection.execute(delete(cohort_entries).where(rest, cohort_entries.c.leaf <= last)).rowcount


def forget(connection: Connection, key: DayKey) -> None:
    """Delete the entries, signatures and answers that are left of a day that has ended. Then it is done with."""
    for table in (cohort_entries, cohort_signatures, cohort_answers):
        connection.execute(delete(table).where(at(key, table)))
    change(connection, key, due=False)


def count_uploads(connection: Connection, day: date, *states: DayState) -> int:
    """Return how many uploads came for a data day's (sub-)cohorts: for those in these states, or for all if none."""
    counted = select(func.coalesce(func.sum(cohort_days.c.uploads), 0)).where(cohort_days.c.day == day)
    chosen = counted.where(cohort_days.c.state.in_(states)) if states else counted
    found: int = connection.execute(chosen).scalar_one()
    return found


def at(key: DayKey, table: Table = cohort_days) -> ColumnElement[bool]:
    """Return the SQL condition that a row of a table belongs to a (sub-)cohort's day."""
    return and_(*(table.c[name] == value for name, value in key._asdict().items()))


def _all(connection: Connection, where: ColumnElement[bool]) -> list[StoredDay]:
    order = [cohort_days.c[name] for name in DayKey._fields]
    return [read_record(row._asdict()) for row in connection.execute(select(*RECORD).where(where).order_by(*order))]


def read_record(values: dict[str, Any]) -> StoredDay:
    """Return the record of a row; `values` has the columns `RECORD` by name, and may have more."""
    key = DayKey(*(values[name] for name in DayKey._fields))
    fields = {name: values[name] for name in StoredDay.__dataclass_fields__ if name not in ("key", "state")}
    return StoredDay(key=key, state=DayState(values["state"]), **fields)
