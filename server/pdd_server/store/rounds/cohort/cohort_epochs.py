"""Epochs, their leaves, and the resets between them.

The leaves of an epoch's tree have the indices below its `size`. Leaves that were appended during the epoch follow.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, exists, func, insert, literal, select, update

from pdd_server.store.rounds.cohort.cohort_tables import cohort_epochs, cohort_leaves, cohort_resets, cohort_tickets
from pdd_server.store.sqlite import much_memory
from pdd_server.store.tables import activity, donors
from pdd_shared.rounds.cohort.epoch.tree import Leaf

_HAS_BEGUN = cohort_epochs.c.root != ""
"""The SQL condition that an epoch's tree is made. Nobody is shown one before."""


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


_LEAVES = (
    select(cohort_leaves)
    .where(cohort_leaves.c.donor.in_(bindparam("owners", expanding=True)))
    .order_by(cohort_leaves.c.epoch)
)
_LEAF = select(cohort_leaves).where(
    cohort_leaves.c.donor == bindparam("owner"), cohort_leaves.c.epoch == bindparam("number")
)
_EPOCH = select(cohort_epochs).where(cohort_epochs.c.number == bindparam("number"))
_UNDER_RESET = (
    select(cohort_epochs)
    .where(cohort_epochs.c.reset == bindparam("after"), _HAS_BEGUN)
    .order_by(cohort_epochs.c.number.desc())
)
_LATEST = _UNDER_RESET.limit(1)
_FORMING = select(cohort_epochs.c.number).where(cohort_epochs.c.root == "", cohort_epochs.c.reset == bindparam("after"))
_LAST_RESET = select(cohort_resets).order_by(cohort_resets.c.number.desc()).limit(1)


def last_reset(connection: Connection) -> StoredReset | None:
    """Return the server's last reset; None if there was none."""
    row = connection.execute(_LAST_RESET).first()
    return StoredReset(**row._asdict()) if row else None


def resets(connection: Connection) -> list[StoredReset]:
    """Return every reset, in order of their numbers."""
    rows = connection.execute(select(cohort_resets).order_by(cohort_resets.c.number))
    return [StoredReset(**row._asdict()) for row in rows]


def add_reset(connection: Connection, reset: StoredReset) -> None:
    """Record a reset."""
    connection.execute(insert(cohort_resets).values(**vars(reset)))


def add(connection: Connection, epoch: StoredEpoch) -> None:
    """Record an epoch without a root. Its leaves follow with `seat_tickets`, then its root with `complete`.

    Until then only `forming` knows it.
    """
    connection.execute(insert(cohort_epochs).values(**vars(epoch)))


def forming(connection: Connection, reset: int) -> int | None:
    """Return the number of the epoch under this reset whose tree is still being made; None if there is none."""
    number: int | None = connection.execute(_FORMING, {"after": reset}).scalar()
    return number


def complete(connection: Connection, epoch: StoredEpoch) -> None:
    """Store the start, size, root and message of an epoch whose leaves are stored."""
    chosen = update(cohort_epochs).where(cohort_epochs.c.number == epoch.number)
    connection.execute(chosen.values(start=epoch.start, size=epoch.size, root=epoch.root, payload=epoch.payload))


def get(connection: Connection, number: int) -> StoredEpoch | None:
    """Return the epoch of this number, or None."""
    where = cohort_epochs.c.number == number, _HAS_BEGUN
    row = connection.execute(select(cohort_epochs).where(*where)).first()
    return StoredEpoch(**row._asdict()) if row else None


def one(connection: Connection, number: int) -> StoredEpoch:
    """Return the epoch of this number, which must exist."""
    row = connection.execute(_EPOCH, {"number": number}).one()
    return StoredEpoch(**row._asdict())


def under_reset(connection: Connection, reset: int) -> list[StoredEpoch]:
    """Return the epochs that began after this reset and before the next, the latest first; 0: before any reset."""
    return [StoredEpoch(**row._asdict()) for row in connection.execute(_UNDER_RESET, {"after": reset})]


def latest(connection: Connection, reset: int) -> StoredEpoch | None:
    """Return the latest epoch that began after this reset and before the next; None if there is none."""
    row = connection.execute(_LATEST, {"after": reset}).first()
    return StoredEpoch(**row._asdict()) if row else None


def all_of(connection: Connection) -> list[StoredEpoch]:
    """Return every epoch, in order of their numbers."""
    rows = connection.execute(select(cohort_epochs).where(_HAS_BEGUN).order_by(cohort_epochs.c.number))
    return [StoredEpoch(**row._asdict()) for row in rows]


