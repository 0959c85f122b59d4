"""The functions of each protocol that the nightly run and the status call, by the protocol's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.days import planning, transitions
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.services.rounds.plain import rounds
from pdd_server.store.rounds import plain_groups
from pdd_server.store.rounds.cohort import cohort_days
from pdd_shared.protocol.terms import Protocol


@dataclass(frozen=True)
class Rounds:
    """The functions of one protocol. Each works in the caller's transaction.

    Attributes:
        advance: Move the open rounds to the state that is due, as a nightly run does.
        plan: Open rounds for the data days that ended; return the days that got one.
        count: Return how many vectors or uploads have come for a data day.
    """

    advance: Callable[[Connection, NightlyContext], None]
    plan: Callable[[Connection, NightlyContext], tuple[date, ...]]
    count: Callable[[Connection, date], int]


PROTOCOLS: Mapping[Protocol, Rounds] = {
    "plain": Rounds(rounds.advance, rounds.plan, plain_groups.count_submitted),
    "cohort": Rounds(transitions.advance, planning.plan, cohort_days.count_uploads),
}
"""Every night advances the rounds of both protocols, and plans new rounds in the protocol of the settings only."""
