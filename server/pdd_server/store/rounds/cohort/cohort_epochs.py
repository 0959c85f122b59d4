"""Epochs, their leaves, and the resets between them.

The leaves of an epoch's tree have the indices below its `size`. Leaves that were appended during the epoch follow.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, and_, delete, func, insert, literal, select, update

from pdd_server.store.engine import much_memory
from pdd_server.store.rounds.cohort.cohort_tables import cohort_epochs, cohort_leaves, cohort_resets, cohort_tickets
from pdd_server.store.tables import activity
from pdd_shared.rounds.cohort.epoch.tree import Leaf


@dataclass(frozen=True)
class StoredEpoch:
    """An epoch.

    Attributes:
        number: The epoch's number.
        start: The date of the nightly run that made its tree.
        size: The number of leaves of its tree.
        root: The root of its tree, in hex.
        reset: The number of the last reset before it; 0 if there was none.
        payload: The text of its `Epoch` message, in JSON.
    """

    number: int
    start: date
    size: int
    root: str
    reset: int
    payload: str = field(repr=False)


@dataclass(frozen=True)
class StoredReset:
    """A reset.

    Attributes:
        number: The reset's number.
        day: The data day on which the server was restored.
        payload: The text of its `Reset` message, in JSON.
        following: The number of the first epoch after it.
    """

    number: int
    day: date
    payload: str = field(repr=False)
    following: int


@dataclass(frozen=True)
class OwnLeaf:
    """A donor's leaf in an epoch.

    Attributes:
        epoch: The epoch's number.
        leaf: The leaf: its index and keys.
        digest: The digest of the donor's ticket, 32 bytes.
        made: The data day on which the ticket came.
    """

    epoch: int
    leaf: Leaf
    digest: bytes
    made: date


def last_reset(connection: Connection) -> StoredReset | None:
    """Return the server's last reset; None if there was none."""
    row = connection.execute(select(cohort_resets).order_by(cohort_resets.c.number.desc()).limit(1)).first()
    return StoredReset(**row._asdict()) if row else None


def add_reset(connection: Connection, reset: StoredReset) -> None:
    """Record a reset."""
    connection.execute(insert(cohort_resets).values(**vars(reset)))


def add(connection: Connection, epoch: StoredEpoch) -> None:
    """Record a new epoch. Its leaves follow with `seat_tickets`, then its root with `complete`."""
    connection.execute(insert(cohort_epochs).values(**vars(epoch)))


def complete(connection: Connection, epoch: StoredEpoch) -> None:
    """Store the root and the message of an epoch whose leaves are stored."""
    values = {"root": epoch.root, "payload": epoch.payload}
    connection.execute(update(cohort_epochs).where(cohort_epochs.c.number == epoch.number).values(**values))


def get(connection: Connection, number: int) -> StoredEpoch | None:
    """Return the epoch of this number, or None."""
    row = connection.execute(select(cohort_epochs).where(cohort_epochs.c.number == number)).first()
    return StoredEpoch(**row._asdict()) if row else None


def one(connection: Connection, number: int) -> StoredEpoch:
    """Return the epoch of this number, which must exist."""
    row = connection.execute(select(cohort_epochs).where(cohort_epochs.c.number == number)).one()
    return StoredEpoch(**row._asdict())


def under_reset(connection: Connection, reset: int) -> list[StoredEpoch]:
    """Return the epochs that began after this reset and before the next, the latest first; 0: before any reset."""
    rows = select(cohort_epochs).where(cohort_epochs.c.reset == reset).order_by(cohort_epochs.c.number.desc())
    return [StoredEpoch(**row._asdict()) for row in connection.execute(rows)]


def all_of(connection: Connection) -> list[StoredEpoch]:
    """Return every epoch, in order of their numbers."""
    rows = connection.execute(select(cohort_epochs).order_by(cohort_epochs.c.number))
    return [StoredEpoch(**row._asdict()) for row in rows]


def seat_tickets(connection: Connection, epoch: int) -> None:
    """Move all spare tickets into the leaves of an epoch.

    They are ordered by their digests, so that a leaf's index tells nothing about when its ticket came.
    """
    place = func.row_number().over(order_by=cohort_tickets.c.digest) - 1
    kept = [cohort_tickets.c[name] for name in ("exchange", "signing", "digest", "made", "donor")]
    columns = ["epoch", "leaf", "exchange", "signing", "digest", "made", "donor"]
    with much_memory(connection):
        connection.execute(insert(cohort_leaves).from_select(columns, select(literal(epoch), place, *kept)))
        # Donors wait for this transaction. Deleting the rows one by one would take nearly as long as copying them, so
        # the table is dropped and made anew.
        cohort_tickets.drop(connection)
        cohort_tickets.create(connection)


def encoded(connection: Connection, epoch: int, size: int) -> bytes:
    """Return the leaves of an epoch's tree as they are hashed, one after the other, 68 bytes each.

    A leaf is its index (4 bytes, little endian), its X25519 key and its Ed25519 key. `size` is the tree's size;
    appended leaves are left out.
    """
    chosen = select(cohort_leaves.c.leaf, cohort_leaves.c.exchange, cohort_leaves.c.signing)
    rows = connection.execution_options(yield_per=10_000).execute(
        chosen.where(cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf < size).order_by(cohort_leaves.c.leaf)
    )
    return b"".join(leaf.to_bytes(4, "little") + exchange + signing for leaf, exchange, signing in rows)


