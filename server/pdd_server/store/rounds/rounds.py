"""The record of each round of either protocol: its state, its counts, and its signed plan until it is published.

A `plain` round is FORMING until all its groups are stored, then OPEN until all of them are summed or its window is
over, then CLOSING until the nightly run has published it, then PUBLISHED. A `cohort` round is OPEN until the last of
its (sub-)cohorts' days has ended, then PUBLISHED.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, insert, or_, select, update

from pdd_server.store.tables import rounds
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.terms import Protocol


class RoundState(StrEnum):
    """The state of a round.

    A `cohort` round is never FORMING, because its cohorts may take uploads while others are still being stored, nor
    CLOSING, because each of its cohorts closes by itself.
    """

    FORMING = "forming"
    """Its groups are being stored. Nobody is shown any of them."""

    OPEN = "open"
    """It waits for donors' messages."""
    CLOSING = "closing"
    """It takes no more messages and waits to be published."""
    PUBLISHED = "published"


@dataclass(frozen=True)
class Round:
    """The record of a round.

    Attributes:
        day: The data day.
        protocol: The protocol that the round began under.
        state: The round's state.
        since: The date of the nightly run in which this state began, except for PUBLISHED, which leaves it.
        active: How many donors were active; in `cohort`, on the data day or in the window after it.
        groups: How many groups the round has; in `cohort`, (sub-)cohorts.
        members: How many donors are in the groups; in `cohort`, the leaves of the tree.
        submitted: How many vectors or uploads came; None until the round is published.
        counted: How many of them are in the totals; None until the round is published.
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


_PLAN = select(rounds.c.plan, rounds.c.signature).where(rounds.c.day == bindparam("data_day"))

_LOCKED = select(rounds.c.day).where(rounds.c.day == bindparam("data_day")).with_for_update()


def add(connection: Connection, new: Round, plan: Signed) -> None:
    """Record a new round and its signed plan. The caller adds its groups or cohorts."""
    values = {**asdict(new), "plan": plan.payload, "signature": plan.signature}
    connection.execute(insert(rounds).values(values))


def get(connection: Connection, day: date) -> Round | None:
    """Return the round of a data day, or None."""
    return next(_records(connection, rounds.c.day == day), None)


def all_of(connection: Connection) -> list[Round]:
    """Return every round on record, the earliest day first."""
    return list(_records(connection, rounds.c.day.is_not(None)))


def in_state(connection: Connection, state: RoundState, protocol: Protocol | None = None) -> list[Round]:
    """Return the rounds in a state, the earliest day first; of both protocols if `protocol` is None."""
    found = _records(connection, rounds.c.state == state)
    return [one for one in found if protocol in (None, one.protocol)]


def _records(connection: Connection, where: ColumnElement[bool]) -> Iterator[Round]:
    shown = [column for column in rounds.c if column.name not in ("plan", "signature")]
    for row in connection.execute(select(*shown).where(where).order_by(rounds.c.day)):
        yield Round(**{**row._asdict(), "state": RoundState(row.state)})


def active_of(connection: Connection, day: date) -> int:
    """Return how many donors were active for the round of a data day, as far as that was counted yet."""
    found: int = connection.execute(select(rounds.c.active).where(rounds.c.day == day)).scalar_one()
    return found


def plan_of(connection: Connection, day: date) -> Signed:
    """Return the signed plan of a round that is not published yet. The round must exist."""
    row = connection.execute(_PLAN, {"data_day": day}).one()
    return Signed(payload=row.plan, signature=row.signature)


def lock(connection: Connection, day: date) -> None:
    """Lock the record of a data day's round until the transaction ends."""
    connection.execute(_LOCKED, {"data_day": day})


def set_state(connection: Connection, day: date, state: RoundState, since: date) -> None:
    """Store a round's new state, and the date of the nightly run in which it began."""
    connection.execute(update(rounds).where(rounds.c.day == day).values(state=state, since=since))


def drop_forming(connection: Connection, day: date) -> None:
    """Delete the record of a round that is FORMING, if there is one. The caller has deleted its groups."""
    connection.execute(delete(rounds).where(rounds.c.day == day, rounds.c.state == RoundState.FORMING))


def set_active(connection: Connection, day: date, active: int) -> None:
    """Store how many donors were active for a round."""
    connection.execute(update(rounds).where(rounds.c.day == day).values(active=active))


def finish(connection: Connection, day: date, submitted: int, counted: int) -> None:
    """Record a round as published, and delete its plan. The caller deletes the rest that the round holds.

    Args:
        connection: A write transaction.
        day: The data day.
        submitted: How many vectors or uploads came.
        counted: How many of them are in the totals.
    """
    values = {"submitted": submitted, "counted": counted, "plan": None, "signature": None}
    connection.execute(update(rounds).where(rounds.c.day == day).values(state=RoundState.PUBLISHED, **values))


def expire(connection: Connection, before: date, cohorts_before: date) -> None:
    """Delete the records of published rounds before a data day; those of `cohort` before `cohorts_before`."""
    limits = rounds.c.protocol != "cohort", rounds.c.day < before
    of_cohort = rounds.c.protocol == "cohort", rounds.c.day < cohorts_before
    connection.execute(
        delete(rounds).where(rounds.c.state == RoundState.PUBLISHED, or_(and_(*limits), and_(*of_cohort)))
    )
