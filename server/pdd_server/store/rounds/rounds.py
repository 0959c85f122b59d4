"""The record of each round, whichever its protocol: where it stands, and its signed plan while it is open."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from pdd_server.store.tables import rounds
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.terms import Protocol


class RoundState(StrEnum):
    """Where a round stands; a `cohort` round is never closing, since each of its cohorts ends by itself."""

    OPEN = "open"
    """Waits for donors' messages."""
    CLOSING = "closing"
    """Takes nothing any more: a night has ended it, and it waits to be published."""
    PUBLISHED = "published"


@dataclass(frozen=True)
class Round:
    """The record of a round: its state, the night that began it, counts of donors and groups.

    `submitted` and `counted` are there once it is published.
    """

    day: date
    protocol: Protocol
    state: RoundState
    since: date
    active: int
    groups: int
    members: int
    submitted: int | None = None
    counted: int | None = None


def add(connection: Connection, new: Round, plan: Signed) -> None:
    """Record a new round; its groups are added beside it."""
    values = {**asdict(new), "plan": plan.payload, "signature": plan.signature}
    connection.execute(insert(rounds).values(values))


def get(connection: Connection, day: date) -> Round | None:
    """The round of a data day."""
    return next(_records(connection, rounds.c.day == day), None)


def all_of(connection: Connection) -> list[Round]:
    """Every round on record, the earliest day first."""
    return list(_records(connection, rounds.c.day.is_not(None)))


def in_state(connection: Connection, state: RoundState, protocol: Protocol | None = None) -> list[Round]:
    """The rounds in one state, of one protocol or of both, the earliest day first."""
    found = _records(connection, rounds.c.state == state)
    return [one for one in found if protocol in (None, one.protocol)]


def _records(connection: Connection, where: ColumnElement[bool]) -> Iterator[Round]:
    shown = [column for column in rounds.c if column.name not in ("plan", "signature")]
    for row in connection.execute(select(*shown).where(where).order_by(rounds.c.day)):
        yield Round(**{**row._asdict(), "state": RoundState(row.state)})


def active_of(connection: Connection, day: date) -> int:
    """How many donors were there for a round, as far as it was counted."""
    found: int = connection.execute(select(rounds.c.active).where(rounds.c.day == day)).scalar_one()
    return found


def plan_of(connection: Connection, day: date) -> Signed:
    """The signed plan of a round that is not yet published."""
    row = connection.execute(select(rounds.c.plan, rounds.c.signature).where(rounds.c.day == day)).one()
    return Signed(payload=row.plan, signature=row.signature)


def set_state(connection: Connection, day: date, state: RoundState, since: date) -> None:
    """Lead a round into a state that begins in the night named `since`."""
    connection.execute(update(rounds).where(rounds.c.day == day).values(state=state, since=since))


def set_active(connection: Connection, day: date, active: int) -> None:
    """Record how many donors were there for a round."""
    connection.execute(update(rounds).where(rounds.c.day == day).values(active=active))


def finish(connection: Connection, day: date, submitted: int, counted: int) -> None:
    """Record a round as published, and delete its plan; what else it holds is deleted beside it."""
    values = {"submitted": submitted, "counted": counted, "plan": None, "signature": None}
    connection.execute(update(rounds).where(rounds.c.day == day).values(state=RoundState.PUBLISHED, **values))


def expire(connection: Connection, before: date, cohorts_before: date) -> None:
    """Delete the records of published rounds of days before this one; of `cohort`, before another."""
    limits = rounds.c.protocol != "cohort", rounds.c.day < before
    of_cohort = rounds.c.protocol == "cohort", rounds.c.day < cohorts_before
    connection.execute(
        delete(rounds).where(rounds.c.state == RoundState.PUBLISHED, or_(and_(*limits), and_(*of_cohort)))
    )
