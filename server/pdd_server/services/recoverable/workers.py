"""Unmasking groups on all cores. Imports nothing but what that takes: every worker process does so anew."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context

from pdd_shared.rounds.recoverable import server

FEW = 16
"""Groups that are unmasked sooner than a second process starts."""
WAITING = 4
"""Groups in memory for each process."""


@dataclass(frozen=True)
class Job:
    """A group to unmask; `last` says that its window is over."""

    number: int
    group: server.Revealing
    roster: server.Roster
    last: bool


Outcome = server.Unmasked | server.Lost | None
"""A group's sum, or that it is lost; None while shares are missing."""


def unmask(job: Job) -> tuple[int, Outcome]:
    """The group's number and what became of it."""
    found = server.unmask(job.group, job.roster, last=job.last)
    return job.number, None if isinstance(found, server.Revealing) else found


def unmask_all(jobs: Iterable[Job], processes: int) -> Iterator[tuple[int, Outcome]]:
    """What became of each group, in order; a few are unmasked here, more by that many processes."""
    coming = iter(jobs)
    first = list(islice(coming, FEW + 1))
    if len(first) <= FEW or processes == 1:
        yield from map(unmask, chain(first, coming))
        return
    # Spawned, not forked: this process has threads, and a database open.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        everything = chain(first, coming)
        while batch := list(islice(everything, WAITING * processes)):
            yield from pool.map(unmask, batch)
