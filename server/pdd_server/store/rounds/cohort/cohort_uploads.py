"""Uploads: who sends one, and to which day, and what is written of those that come together.

Of all requests these come most often. Building a statement takes longer than its answer, so these are built once.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, select, update

from pdd_server.store.rounds.cohort.cohort_days import RECORD, DayKey, StoredDay, read_record
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf
from pdd_server.store.rounds.cohort.cohort_tables import cohort_days, cohort_entries, cohort_excused, cohort_leaves
from pdd_server.store.tables import donors
from pdd_shared.rounds.cohort.epoch.tree import Leaf


@dataclass(frozen=True)
class Sender:
    """A donor, the (sub-)cohort's day that its upload names, and what that day has of it.

    `day` is None if the data day has no such context, `own` if the donor has no leaf in the day's epoch. `nonce` is
    that of an upload of its leaf which is in the sums.
    """

    donor: str
    day: StoredDay | None
    own: OwnLeaf | None
    nonce: bytes | None
    is_excused: bool


_OWN = [cohort_leaves.c[name] for name in ("epoch", "leaf", "exchange", "signing", "digest", "made")]
_DAYS_ENTRY = [cohort_entries.c[name] == cohort_days.c[name] for name in DayKey._fields]
_FROM = (
    donors.outerjoin(
        cohort_days, and_(cohort_days.c.day == bindparam("day"), cohort_days.c.context == bindparam("context"))
    )
    .outerjoin(cohort_leaves, and_(cohort_leaves.c.donor == donors.c.id, cohort_leaves.c.epoch == cohort_days.c.epoch))
    .outerjoin(cohort_entries, and_(*_DAYS_ENTRY, cohort_entries.c.leaf == cohort_leaves.c.leaf))
    .outerjoin(
        cohort_excused, and_(cohort_excused.c.day == cohort_days.c.day, cohort_excused.c.leaf == cohort_leaves.c.leaf)
    )
)
_SENDER = (
    select(donors.c.id, cohort_entries.c.nonce, cohort_excused.c.leaf.label("excused"))
    .add_columns(*RECORD, *(column.label(f"own_{column.name}") for column in _OWN))
    .select_from(_FROM)
    .where(donors.c.token_hash == bindparam("token"))
)
_OWNERS = select(cohort_leaves.c.donor, *_OWN).where(
    cohort_leaves.c.epoch == bindparam("number"), cohort_leaves.c.donor.in_(bindparam("owners", expanding=True))
)
_NONCES = select(cohort_entries.c.leaf, cohort_entries.c.nonce).where(
    *(cohort_entries.c[name] == bindparam(name) for name in DayKey._fields),
    cohort_entries.c.leaf.in_(bindparam("leaves", expanding=True)),
)
_HERE = [cohort_days.c[name] == bindparam(f"the_{name}") for name in DayKey._fields]
_COLLECTED = select(*RECORD, cohort_days.c.sums).where(*_HERE)
_SUMS = update(cohort_days).where(*_HERE).values(sums=bindparam("new_sums"), uploads=bindparam("new_uploads"))


def find(connection: Connection, token_hash: bytes, day: date, context: bytes) -> Sender | None:
    """The donor that holds this token, and its place in the day of this context; None if nobody holds it."""
    row = connection.execute(_SENDER, {"token": token_hash, "day": day, "context": context}).first()
    if row is None:
        return None
    stored = None if row.cohort is None else read_record({column.name: getattr(row, column.name) for column in RECORD})
    own = None if row.own_leaf is None else _own(row, "own_")
    return Sender(row.id, stored, own, row.nonce, row.excused is not None)


def leaves_of(connection: Connection, epoch: int, owners: Iterable[str]) -> dict[str, OwnLeaf]:
    """The leaf in an epoch of each of these donors that has one."""
    rows = connection.execute(_OWNERS, {"number": epoch, "owners": list(owners)})
    return {row.donor: _own(row) for row in rows}


def nonces_of(connection: Connection, key: DayKey, leaves: Iterable[int]) -> dict[int, bytes]:
    """The nonces of those of these leaves whose uploads are in a day's sums."""
    rows = connection.execute(_NONCES, {**key._asdict(), "leaves": list(leaves)})
    return {row.leaf: row.nonce for row in rows}


def collected(connection: Connection, key: DayKey) -> tuple[StoredDay, bytes] | None:
    """A (sub-)cohort's day and its running sums, which are empty once it has ended; None if there is no such day."""
    row = connection.execute(_COLLECTED, _the(key)).first()
    if row is None:
        return None
    values = row._asdict()
    sums = values.pop("sums")
    return read_record(values), sums or b""


def save_sums(connection: Connection, key: DayKey, sums: bytes, uploads: int) -> None:
    """Write a day's running sums, and how many uploads are in them."""
    connection.execute(_SUMS, {**_the(key), "new_sums": sums, "new_uploads": uploads})


def _the(key: DayKey) -> dict[str, object]:
    return {f"the_{name}": value for name, value in key._asdict().items()}


def _own(row: Row[Any], before: str = "") -> OwnLeaf:
    epoch, leaf, exchange, signing, digest, made = (getattr(row, before + column.name) for column in _OWN)
    return OwnLeaf(epoch, Leaf(leaf, exchange, signing), digest, made)
