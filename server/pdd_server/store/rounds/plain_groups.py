"""The groups and members of `plain` rounds, until the round is published.

A group is stored as its signed roster, the running sum of its members' vectors, and the digest of each vector that has
come. The vectors themselves are not stored.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from pdd_server.store.rounds.rounds import RoundState
from pdd_server.store.tables import donors, groups, members, rounds
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.layout import WIRE, from_bytes, to_bytes
from pdd_shared.rounds.plain import server


class _GroupState(StrEnum):
    """The state of a group: it waits for vectors, or all its members have sent theirs."""

    COLLECTING = "collecting"
    SUMMED = "summed"


@dataclass(frozen=True)
class NewGroup:
    """A group of a new round.

    Attributes:
        roster: The signed roster.
        context: The digest of the round's context under which the group blinds its vectors, 32 bytes.
        donors: The ids of its donors, in the roster's order.
        group: The group before any vector has come.
    """

    roster: Signed
    context: bytes
    donors: tuple[str, ...]
    group: server.Collecting = field(repr=False)


@dataclass(frozen=True)
class Place:
    """A donor's place in a round.

    Attributes:
        number: The number of its group.
        place: Its place in the group's roster, from 0.
        context: The digest of the group's context, 32 bytes.
    """

    number: int
    place: int
    context: bytes


def add(connection: Connection, day: date, new: Iterable[tuple[int, NewGroup]]) -> None:
    """Add groups to a round, each with its number, which counts from 0."""
    for number, group in new:
        _add_group(connection, day, number, group)


def _add_group(connection: Connection, day: date, number: int, new: NewGroup) -> None:
    connection.execute(
        insert(groups).values(
            day=day,
            number=number,
            state=_GroupState.COLLECTING,
            size=new.group.size,
            context=new.context.hex(),
            roster=new.roster.payload,
            signature=new.roster.signature,
            total=to_bytes(new.group.total),
        )
    )
    # A donor may have been erased since the groups were arranged. Its place stays, without its id.
    there = set(connection.execute(select(donors.c.id).where(donors.c.id.in_(new.donors))).scalars())
    places = enumerate(donor if donor in there else None for donor in new.donors)
    rows = [{"day": day, "number": number, "place": place, "donor": donor} for place, donor in places]
    connection.execute(insert(members), rows)


def due_from(connection: Connection, donor: str) -> list[tuple[Signed, Signed]]:
    """Return what a donor still owes: the open rounds that wait for its vector, the earliest day first.

    Each is the signed plan of the round and the signed roster of the donor's group.
    """
    rows = connection.execute(
        select(rounds.c.plan, rounds.c.signature, groups.c.roster, groups.c.signature.label("roster_signature"))
        .select_from(members.join(groups).join(rounds))
        .where(members.c.donor == donor, members.c.received.is_(None), rounds.c.state == RoundState.OPEN)
        .order_by(rounds.c.day)
    )
    return [
        (Signed(payload=row.plan, signature=row.signature), Signed(payload=row.roster, signature=row.roster_signature))
        for row in rows
    ]


def place_of(connection: Connection, day: date, donor: str) -> Place | None:
    """Return a donor's place in the round of a data day; None if there is no round, or if it is in no group of it."""
    row = connection.execute(
        select(members.c.number, members.c.place, groups.c.context)
        .select_from(members.join(groups))
        .where(members.c.day == day, members.c.donor == donor)
    ).first()
    return Place(row.number, row.place, bytes.fromhex(row.context)) if row else None


def load(connection: Connection, day: date, number: int) -> server.Collecting | server.Summed:
    """Return a group as the state that the functions in `pdd_shared.rounds.plain.server` work on.

    Raises:
        NoResultFound: The round has no group of this number.
    """
    group = connection.execute(select(groups).where(groups.c.day == day, groups.c.number == number)).one()
    came = connection.execute(
        select(members.c.place, members.c.received).where(
            members.c.day == day, members.c.number == number, members.c.received.is_not(None)
        )
    )
    total = from_bytes(group.total, len(group.total) // WIRE.itemsize)
    kind = server.Summed if group.state == _GroupState.SUMMED else server.Collecting
    return kind(group.size, total, {row.place: row.received for row in came})


def numbers(connection: Connection, day: date) -> list[int]:
    """Return the numbers of a round's groups, in order."""
    rows = connection.execute(select(groups.c.number).where(groups.c.day == day).order_by(groups.c.number))
    return [row.number for row in rows]


def save_vector(
    connection: Connection, day: date, number: int, group: server.Collecting | server.Summed, place: int
) -> None:
    """Store a group's new state after one member sent its vector.

    The new sum and the vector's digest must be written in one transaction. Otherwise a resend could be added twice.

    Args:
        connection: A write transaction.
        day: The data day.
        number: The group's number.
        group: The group with the vector in its sum.
        place: The member's place in the roster, from 0.
    """
    state = _GroupState.SUMMED if isinstance(group, server.Summed) else _GroupState.COLLECTING
    which = (groups.c.day == day, groups.c.number == number)
    connection.execute(update(groups).where(*which).values(state=state, total=to_bytes(group.total)))
    who = (members.c.day == day, members.c.number == number, members.c.place == place)
    connection.execute(update(members).where(*who).values(received=group.received[place]))


def all_summed(connection: Connection, day: date) -> bool:
    """Return whether all members of all groups of a round have sent their vectors."""
    waiting = exists().where(groups.c.day == day, groups.c.state != _GroupState.SUMMED)
    return not connection.execute(select(waiting)).scalar_one()


def count_lost(connection: Connection, day: date) -> int:
    """Return how many groups of a round still lack a vector. Once its window is over, these groups are lost."""
    which = (groups.c.day == day, groups.c.state != _GroupState.SUMMED)
    return connection.execute(select(func.count()).where(*which)).scalar_one()


def count_submitted(connection: Connection, day: date) -> int:
    """Return how many members of a round have sent their vectors; 0 once it is published and `forget` was called."""
    which = (members.c.day == day, members.c.received.is_not(None))
    return connection.execute(select(func.count()).where(*which)).scalar_one()


def with_groups(connection: Connection) -> list[date]:
    """Return the data days of published rounds of which groups are left."""
    joined = select(groups.c.day).distinct().select_from(groups.join(rounds))
    return list(connection.execute(joined.where(rounds.c.state == RoundState.PUBLISHED)).scalars())


def forget(connection: Connection, most: int, *, day: date) -> int:
    """Delete at most so many groups of a round, with rosters, members and sums; return how many were deleted."""
    last = select(groups.c.number).where(groups.c.day == day).order_by(groups.c.number.desc()).limit(most)
    numbers = list(connection.execute(last).scalars())
    for table in (members, groups):
        connection.execute(delete(table).where(table.c.day == day, table.c.number.in_(numbers)))
    return len(numbers)
