"""Spare tickets, which wait for the next epoch's tree: one for each donor."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_tickets


@dataclass(frozen=True)
class SpareTicket:
    """A donor's ticket for the next tree.

    Attributes:
        digest: The digest by which the receipt names it, 32 bytes.
        exchange: Its X25519 public key, 32 bytes.
        signing: Its Ed25519 public key, 32 bytes.
        made: The data day on which it came.
    """

    digest: bytes
    exchange: bytes
    signing: bytes
    made: date


_SPARE = select(*(cohort_tickets.c[name] for name in ("digest", "exchange", "signing", "made"))).where(
    cohort_tickets.c.donor == bindparam("owner")
)

_OWNERS = select(cohort_tickets.c.donor).where(cohort_tickets.c.donor.in_(bindparam("owners", expanding=True)))


def get(connection: Connection, donor: str) -> SpareTicket | None:
    """Return a donor's spare ticket, or None."""
    row = connection.execute(_SPARE, {"owner": donor}).first()
    return SpareTicket(**row._asdict()) if row else None


def owners_among(connection: Connection, donors: Collection[str]) -> set[str]:
    """Return those of these donors who have a spare ticket."""
    return set(connection.execute(_OWNERS, {"owners": list(donors)}).scalars())


def add(connection: Connection, donor: str, ticket: SpareTicket) -> None:
    """Store a donor's spare ticket. The donor must have none."""
    connection.execute(insert(cohort_tickets).values(donor=donor, **vars(ticket)))


def has_key(connection: Connection, key: bytes, *, exchange: bool) -> bool:
    """Return whether a spare ticket has this key: an X25519 key if `exchange`, an Ed25519 key otherwise."""
    column = cohort_tickets.c.exchange if exchange else cohort_tickets.c.signing
    return connection.execute(select(cohort_tickets.c.donor).where(column == key)).first() is not None


def count(connection: Connection) -> int:
    """Return how many spare tickets there are."""
    return connection.execute(select(func.count()).select_from(cohort_tickets)).scalar_one()


def lapsed(connection: Connection, made_until: date) -> list[str]:
    """Return the donors whose spare ticket came on this day or earlier. It looks at every ticket."""
    return list(connection.execute(select(cohort_tickets.c.donor).where(cohort_tickets.c.made <= made_until)).scalars())


def expire(connection: Connection, donors: Collection[str], *, made_until: date) -> None:
    """Delete those of some donors' spare tickets that came on this day or earlier."""
    where = cohort_tickets.c.donor.in_(donors), cohort_tickets.c.made <= made_until
    connection.execute(delete(cohort_tickets).where(*where))


def donors_by_digest(connection: Connection, most: int) -> list[str]:
    """Return the donors of the spare tickets with the lowest digests, in the digests' order; `most` of them."""
    chosen = select(cohort_tickets.c.donor).order_by(cohort_tickets.c.digest).limit(most)
    return list(connection.execute(chosen).scalars())


def drop_all(connection: Connection) -> None:
    """Delete all spare tickets, after a restore from a backup."""
    connection.execute(delete(cohort_tickets))