def seat_tickets(connection: Connection, epoch: int, donors: Collection[str]) -> None:
    """Move the spare tickets of these donors into the leaves of an epoch, after those that it has.

    They are ordered by their digests. The caller takes donors in this order, too, so that a leaf's index tells nothing
    about when its ticket came. A donor that has been erased meanwhile gets no leaf.
    """
    chosen = cohort_tickets.c.donor.in_(donors)
    place = func.row_number().over(order_by=cohort_tickets.c.digest) - 1 + count_leaves(connection, epoch)
    kept = [cohort_tickets.c[name] for name in ("exchange", "signing", "digest", "made", "donor")]
    columns = ["epoch", "leaf", "exchange", "signing", "digest", "made", "donor"]
    with much_memory(connection):
        seated = select(literal(epoch), place, *kept).where(chosen)
        connection.execute(insert(cohort_leaves).from_select(columns, seated))
        connection.execute(delete(cohort_tickets).where(chosen))


def unseat(connection: Connection, epoch: int) -> None:
    """Make the leaves of an epoch that is given up spare tickets again, and delete it. Erased donors have none."""
    chosen = cohort_leaves.c.epoch == epoch
    names = ("donor", "digest", "exchange", "signing", "made")
    seated = select(*(cohort_leaves.c[name] for name in names)).where(chosen, cohort_leaves.c.donor.is_not(None))
    connection.execute(insert(cohort_tickets).from_select(list(names), seated))
    connection.execute(delete(cohort_leaves).where(chosen))
    connection.execute(delete(cohort_epochs).where(cohort_epochs.c.number == epoch, cohort_epochs.c.root == ""))


def count_leaves(connection: Connection, epoch: int) -> int:
    """Return how many leaves an epoch has that is being formed."""
    last = select(func.max(cohort_leaves.c.leaf)).where(cohort_leaves.c.epoch == epoch)
    found: int | None = connection.execute(last).scalar()
    return 0 if found is None else found + 1


def encoded(connection: Connection, epoch: int, size: int) -> bytes:
    """Return the leaves of an epoch's tree as they are hashed, one after the other, 68 bytes each.

    A leaf is its index (4 bytes, little endian), its X25519 key and its Ed25519 key. `size` is the tree's size;
    appended leaves are left out.
    """
    chosen = select(cohort_leaves.c.leaf, cohort_leaves.c.exchange, cohort_leaves.c.signing)
    ordered = chosen.where(cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf < size).order_by(cohort_leaves.c.leaf)
    rows = connection.execute(ordered.execution_options(yield_per=10_000))
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
    row = connection.execute(_LEAF, {"owner": donor, "number": epoch}).first()
    return _own(row) if row else None


def leaves_of(connection: Connection, donors: Collection[str]) -> Mapping[str, Sequence[OwnLeaf]]:
    """Return the donors' leaves in all epochs whose leaves are kept, by donor, in order of the epochs."""
    found: dict[str, list[OwnLeaf]] = {}
    for row in connection.execute(_LEAVES, {"owners": list(donors)}):
        found.setdefault(row.donor, []).append(_own(row))
    return found


def count_there(connection: Connection, epoch: int, day: date, last: date) -> int:
    """Return how many donors could send an upload of a data day and were active from then on.

    Args:
        connection: A transaction.
        epoch: The day's epoch.
        day: The data day. Donors with a leaf whose ticket came no later count.
        last: The last day of the window; donors who were active from `day` to `last` count.
    """
    could_send = (
        select(func.count().filter(donors.c.seen.between(day, last)), func.count().filter(donors.c.seen > last))
        .select_from(cohort_leaves.join(donors, donors.c.id == cohort_leaves.c.donor))
        .where(cohort_leaves.c.epoch == epoch, cohort_leaves.c.made <= day)
    )
    there, later = connection.execute(could_send).one()
    if not later:
        return int(there)
    # Active days are far more rows than donors. They are only read where donors were seen after the window as well.
    in_window = exists().where(activity.c.donor == cohort_leaves.c.donor, activity.c.day.between(day, last))
    came_before = connection.execute(could_send.where(donors.c.seen > last, in_window)).one()[1]
    return int(there + came_before)


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


def drop_leaves(connection: Connection, most: int | None = None, *, epoch: int) -> int:
    """Delete the leaves of an epoch, or the last `most` of them; return how many were deleted."""
    chosen = cohort_leaves.c.epoch == epoch
    if most is not None:
        last = select(cohort_leaves.c.leaf).where(chosen).order_by(cohort_leaves.c.leaf.desc()).limit(most)
        chosen = and_(chosen, cohort_leaves.c.leaf.in_(last))
    return connection.execute(delete(cohort_leaves).where(chosen)).rowcount


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
