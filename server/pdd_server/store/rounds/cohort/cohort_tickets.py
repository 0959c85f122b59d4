"""Tickets that wait for the next tree: one a donor."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, delete, func, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_tickets


@dataclass(frozen=True)
class SpareTicket:
    """A donor's ticket for the next tree: its digest and keys, 32 bytes each, and the day on which it came."""

    digest: bytes
    exchange: bytes
    signing: bytes
    made: date


def get(connection: Connection, donor: str) -> SpareTicket | None:
    """A donor's ticket for the next tree."""
    columns = [cohort_tickets.c[name] for name in ("digest", "exchange", "signing", "made")]
    row = connection.execute(select(*columns).where(cohort_tickets.c.donor == donor)).first()
    return SpareTicket(**row._asdict()) if row else None


def add(connection: Connection, donor: str, ticket: SpareTicket) -> None:
    """Keep a donor's first ticket for the next tree."""
    connection.execute(insert(cohort_tickets).values(donor=donor, **vars(ticket)))


def has_key(connection: Connection, key: bytes, *, exchange: bool) -> bool:
    """Whether a ticket that waits has this X25519 or Ed25519 key."""
    column = cohort_tickets.c.exchange if exchange else cohort_tickets.c.signing
    return connection.execute(select(cohort_tickets.c.donor).where(column == key)).first() is not None


def count(connection: Connection) -> int:
    """How many tickets wait."""
    return connection.execute(select(func.count()).select_from(cohort_tickets)).scalar_one()


def expire(connection: Connection, made_until: date) -> None:
    """Throw away tickets that came on this day or before."""
    connection.execute(delete(cohort_tickets).where(cohort_tickets.c.made <= made_until))


def drop_all(connection: Connection) -> None:
    """Throw away all tickets, after a restore."""
    connection.execute(delete(cohort_tickets))
