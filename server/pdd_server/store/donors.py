"""Donors, and the data days on which they were active."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

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


# A check-in needs these. To build a statement takes SQLAlchemy longer than SQLite takes to answer it, so they are built
# once.
_BY_TOKEN = select(donors).where(donors.c.token_hash == bindparam("token"))
_REGISTERED = select(donors.c.token_hash).where(donors.c.token_hash.in_(bindparam("tokens", expanding=True)))
_LOCKED = (
    select(donors)
    .where(donors.c.token_hash.in_(bindparam("tokens", expanding=True)))
    .order_by(donors.c.id)  # everybody locks in this order, so that nobody waits for one who waits for them
    .with_for_update()
)
_CONTACT = (
    update(donors)
    .where(donors.c.id == bindparam("donor"))
    .values(number=bindparam("new_number"), nonce=bindparam("new_nonce"))
)
_ACTIVE_AMONG = select(activity.c.donor).where(
    activity.c.day == bindparam("on"), activity.c.donor.in_(bindparam("among", expanding=True))
)
# It names each day, so that each row is found by the table's key.
_DAYS_THERE = select(activity.c.donor, activity.c.day).where(
    activity.c.day.in_(bindparam("on", expanding=True)), activity.c.donor.in_(bindparam("among", expanding=True))
)
_ACTIVE = insert(activity)
_SEEN = (
    update(donors)
    .where(donors.c.id == bindparam("active"), donors.c.seen < bindparam("on"))
    .values(seen=bindparam("on"))
)


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
    row = connection.execute(_BY_TOKEN, {"token": token_hash}).first()
    return Donor(row.id, _member(row), row.number, row.nonce) if row else None


def registered(connection: Connection, token_hashes: Collection[bytes]) -> set[bytes]:
    """Return those of these hashes that are of registered donors' tokens."""
    return set(connection.execute(_REGISTERED, {"tokens": list(token_hashes)}).scalars())


def lock(connection: Connection, token_hashes: Collection[bytes]) -> dict[bytes, Donor]:
    """Return the donors whose tokens have these hashes, by hash. Nobody else changes them until the transaction ends.

    Hashes of no donor's token are left out.
    """
    rows = connection.execute(_LOCKED, {"tokens": list(token_hashes)})
    return {row.token_hash: Donor(row.id, _member(row), row.number, row.nonce) for row in rows}


def set_contacts(connection: Connection, contacted: Iterable[Donor]) -> None:
    """Store the number that each donor's next check-in must carry, and the nonce of the check-in that it just made."""
    if rows := [{"donor": one.id, "new_number": one.number, "new_nonce": one.nonce} for one in contacted]:
        connection.execute(_CONTACT, rows)


def forget_contacts(connection: Connection) -> None:
    """Forget every donor's last check-in, after a restore from a backup: the real last numbers are not known."""
    connection.execute(update(donors).values(number=-1, nonce=None))


def note_active(connection: Connection, active: Iterable[str], day: date) -> set[str]:
    """Record that donors were active on a data day; return those of whom that was not on record yet.

    The caller holds their rows (`lock`), so that nobody else records the same.
    """
    among = set(active)
    new = among - set(connection.execute(_ACTIVE_AMONG, {"on": day, "among": list(among)}).scalars())
    if new:
        connection.execute(_ACTIVE, [{"donor": donor, "day": day} for donor in new])
        connection.execute(_SEEN, [{"active": donor, "on": day} for donor in new])
    return new


def days_there(connection: Connection, some: Collection[str], days: Collection[date]) -> dict[str, list[date]]:
    """Return on which of these data days each of these donors was active; those who never were are left out."""
    found: dict[str, list[date]] = defaultdict(list)
    for donor, day in connection.execute(_DAYS_THERE, {"on": list(days), "among": list(some)}):
        found[donor].append(day)
    return dict(found)


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
    """Delete a donor, its ticket and its active days. Its places in open rosters and its leaves stay, without id."""
    _delete(connection, [donor], days_on_record(connection))


def expire_day(connection: Connection, day: date, after: str, most: int) -> tuple[str, int]:
    """Delete the records of a data day of at most so many donors: those with the next ids after `after`.

    Returns:
        The last of these ids, or `after` if there are none; and how many records were deleted.
    """
    rest = activity.c.day == day, activity.c.donor > after
    some = select(activity.c.donor).where(*rest).order_by(activity.c.donor).limit(most).subquery()
    last: str | None = connection.execute(select(func.max(some.c.donor))).scalar()
    if last is None:
        return after, 0
    return last, connection.execute(delete(activity).where(*rest, activity.c.donor <= last)).rowcount


def unseen(connection: Connection, before: date) -> list[str]:
    """Return the ids of the donors that were last seen before this day, in order. It looks at every donor."""
    return list(connection.execute(select(donors.c.id).where(donors.c.seen < before).order_by(donors.c.id)).scalars())


def dated_after(connection: Connection, day: date) -> list[str]:
    """Return the ids of the donors that were registered or seen after this day, in order. It looks at every donor."""
    later = or_(donors.c.registered > day, donors.c.seen > day)
    return list(connection.execute(select(donors.c.id).where(later).order_by(donors.c.id)).scalars())


def correct_dates(connection: Connection, some: Collection[str], *, latest: date) -> None:
    """Set the dates of some donors that lie after the latest possible one to that."""
    for column in (donors.c.registered, donors.c.seen):
        later = donors.c.id.in_(some), column > latest
        connection.execute(update(donors).where(*later).values({column: latest}))


def expire(connection: Connection, some: Collection[str], *, before: date, days: Collection[date]) -> None:
    """Delete those of some donors that were last seen before this day; `days` are the days on record then."""
    old = select(donors.c.id).where(donors.c.id.in_(some), donors.c.seen < before)
    # With an empty list, SQLite would look through all active days for a donor that is in it.
    if leaving := list(connection.execute(old).scalars()):
        _delete(connection, leaving, days)


def days_on_record(connection: Connection) -> list[date]:
    """Return the data days from the first on which any donor was active to the last one.

    On PostgreSQL it passes over the rows that were deleted before the first day, until a vacuum has removed them.
    """
    # Asked for both in one query, SQLite would read the whole table.
    first, last = (connection.execute(select(end(activity.c.day))).scalar() for end in (func.min, func.max))
    if first is None or last is None:
        return []
    return [first + timedelta(days=ahead) for ahead in range((last - first).days + 1)]


def _delete(connection: Connection, leaving: Collection[str], days: Collection[date]) -> None:
    """Delete these donors with their active days."""
    _forget_tickets(connection, donors.c.id.in_(leaving))
    # Each day on record is named, so that its rows are found by the table's key.
    connection.execute(delete(activity).where(activity.c.day.in_(days), activity.c.donor.in_(leaving)))
    connection.execute(delete(donors).where(donors.c.id.in_(leaving)))


def _forget_tickets(connection: Connection, which: ColumnElement[bool]) -> None:
    """Delete the digests of the chosen donors' tickets from their leaves, before the donors are deleted.

    Somebody who knows a donor's identity key can compute this digest, and could find the donor's leaf by it.
    """
    leaving = cohort_leaves.c.donor.in_(select(donors.c.id).where(which))
    connection.execute(update(cohort_leaves).where(leaving).values(digest=b""))


def _member(row: Row[Any]) -> Member:
    return Member(identity=row.identity, exchange=row.exchange, signature=row.signature)
