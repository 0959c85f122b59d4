"""Epochs, their leaves, and the resets between them."""

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
    """An epoch: what its signed message says, and that message's text."""

    number: int
    start: date
    size: int
    root: str
    reset: int
    payload: str = field(repr=False)


@dataclass(frozen=True)
class StoredReset:
    """A restore of the server: its number and day, the signed message's text, and the number of the epoch after it."""

    number: int
    day: date
    payload: str = field(repr=False)
    following: int


@dataclass(frozen=True)
class OwnLeaf:
    """A donor's leaf in an epoch, the digest of its ticket, and the day on which that came."""

    epoch: int
    leaf: Leaf
    digest: bytes
    made: date


def last_reset(connection: Connection) -> StoredReset | None:
    """The server's last reset; None if it was never restored."""
    row = connection.execute(select(cohort_resets).order_by(cohort_resets.c.number.desc()).limit(1)).first()
    return StoredReset(**row._asdict()) if row else None


def add_reset(connection: Connection, reset: StoredReset) -> None:
    """Record a reset."""
    connection.execute(insert(cohort_resets).values(**vars(reset)))


def add(connection: Connection, epoch: StoredEpoch) -> None:
    """Record a new epoch; `seat_tickets` gives it its leaves, then `complete` its root."""
    connection.execute(insert(cohort_epochs).values(**vars(epoch)))


def complete(connection: Connection, epoch: StoredEpoch) -> None:
    """Write root and text of an epoch whose leaves are in their places."""
    values = {"root": epoch.root, "payload": epoch.payload}
    connection.execute(update(cohort_epochs).where(cohort_epochs.c.number == epoch.number).values(**values))


def get(connection: Connection, number: int) -> StoredEpoch | None:
    """The epoch of this number."""
    row = connection.execute(select(cohort_epochs).where(cohort_epochs.c.number == number)).first()
    return StoredEpoch(**row._asdict()) if row else None


def one(connection: Connection, number: int) -> StoredEpoch:
    """The epoch of this number, which is there."""
    row = connection.execute(select(cohort_epochs).where(cohort_epochs.c.number == number)).one()
    return StoredEpoch(**row._asdict())


def under_reset(connection: Connection, reset: int) -> list[StoredEpoch]:
    """The epochs that began under a reset, the latest first."""
    rows = select(cohort_epochs).where(cohort_epochs.c.reset == reset).order_by(cohort_epochs.c.number.desc())
    return [StoredEpoch(**row._asdict()) for row in connection.execute(rows)]


def all_of(connection: Connection) -> list[StoredEpoch]:
    """Every epoch, in order."""
    rows = connection.execute(select(cohort_epochs).order_by(cohort_epochs.c.number))
    return [StoredEpoch(**row._asdict()) for row in rows]


def seat_tickets(connection: Connection, epoch: int) -> None:
    """Move all tickets that wait into the leaves of an epoch, in an order that tells nothing of when they came."""
    place = func.row_number().over(order_by=cohort_tickets.c.digest) - 1
    kept = [cohort_tickets.c[name] for name in ("exchange", "signing", "digest", "made", "donor")]
    columns = ["epoch", "leaf", "exchange", "signing", "digest", "made", "donor"]
    with much_memory(connection):
        connection.execute(insert(cohort_leaves).from_select(columns, select(literal(epoch), place, *kept)))
        # Donors wait meanwhile. Deleting the rows one by one would take nearly as long as seating them.
        cohort_tickets.drop(connection)
        cohort_tickets.create(connection)


def encoded(connection: Connection, epoch: int, size: int) -> bytes:
    """The leaves of an epoch's tree as they are hashed, one after the other."""
    chosen = select(cohort_leaves.c.leaf, cohort_leaves.c.exchange, cohort_leaves.c.signing)
    rows = connection.execution_options(yield_per=10_000).execute(
        chosen.where(cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf < size).order_by(cohort_leaves.c.leaf)
    )
    return b"".join(leaf.to_bytes(4, "little") + exchange + signing for leaf, exchange, signing in rows)


