"""The groups of `recoverable` rounds, while they are open: their states and their signed messages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, delete, exists, insert, select, update

from pdd_server.store.tables import dealings, reveals, tentative_groups, tentative_members
from pdd_shared.layout import WIRE, from_bytes, to_bytes
from pdd_shared.messages import GroupPlan, Prepared, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.recoverable.dealing import Dealing
from pdd_shared.rounds.recoverable.server import Preparing, Revealing, Submitting
from pdd_shared.signing import signed_digest

_HOLDING = (reveals, dealings, tentative_members, tentative_groups)
"""What a round holds, what refers to another's rows before it."""


class GroupState(StrEnum):
    """Where a group stands; it is over when it was cancelled or lost before its round ends."""

    PREPARING = "preparing"
    SUBMITTING = "submitting"
    REVEALING = "revealing"
    OVER = "over"


@dataclass(frozen=True)
class Key:
    """What names a group: its round's data day, and its number in the round."""

    day: date
    number: int


@dataclass(frozen=True)
class NewGroup:
    """A group to be planned: its signed plan, and its donors in the plan's order."""

    plan: Signed
    donors: tuple[str, ...]


def add(connection: Connection, day: date, new: Iterable[NewGroup]) -> None:
    """Add a round's groups, numbered in their order; each is written before the next one is made."""
    for number, group in enumerate(new):
        values = {"plan": group.plan.payload, "plan_signature": group.plan.signature, "size": len(group.donors)}
        key = {"day": day, "number": number}
        connection.execute(insert(tentative_groups).values(**key, **values, state=GroupState.PREPARING))
        rows = [{**key, "place": place, "donor": donor} for place, donor in enumerate(group.donors)]
        connection.execute(insert(tentative_members), rows)


def keys(connection: Connection, day: date, state: GroupState) -> list[Key]:
    """The groups of a round that are in this state, in order."""
    which = (tentative_groups.c.day == day, tentative_groups.c.state == state)
    rows = connection.execute(select(tentative_groups.c.number).where(*which).order_by(tentative_groups.c.number))
    return [Key(day, row.number) for row in rows]


def plan_of(connection: Connection, key: Key) -> Signed:
    """A group's signed plan."""
    row = _row(connection, key, "plan", "plan_signature")
    return Signed(payload=row.plan, signature=row.plan_signature)


def load_preparing(connection: Connection, key: Key) -> Preparing:
    """A group that waits for preparations."""
    plan = plan_of(connection, key)
    prepared = {member.place: member for member in _prepared(connection, key)}
    return Preparing(GroupPlan.model_validate_json(plan.payload), signed_digest(plan, GroupPlan), prepared)


