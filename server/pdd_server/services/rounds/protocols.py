"""The table of the two protocols: what the nightly run and the status do with the rounds of each."""

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
    """What is done with the rounds of one protocol; each function works in the caller's transaction.

    Attributes:
        advance: Move the open rounds to the state that is due, as a nightly run does.
        plan: Begin rounds of the data days that ended; return these days.
        count: Return how many vectors or uploads came for a data day.
    """

    advance: Callable[[Connection, NightlyContext], None]
    plan: Callable[[Connection, NightlyContext], tuple[date, ...]]
    count: Callable[[Connection, date], int]


PROTOCOLS: Mapping[Protocol, Rounds] = {
    "plain": Rounds(rounds.advance, rounds.plan, plain_groups.count_submitted),
    "cohort": Rounds(transitions.advance, planning.plan, cohort_days.count_uploads),
}
"""Rounds of both are led to their end; new ones are planned in the protocol of the settings."""