def leaves_at(connection: Connection, epoch: int, indices: Collection[int]) -> list[Leaf]:
    """The leaves at these indices, in their order; all of them are there."""
    found = {}
    for some in _batches(list(indices)):
        where = cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf.in_(some)
        found.update({row.leaf: _leaf(row) for row in connection.execute(select(cohort_leaves).where(*where))})
    return [found[index] for index in indices]


def leaf_of(connection: Connection, epoch: int, donor: str) -> OwnLeaf | None:
    """A donor's leaf in an epoch."""
    where = cohort_leaves.c.donor == donor, cohort_leaves.c.epoch == epoch
    row = connection.execute(select(cohort_leaves).where(*where)).first()
    return _own(row) if row else None


def leaves_of(connection: Connection, donor: str) -> list[OwnLeaf]:
    """A donor's leaves in all epochs that are kept."""
    rows = select(cohort_leaves).where(cohort_leaves.c.donor == donor).order_by(cohort_leaves.c.epoch)
    return [_own(row) for row in connection.execute(rows)]


def count_there(connection: Connection, epoch: int, day: date, last: date) -> int:
    """How many donors could send an upload of a data day and were there from it to the window's last day."""
    there = activity.join(cohort_leaves, activity.c.donor == cohort_leaves.c.donor)
    where = cohort_leaves.c.epoch == epoch, cohort_leaves.c.made <= day, activity.c.day.between(day, last)
    counted = select(func.count(activity.c.donor.distinct())).select_from(there)
    return connection.execute(counted.where(*where)).scalar_one()


def has_key(connection: Connection, epoch: int, key: bytes, *, exchange: bool) -> bool:
    """Whether a leaf of an epoch has this X25519 or Ed25519 key."""
    column = cohort_leaves.c.exchange if exchange else cohort_leaves.c.signing
    where = cohort_leaves.c.epoch == epoch, column == key
    return connection.execute(select(cohort_leaves.c.leaf).where(*where)).first() is not None


def append(connection: Connection, epoch: int, size: int, donor: str, own: OwnLeaf) -> OwnLeaf:
    """Append a leaf under the lowest free index past the tree, whatever index it has; return it as it is stored."""
    last = connection.execute(select(func.max(cohort_leaves.c.leaf)).where(cohort_leaves.c.epoch == epoch)).scalar()
    leaf = Leaf(max(size, (size - 1 if last is None else last) + 1), own.leaf.exchange, own.leaf.signing)
    values = {"leaf": leaf.index, "exchange": leaf.exchange, "signing": leaf.signing}
    connection.execute(
        insert(cohort_leaves).values(epoch=epoch, **values, digest=own.digest, made=own.made, donor=donor)
    )
    return OwnLeaf(epoch, leaf, own.digest, own.made)


def drop_leaves(connection: Connection, epoch: int, most: int | None = None) -> bool:
    """Delete the leaves of an epoch, or the last `most` of them; whether any were left."""
    chosen = cohort_leaves.c.epoch == epoch
    if most is not None:
        last = select(cohort_leaves.c.leaf).where(chosen).order_by(cohort_leaves.c.leaf.desc()).limit(most)
        chosen = and_(chosen, cohort_leaves.c.leaf.in_(last))
    return connection.execute(delete(cohort_leaves).where(chosen)).rowcount > 0


def with_leaves(connection: Connection) -> list[StoredEpoch]:
    """The epochs whose leaves are kept."""
    kept = select(cohort_leaves.c.epoch).where(cohort_leaves.c.epoch == cohort_epochs.c.number).exists()
    rows = connection.execute(select(cohort_epochs).where(kept).order_by(cohort_epochs.c.number))
    return [StoredEpoch(**row._asdict()) for row in rows]


def _batches(indices: list[int], size: int = 5_000) -> Iterator[list[int]]:
    for start in range(0, len(indices), size):
        yield indices[start : start + size]


def _leaf(row: Row[Any]) -> Leaf:
    return Leaf(row.leaf, row.exchange, row.signing)


def _own(row: Row[Any]) -> OwnLeaf:
    return OwnLeaf(row.epoch, _leaf(row), row.digest, row.made)
