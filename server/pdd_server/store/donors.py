"""Donors, and the data days on which they were active."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, or_, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.rounds.cohort.cohort_tables import cohort_leaves
from pdd_server.store.tables import activity, donors
from pdd_shared.protocol.messages import Member


@dataclass(frozen=True)
class Donor:
    """A registered donor.

    Attributes:
        id: The donor's id in the database, 16 random bytes in hex.
        member: Its public keys.
        number: The number that its next check-in must carry; negative after a restore, when that is not known.
        nonce: The nonce of its last check-in; None before the first one.
    """

    id: str
    member: Member
    number: int
    nonce: str | None


@dataclass(frozen=True)
class Attendance:
    """A donor that was active on a data day, and how often it was active before.

    Attributes:
        donor: The donor's id.
        member: Its public keys.
        seen: On how many of the `days` it was active.
        days: How many earlier days count: those since it registered, as far back as was asked.
    """

    donor: str
    member: Member
    seen: int
    days: int


def add(connection: Connection, donor: str, token_hash: bytes, member: Member, today: date) -> None:
    """Register a donor; its first check-in carries number 0."""
    row = {"id": donor, "token_hash": token_hash, "number": 0, "registered": today, "seen": today}
    connection.execute(insert(donors).values(**row, **member.model_dump()))


def is_known(connection: Connection, member: Member) -> bool:
    """Return whether a registered donor has one of these keys."""
    same = or_(donors.c.identity == member.identity, donors.c.exchange == member.exchange)
    return connection.execute(select(donors.c.id).where(same)).first() is not None


def by_token(connection: Connection, token_hash: bytes) -> Donor | None:
    """Return the donor whose token has this hash, or None."""
    row = connection.execute(select(donors).where(donors.c.token_hash == token_hash)).first()
    return Donor(row.id, _member(row), row.number, row.nonce) if row else None


def set_contact(connection: Connection, donor: str, number: int, nonce: str) -> None:
    """Record the number that a donor's next check-in must carry, and the nonce of the check-in that it just made."""
    connection.execute(update(donors).where(donors.c.id == donor).values(number=number, nonce=nonce))


def forget_contacts(connection: Connection) -> None:
    """Forget every donor's last check-in, after a restore from a backup: the real last numbers are not known."""
    connection.execute(update(donors).values(number=-1, nonce=None))


def note_activity(connection: Connection, donor: str, day: date) -> bool:
    """Record that a donor was active on a data day; return False if that was on record already."""
    added = connection.execute(sqlite_insert(activity).values(donor=donor, day=day).on_conflict_do_nothing())
    connection.execute(update(donors).where(donors.c.id == donor, donors.c.seen < day).values(seen=day))
    return added.rowcount == 1


def days_there(connection: Connection, donor: str) -> list[date]:
    """Return the data days on which a donor was active, as far back as they are kept."""
    return list(connection.execute(select(activity.c.day).where(activity.c.donor == donor)).scalars())


def first_active_day(connection: Connection) -> date | None:
    """Return the earliest data day on record on which any donor was active, or None."""
    day: date | None = connection.execute(select(func.min(activity.c.day))).scalar_one()
    return day


def count(connection: Connection) -> int:
    """Return how many donors are registered."""
    return connection.execute(select(func.count()).select_from(donors)).scalar_one()


def count_active(connection: Connection, day: date) -> int:
    """Return how many donors were active on a data day."""
    return connection.execute(select(func.count()).where(activity.c.day == day)).scalar_one()


def attendances(connection: Connection, day: date, history: int) -> list[Attendance]:
    """Return the donors that were active on `day`, each with its active days among the `history` days before."""
    since = day - timedelta(days=history)
    earlier = activity.alias()
    seen = (
        select(earlier.c.donor, func.count().label("seen"))
        .where(earlier.c.day >= since, earlier.c.day < day)
        .group_by(earlier.c.donor)
        .subquery()
    )
    rows = connection.execute(
        select(donors, func.coalesce(seen.c.seen, 0).label("days_seen"))
        .join(activity, activity.c.donor == donors.c.id)
        .outerjoin(seen, seen.c.donor == donors.c.id)
        .where(activity.c.day == day)
        .order_by(donors.c.id)
    )
    return [Attendance(row.id, _member(row), row.days_seen, (day - max(row.registered, since)).days) for row in rows]


def erase(connection: Connection, donor: str) -> None:
    """Delete a donor and its active days. Its places in open rosters and its leaves stay, without its id."""
    _forget_tickets(connection, donors.c.id == donor)
    connection.execute(delete(donors).where(donors.c.id == donor))


def expire(connection: Connection, activity_before: date, seen_before: date) -> None:
    """Delete donors' active days before `activity_before`, and the donors that were last seen before `seen_before`."""
    connection.execute(delete(activity).where(activity.c.day < activity_before))
    _forget_tickets(connection, donors.c.seen < seen_before)
    connection.execute(delete(donors).where(donors.c.seen < seen_before))


def _forget_tickets(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete the digests of the chosen donors' tickets from their leaves, before the donors are deleted.

    Somebody who knows a donor's identity key can compute this digest, and could find the donor's leaf by it.
    """
    leaving = cohort_leaves.c.donor.in_(select(donors.c.id).where(which))
    connection.execute(update(cohort_leaves).where(leaving).values(digest=b""))


def _member(row: Row[Any]) -> Member:
    return Member(identity=row.identity, exchange=row.exchange, signature=row.signature)