def leaves_at(connection: Connection, epoch: int, indices: Collection[int]) -> list[Leaf]:
    """Return the leaves at these indices of an epoch, in the order of `indices`. All of them must exist."""
    found = {}
    for some in _batches(list(indices)):
        where = cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf.in_(some)
        found.update({row.leaf: _leaf(row) for row in connection.execute(select(cohort_leaves).where(*where))})
    return [found[index] for index in indices]


def leaf_of(connection: Connection, epoch: int, donor: str) -> OwnLeaf | None:
    """Return a donor's leaf in an epoch, or None."""
    where = cohort_leaves.c.donor == donor, cohort_leaves.c.epoch == epoch
    row = connection.execute(select(cohort_leaves).where(*where)).first()
    return _own(row) if row else None


def leaves_of(connection: Connection, donor: str) -> list[OwnLeaf]:
    """Return a donor's leaves in all epochs whose leaves are kept, in order of the epochs."""
    rows = select(cohort_leaves).where(cohort_leaves.c.donor == donor).order_by(cohort_leaves.c.epoch)
    return [_own(row) for row in connection.execute(rows)]


def count_there(connection: Connection, epoch: int, day: date, last: date) -> int:
    """Return how many donors could send an upload of a data day and were active from then on.

    Args:
        connection: A transaction.
        epoch: The day's epoch.
        day: The data day. Donors with a leaf whose ticket came no later count.
        last: The last day of the window; donors who were active from `day` to `last` count.
    """
    there = activity.join(cohort_leaves, activity.c.donor == cohort_leaves.c.donor)
    where = cohort_leaves.c.epoch == epoch, cohort_leaves.c.made <= day, activity.c.day.between(day, last)
    counted = select(func.count(activity.c.donor.distinct())).select_from(there)
    return connection.execute(counted.where(*where)).scalar_one()


def has_key(connection: Connection, epoch: int, key: bytes, *, exchange: bool) -> bool:
    """Return whether a leaf of an epoch has this key: an X25519 key if `exchange`, an Ed25519 key otherwise."""
    column = cohort_leaves.c.exchange if exchange else cohort_leaves.c.signing
    where = cohort_leaves.c.epoch == epoch, column == key
    return connection.execute(select(cohort_leaves.c.leaf).where(*where)).first() is not None


def append(connection: Connection, epoch: int, size: int, donor: str, own: OwnLeaf) -> OwnLeaf:
    """Append a donor's leaf to an epoch, after all others, and return it with the index that it got.

    Args:
        connection: A write transaction.
        epoch: The epoch's number.
        size: The size of the epoch's tree, the least index of an appended leaf.
        donor: The donor's id.
        own: The leaf; its index is not used.
    """
    last = connection.execute(select(func.max(cohort_leaves.c.leaf)).where(cohort_leaves.c.epoch == epoch)).scalar()
    leaf = Leaf(max(size, (size - 1 if last is None else last) + 1), own.leaf.exchange, own.leaf.signing)
    values = {"leaf": leaf.index, "exchange": leaf.exchange, "signing": leaf.signing}
    connection.execute(
        insert(cohort_leaves).values(epoch=epoch, **values, digest=own.digest, made=own.made, donor=donor)
    )
    return OwnLeaf(epoch, leaf, own.digest, own.made)


def drop_leaves(connection: Connection, epoch: int, most: int | None = None) -> bool:
    """Delete the leaves of an epoch, or the last `most` of them; return whether there were any."""
    chosen = cohort_leaves.c.epoch == epoch
    if most is not None:
        last = select(cohort_leaves.c.leaf).where(chosen).order_by(cohort_leaves.c.leaf.desc()).limit(most)
        chosen = and_(chosen, cohort_leaves.c.leaf.in_(last))
    return connection.execute(delete(cohort_leaves).where(chosen)).rowcount > 0


def with_leaves(connection: Connection) -> list[StoredEpoch]:
    """Return the epochs whose leaves, or some of them, are kept, in order of their numbers."""
    kept = select(cohort_leaves.c.epoch).where(cohort_leaves.c.epoch == cohort_epochs.c.number).exists()
    rows = connection.execute(select(cohort_epochs).where(kept).order_by(cohort_epochs.c.number))
    return [StoredEpoch(**row._asdict()) for row in rows]


def _batches(indices: list[int], size: int = 5_000) -> Iterator[list[int]]:
    """Cut a list into parts: SQLite limits the number of parameters in a statement."""
    for start in range(0, len(indices), size):
        yield indices[start : start + size]


def _leaf(row: Row[Any]) -> Leaf:
    return Leaf(row.leaf, row.exchange, row.signing)


def _own(row: Row[Any]) -> OwnLeaf:
    return OwnLeaf(row.epoch, _leaf(row), row.digest, row.made)