def load_submitting(connection: Connection, key: Key) -> Submitting:
    """A group that waits for vectors."""
    came = connection.execute(
        select(tentative_members.c.place, tentative_members.c.received, tentative_members.c.signature)
        .where(*_members_of(key), tentative_members.c.prepared.is_not(None))
        .order_by(tentative_members.c.place)
    ).all()
    received = {row.place: row.received for row in came if row.received is not None}
    signatures = {row.place: row.signature for row in came if row.received is not None}
    total = _row(connection, key, "total").total
    places = tuple(row.place for row in came)
    return Submitting(places, from_bytes(total, len(total) // WIRE.itemsize), received, signatures)


def load_revealing(connection: Connection, key: Key) -> Revealing:
    """A group that waits for shares."""
    row = _row(connection, key, "survivors", "total")
    places = Survivors.model_validate_json(row.survivors).places
    came = connection.execute(select(reveals.c.place, reveals.c.shares).where(*_of(reveals, key)))
    total = from_bytes(row.total, len(row.total) // WIRE.itemsize)
    return Revealing(frozenset(places), total, {one.place: one.shares for one in came})


def size(connection: Connection, key: Key) -> int:
    """How many members a group's plan has."""
    found: int = _row(connection, key, "size").size
    return found


def roster_of(connection: Connection, key: Key) -> Signed:
    """A group's signed roster."""
    row = _row(connection, key, "roster", "roster_signature")
    return Signed(payload=row.roster, signature=row.roster_signature)


def survivors_digest(connection: Connection, key: Key) -> bytes:
    """The digest of a group's survivor list."""
    row = _row(connection, key, "survivors", "survivors_signature")
    return signed_digest(Signed(payload=row.survivors, signature=row.survivors_signature), Survivors)


def load_dealings(connection: Connection, key: Key) -> dict[int, Dealing]:
    """What each member of a group's roster dealt, by its place: the hashes alone, which are what unmasking needs."""
    rows = connection.execute(select(dealings.c.place, dealings.c.hashes).where(*_of(dealings, key)))
    return {row.place: Dealing(row.hashes, b"") for row in rows}


def fix_roster(connection: Connection, key: Key, roster: Signed, context: bytes, group: Submitting) -> None:
    """Lead a group to its vectors; `context` is the digest of the round context they are blinded under."""
    values = {"roster": roster.payload, "roster_signature": roster.signature, "context": context.hex()}
    _update(connection, key, state=GroupState.SUBMITTING, total=to_bytes(group.total), **values)


def fix_survivors(connection: Connection, key: Key, survivors: Signed) -> None:
    """Lead a group to its shares."""
    values = {"survivors": survivors.payload, "survivors_signature": survivors.signature}
    _update(connection, key, state=GroupState.REVEALING, **values)


def save_total(connection: Connection, key: Key, group: Submitting) -> None:
    """Write a group's new running sum."""
    _update(connection, key, total=to_bytes(group.total))


def end(connection: Connection, key: Key) -> None:
    """A group that was cancelled or lost: forget its sum at once."""
    _update(connection, key, state=GroupState.OVER, total=None)


def count_over(connection: Connection, day: date) -> tuple[int, int]:
    """How many groups of a round were cancelled before they had a roster, and how many were lost after."""
    which = (tentative_groups.c.day == day, tentative_groups.c.state == GroupState.OVER)
    rosters = connection.execute(select(tentative_groups.c.roster.is_not(None)).where(*which)).scalars().all()
    return len(rosters) - sum(rosters), sum(rosters)


def had_roster(connection: Connection, day: date) -> bool:
    """Whether any group of a round got as far as its roster."""
    found = exists().where(tentative_groups.c.day == day, tentative_groups.c.roster.is_not(None))
    return bool(connection.execute(select(found)).scalar_one())


def forget(connection: Connection, day: date) -> None:
    """Delete all that a round holds: plans, rosters, who was in them, shares and sums."""
    for table in _HOLDING:
        connection.execute(delete(table).where(table.c.day == day))


def roster_members(connection: Connection, key: Key) -> tuple[Prepared, ...]:
    """The members of a group's roster."""
    return PreparedRoster.model_validate_json(roster_of(connection, key).payload).members


def _prepared(connection: Connection, key: Key) -> list[Prepared]:
    which = (*_members_of(key), tentative_members.c.prepared.is_not(None))
    rows = connection.execute(select(tentative_members.c.prepared).where(*which))
    return [Prepared.model_validate_json(row.prepared) for row in rows]


def _row(connection: Connection, key: Key, *columns: str) -> Row[Any]:
    chosen = [tentative_groups.c[column] for column in columns]
    return connection.execute(select(*chosen).where(*_of(tentative_groups, key))).one()


def _update(connection: Connection, key: Key, **values: object) -> None:
    connection.execute(update(tentative_groups).where(*_of(tentative_groups, key)).values(**values))


def _members_of(key: Key) -> tuple[Any, Any]:
    return _of(tentative_members, key)


def _of(table: Any, key: Key) -> tuple[Any, Any]:
    return table.c.day == key.day, table.c.number == key.number
