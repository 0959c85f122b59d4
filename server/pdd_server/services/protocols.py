"""The counting protocols a server knows: what a nightly run and the status do with the rounds of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from pdd_server.services import plain_rounds
from pdd_server.services.cohort import nights, planning
from pdd_server.services.night import Night
from pdd_server.store import cohort_days, plain_groups
from pdd_shared.terms import Protocol


@dataclass(frozen=True)
class Rounds:
    """What is done with the rounds of one protocol; each works in the caller's transaction.

    `advance` leads them on as a nightly run does. `plan` adds new ones and returns their data days. `count` says how
    many vectors or uploads a data day has.
    """

    advance: Callable[[Connection, Night], None]
    plan: Callable[[Connection, Night], tuple[date, ...]]
    count: Callable[[Connection, date], int]


PROTOCOLS: Mapping[Protocol, Rounds] = {
    "plain": Rounds(plain_rounds.advance, plain_rounds.plan, plain_groups.count_submitted),
    "cohort": Rounds(nights.advance, planning.plan, cohort_days.count_uploads),
}
"""Rounds of both are led to their end; new ones are planned in the protocol of the settings."""
