"""The members of `recoverable` rounds: what each is asked for, what it sent, and the boxes others sealed for it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, exists, func, insert, select, update

from pdd_server.store.recoverable_groups import GroupState, Key
from pdd_server.store.rounds import Counts, RoundState
from pdd_server.store.tables import dealings, reveals, rounds
from pdd_server.store.tables import tentative_groups as groups
from pdd_server.store.tables import tentative_members as members
from pdd_shared.messages import Prepared, PrepareTask, RevealTask, Signed, SubmitTask
from pdd_shared.rounds.recoverable.dealing import BOX_SIZE, Dealing


@dataclass(frozen=True)
class Place:
    """Where a donor stands in a round: its group and the group's state, its place in the group plan.

    `context` is the digest, in hex, of the round context its vector is blinded under, once there is a roster.
    """

    key: Key
    place: int
    state: GroupState
    context: str | None


def place_of(connection: Connection, day: date, donor: str) -> Place | None:
    """Where a donor stands in the round of a day."""
    row = connection.execute(
        select(members.c.number, members.c.place, groups.c.state, groups.c.context)
        .select_from(members.join(groups))
        .where(members.c.day == day, members.c.donor == donor)
    ).first()
    return Place(Key(day, row.number), row.place, GroupState(row.state), row.context) if row else None


def to_prepare(connection: Connection, donor: str, today: date) -> Iterator[PrepareTask]:
    """Today's round, if this donor is planned into it and has not prepared."""
    asked = _asked(donor, RoundState.PREPARING, groups.c.plan.label("group"), groups.c.plan_signature)
    for row in connection.execute(asked.where(rounds.c.day == today, members.c.prepared.is_(None))):
        yield PrepareTask(plan=_plan(row), group_plan=Signed(payload=row.group, signature=row.plan_signature))


def to_submit(connection: Connection, donor: str) -> Iterator[SubmitTask]:
    """The open rounds with this donor in the roster whose vector has not come, the earliest day first."""
    asked = _asked(donor, RoundState.OPEN, groups.c.roster, groups.c.roster_signature)
    waiting = (groups.c.state == GroupState.SUBMITTING, members.c.prepared.is_not(None), members.c.received.is_(None))
    for row in connection.execute(asked.where(*waiting)):
        yield SubmitTask(plan=_plan(row), roster=Signed(payload=row.roster, signature=row.roster_signature))


def to_reveal(connection: Connection, donor: str) -> Iterator[RevealTask]:
    """The rounds that wait for this donor's shares, the earliest day first; with what it cannot have of them."""
    absent, silent = members.c.prepared.is_(None), members.c.received.is_(None)
    columns = (
        case((absent, groups.c.plan)).label("group"),
        groups.c.plan_signature,
        case((silent, groups.c.roster)).label("roster"),
        groups.c.roster_signature,
        groups.c.survivors,
        groups.c.survivors_signature,
    )
    revealed = exists().where(*(reveals.c[key] == members.c[key] for key in ("day", "number", "place")))
    asked = _asked(donor, RoundState.REVEALING, *columns).where(groups.c.state == GroupState.REVEALING, ~revealed)
    for row in connection.execute(asked):
        yield RevealTask(
            plan=_plan(row),
            group_plan=row.group and Signed(payload=row.group, signature=row.plan_signature),
            roster=row.roster and Signed(payload=row.roster, signature=row.roster_signature),
            survivors=Signed(payload=row.survivors, signature=row.survivors_signature),
        )


def save_preparation(connection: Connection, key: Key, prepared: Prepared, dealing: Dealing) -> None:
    """Write what a member shows of its preparation, and what it dealt."""
    place = {"day": key.day, "number": key.number, "place": prepared.place}
    connection.execute(insert(dealings).values(**place, hashes=dealing.hashes, boxes=dealing.boxes))
    connection.execute(update(members).where(*_who(key, prepared.place)).values(prepared=prepared.model_dump_json()))


def save_received(connection: Connection, key: Key, place: int, digest: bytes, signature: bytes) -> None:
    """Write the digest of the vector that a member sent, and its signature under the roster."""
    connection.execute(update(members).where(*_who(key, place)).values(received=digest, signature=signature))


def save_reveal(connection: Connection, key: Key, place: int, shares: bytes) -> None:
    """Write the shares that a member revealed."""
    connection.execute(insert(reveals).values(day=key.day, number=key.number, place=place, shares=shares))


def boxes_for(connection: Connection, key: Key, place: int) -> list[bytes]:
    """The boxes addressed to the member at this place, in the roster's order."""
    box = func.substr(dealings.c.boxes, place * BOX_SIZE + 1, BOX_SIZE).label("box")
    which = (dealings.c.day == key.day, dealings.c.number == key.number)
    return [row.box for row in connection.execute(select(box).where(*which).order_by(dealings.c.place))]


def donors_at(connection: Connection, key: Key, places: Collection[int]) -> list[str]:
    """The donors at these places that are still registered."""
    which = (members.c.day == key.day, members.c.number == key.number, members.c.place.in_(places))
    return [row.donor for row in connection.execute(select(members.c.donor).where(*which)) if row.donor]


def count(connection: Connection, day: date) -> Counts:
    """How far the members of a round that is not yet published have come."""
    shown = select(func.count(members.c.prepared), func.count(members.c.received)).where(members.c.day == day)
    prepared, submitted = connection.execute(shown).one()
    revealed = connection.execute(select(func.count()).select_from(reveals).where(reveals.c.day == day)).scalar_one()
    return Counts(prepared, submitted, revealed)


def waits_for_vectors(connection: Connection, day: date) -> bool:
    """Whether a vector can still come: an erased donor's cannot."""
    waiting = (
        groups.c.state == GroupState.SUBMITTING,
        members.c.donor.is_not(None),
        members.c.prepared.is_not(None),
        members.c.received.is_(None),
    )
    found = select(members.c.place).select_from(members.join(groups)).where(members.c.day == day, *waiting).limit(1)
    return connection.execute(found).first() is not None


def reveals_by_group(connection: Connection, day: date) -> list[tuple[int, int]]:
    """(size, reveals that came) of each group of a round that waits for shares."""
    came = func.count(reveals.c.place)
    rows = connection.execute(
        select(groups.c.size, came)
        .select_from(groups.outerjoin(reveals, (reveals.c.day == groups.c.day) & (reveals.c.number == groups.c.number)))
        .where(groups.c.day == day, groups.c.state == GroupState.REVEALING)
        .group_by(groups.c.number, groups.c.size)
    )
    return [(size, number) for size, number in rows]


def _asked(donor: str, state: RoundState, *columns: ColumnElement[Any]) -> Select[Any]:
    """Plan and these columns of the rounds in this state that the donor is planned into, the earliest day first."""
    plan = (rounds.c.plan, rounds.c.signature)
    source = members.join(groups).join(rounds)
    where = (members.c.donor == donor, rounds.c.state == state)
    return select(*plan, *columns).select_from(source).where(*where).order_by(rounds.c.day)


def _plan(row: Any) -> Signed:
    return Signed(payload=row.plan, signature=row.signature)


def _who(key: Key, place: int) -> tuple[ColumnElement[bool], ...]:
    return members.c.day == key.day, members.c.number == key.number, members.c.place == place
