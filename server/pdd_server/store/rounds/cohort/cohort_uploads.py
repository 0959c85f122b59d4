"""The statements that an upload needs: finding its sender and its day, and storing a batch's sums.

Uploads are the most frequent of all requests. To build a statement takes SQLAlchemy longer than SQLite takes to answer
it, so these statements are built once, when the module is imported.
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
    """The donor that sends an upload, and what the database knows about the day that the upload names.

    Attributes:
        donor: The donor's id.
        day: The (sub-)cohort's day with the upload's context; None if there is none.
        own: The donor's leaf in that day's epoch; None if it has none, or if `day` is None.
        nonce: The nonce of the leaf's upload that is in the day's sums already, or None.
        is_excused: Whether the leaf is not asked for an upload of that day.
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
_COLLECTED = select(*RECORD, cohort_days.c.sums).where(*_HERE).with_for_update()
_SUMS = update(cohort_days).where(*_HERE).values(sums=bindparam("new_sums"), uploads=bindparam("new_uploads"))


def find(connection: Connection, token_hash: bytes, day: date, context: bytes) -> Sender | None:
    """Return the donor whose token has this hash, with the day of this context; None if no donor has the token.

    Args:
        connection: A transaction.
        token_hash: The hash of the donor's token.
        day: The data day that the upload names.
        context: The context that the upload names, 32 bytes.
    """
    row = connection.execute(_SENDER, {"token": token_hash, "day": day, "context": context}).first()
    if row is None:
        return None
    stored = None if row.cohort is None else read_record({column.name: getattr(row, column.name) for column in RECORD})
    own = None if row.own_leaf is None else _own(row, "own_")
    return Sender(row.id, stored, own, row.nonce, row.excused is not None)


def leaves_of(connection: Connection, epoch: int, owners: Iterable[str]) -> dict[str, OwnLeaf]:
    """Return the leaves of these donors in an epoch, by donor; donors without a leaf are left out."""
    rows = connection.execute(_OWNERS, {"number": epoch, "owners": list(owners)})
    return {row.donor: _own(row) for row in rows}


def nonces_of(connection: Connection, key: DayKey, leaves: Iterable[int]) -> dict[int, bytes]:
    """Return the nonces of the uploads in a day's sums that are from these leaves, by leaf index."""
    rows = connection.execute(_NONCES, {**key._asdict(), "leaves": list(leaves)})
    return {row.leaf: row.nonce for row in rows}


def collected(connection: Connection, key: DayKey) -> tuple[StoredDay, bytes] | None:
    """Return a (sub-)cohort's day and its running sums, or None; the sums are empty once the day has ended.

    Other uploads of this day wait until the transaction ends.
    """
    row = connection.execute(_COLLECTED, _the(key)).first()
    if row is None:
        return None
    values = row._asdict()
    sums = values.pop("sums")
    return read_record(values), sums or b""


def save_sums(connection: Connection, key: DayKey, sums: bytes, uploads: int) -> None:
    """Store a day's running sums, and how many uploads are in them."""
    connection.execute(_SUMS, {**_the(key), "new_sums": sums, "new_uploads": uploads})


def _the(key: DayKey) -> dict[str, object]:
    return {f"the_{name}": value for name, value in key._asdict().items()}


def _own(row: Row[Any], before: str = "") -> OwnLeaf:
    epoch, leaf, exchange, signing, digest, made = (getattr(row, before + column.name) for column in _OWN)
    return OwnLeaf(epoch, Leaf(leaf, exchange, signing), digest, made)
