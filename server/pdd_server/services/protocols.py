"""The counting protocols a server knows: what a night, a check-in and the status do with the rounds of each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from pdd_server.services import plain_rounds
from pdd_server.services.cohort import nights as cohort_nights
from pdd_server.services.cohort import planning
from pdd_server.services.night import Night
from pdd_server.services.recoverable import contacts, nights, unmasking
from pdd_server.services.totals import Total
from pdd_server.store.rounds import Counts, Round
from pdd_shared.messages import Signed, Task
from pdd_shared.terms import Protocol


@dataclass(frozen=True)
class Rounds:
    """What is done with the rounds of one protocol; each works in the caller's transaction.

    `advance` leads them on as a night does, and `plan` adds new ones: their data days.
    """

    advance: Callable[[Connection, Night], None]
    plan: Callable[[Connection, Night], tuple[date, ...]]
    count: Callable[[Connection, date], Counts]
    forget: Callable[[Connection, date], None]


@dataclass(frozen=True)
class GroupRounds(Rounds):
    """What is done, besides, with the rounds of a protocol that sums up groups.

    `total` is the sum before noise of one that is closing, or None if it has to wait on for shares.
    """

    tasks: Callable[[Connection, str, date], Iterable[Task]]
    receive_vector: Callable[[Connection, Round, str, str, bytes], None]
    total: Callable[[Connection, Round, Signed], Total | None]


GROUP_PROTOCOLS: Mapping[Protocol, GroupRounds] = {
    "plain": GroupRounds(
        plain_rounds.advance,
        plain_rounds.plan,
        plain_rounds.count,
        plain_rounds.forget,
        plain_rounds.tasks,
        plain_rounds.receive_vector,
        plain_rounds.total,
    ),
    "recoverable": GroupRounds(
        nights.advance,
        nights.plan,
        contacts.count,
        contacts.forget,
        contacts.tasks,
        contacts.receive_vector,
        unmasking.total,
    ),
}
"""The protocols that sum up groups: a night ends a round, and `publication` publishes it as a whole."""

PROTOCOLS: Mapping[Protocol, Rounds] = {
    **GROUP_PROTOCOLS,
    "cohort": Rounds(cohort_nights.advance, planning.plan, cohort_nights.count, cohort_nights.forget),
}
"""Rounds of all are led to their end; new ones are planned in the protocol of the settings."""
