"""The functions of each protocol that the nightly run and the status call, by the protocol's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.days import planning, transitions
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.services.rounds.plain import rounds
from pdd_server.store.engine import Store
from pdd_server.store.rounds import plain_groups
from pdd_server.store.rounds.cohort import cohort_days
from pdd_shared.protocol.terms import Protocol


@dataclass(frozen=True)
class Rounds:
    """The functions of one protocol.

    A nightly run calls `advance`, `begin`, `plan` and `record` in this order. All but the last work in short
    transactions of their own, and can be called again after the run was killed. `record` is what may happen only once a
    night.

    Attributes:
        advance: Move the open rounds to the state that is due.
        begin: Begin the epoch that is due. Its files are published before `plan`.
        plan: Open rounds for the data days that ended; return the days that got one.
        record: Do what is part of the transaction that records the night.
        count: Return how many vectors or uploads have come for a data day.
    """

    advance: Callable[[Store, NightlyContext], None]
    begin: Callable[[Store, NightlyContext], object]
    plan: Callable[[Store, NightlyContext], tuple[date, ...]]
    record: Callable[[Connection, NightlyContext], None]
    count: Callable[[Connection, date], int]


PROTOCOLS: Mapping[Protocol, Rounds] = {
    "plain": Rounds(rounds.advance, lambda *_: None, rounds.plan, rounds.close_due, plain_groups.count_submitted),
    "cohort": Rounds(
        transitions.advance, planning.begin, planning.plan, transitions.mark_due, cohort_days.count_uploads
    ),
}
"""Every night advances the rounds of both protocols, and plans new rounds in the protocol of the settings only."""
