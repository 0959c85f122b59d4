"""The groups and members of `plain` rounds, while they are open."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from pdd_server.store.rounds.rounds import RoundState
from pdd_server.store.tables import groups, members, rounds
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.layout import WIRE, from_bytes, to_bytes
from pdd_shared.rounds.plain import server


class _GroupState(StrEnum):
    COLLECTING = "collecting"
    SUMMED = "summed"


@dataclass(frozen=True)
class NewGroup:
    """A group to be opened: its signed roster, its context's digest, its donors in the roster's order."""

    roster: Signed
    context: bytes
    donors: tuple[str, ...]
    group: server.Collecting = field(repr=False)


@dataclass(frozen=True)
class Place:
    """Where a donor stands in a round: its group's number, its place in the roster, the group's context digest."""

    number: int
    place: int
    context: bytes


def add(connection: Connection, day: date, new: Iterable[NewGroup]) -> None:
    """Add a round's groups, numbered in their order."""
    for number, group in enumerate(new):
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
    places = enumerate(new.donors)
    rows = [{"day": day, "number": number, "place": place, "donor": donor} for place, donor in places]
    connection.execute(insert(members), rows)


def due_from(connection: Connection, donor: str) -> list[tuple[Signed, Signed]]:
    """The plan and roster of every open round this donor has not sent its vector for, the earliest day first."""
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
    """Where a donor stands in the round of a day."""
    row = connection.execute(
        select(members.c.number, members.c.place, groups.c.context)
        .select_from(members.join(groups))
        .where(members.c.day == day, members.c.donor == donor)
    ).first()
    return Place(row.number, row.place, bytes.fromhex(row.context)) if row else None


def load(connection: Connection, day: date, number: int) -> server.Collecting | server.Summed:
    """A group as the transition functions know it."""
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
    """The numbers of a round's groups."""
    rows = connection.execute(select(groups.c.number).where(groups.c.day == day).order_by(groups.c.number))
    return [row.number for row in rows]


def save_vector(
    connection: Connection, day: date, number: int, group: server.Collecting | server.Summed, place: int
) -> None:
    """Write a group after the member at `place` sent its vector: the new sum and that vector's digest, together."""
    state = _GroupState.SUMMED if isinstance(group, server.Summed) else _GroupState.COLLECTING
    which = (groups.c.day == day, groups.c.number == number)
    connection.execute(update(groups).where(*which).values(state=state, total=to_bytes(group.total)))
    who = (members.c.day == day, members.c.number == number, members.c.place == place)
    connection.execute(update(members).where(*who).values(received=group.received[place]))


def all_summed(connection: Connection, day: date) -> bool:
    """Whether every group of a round is summed."""
    waiting = exists().where(groups.c.day == day, groups.c.state != _GroupState.SUMMED)
    return not connection.execute(select(waiting)).scalar_one()


def count_lost(connection: Connection, day: date) -> int:
    """How many groups of a round miss a vector."""
    which = (groups.c.day == day, groups.c.state != _GroupState.SUMMED)
    return connection.execute(select(func.count()).where(*which)).scalar_one()


def count_submitted(connection: Connection, day: date) -> int:
    """How many members of a round that is not yet published have sent their vectors."""
    which = (members.c.day == day, members.c.received.is_not(None))
    return connection.execute(select(func.count()).where(*which)).scalar_one()


def forget(connection: Connection, day: date) -> None:
    """Delete a round's rosters, who was in them, and every sum."""
    connection.execute(delete(members).where(members.c.day == day))
    connection.execute(delete(groups).where(groups.c.day == day))
