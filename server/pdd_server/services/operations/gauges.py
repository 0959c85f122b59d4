"""The server's state as numbers for monitoring: dates, sizes and counts of rounds, and nothing about donors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from math import inf

from sqlalchemy import Connection

from pdd_server.services.operations import disk_forecast, readiness
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.operations.last_backup import last_backup
from pdd_server.services.operations.readiness import Problem
from pdd_server.services.rounds.cohort.epochs import cosigning
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.protocol.days import day_of


@dataclass(frozen=True)
class Gauge:
    """A number that goes up and down.

    Attributes:
        name: Its name in Prometheus, without the prefix `pdd_`.
        text: What it means, with its unit.
        value: The number.
        labels: Its labels, by name.
    """

    name: str
    text: str
    value: float
    labels: Mapping[str, str] = field(default_factory=dict)


def gauges(server: Deployment) -> Iterator[Gauge]:
    """Yield the server's numbers now. Where the database can't be read, only those are yielded that don't need it."""
    today = day_of(server.clock(), server.config.time_zone)
    found = readiness.problems(server)
    for problem in Problem:
        yield Gauge("problem", "1 if this keeps the server from its work", problem in found, {"problem": problem})
    disks = readiness.disks(server)
    for disk in disks:
        yield Gauge("disk_free_bytes", "free bytes on a disk of the server", disk.free, {"disk": str(disk.path)})
    for disk in disks:
        left = disk_forecast.days_left(server.folder.path, today, disk)
        days = inf if left is None else left
        yield Gauge("disk_days_left", "days until it is full at the present growth", days, {"disk": str(disk.path)})
    yield Gauge("online_key_days", "days for which donors accept the key", readiness.online_key_days(server, today))
    yield from _of_backups(server, today)
    if not {Problem.DATABASE, Problem.DAMAGED} & set(found):
        with server.store.read() as connection:
            yield from _of_rounds(connection, today)
            lacking = cosigning.missing(connection, server.config.witnesses, server.clock())
            yield Gauge("witnesses_missing", "witnesses that would have to vouch for the public log, too", lacking)


def _of_backups(server: Deployment, today: date) -> Iterator[Gauge]:
    """Yield the age of the last whole backup, and whether a later one has not ended well."""
    found = last_backup(server.folder)
    age = inf if found.whole is None else (today - found.whole).days
    yield Gauge("backup_age_days", "days since the last whole backup; +Inf if there is none", age)
    yield Gauge("backup_unfinished", "1 if the newest backup was begun and is not whole", found.unfinished)


def _of_rounds(connection: Connection, today: date) -> Iterator[Gauge]:
    """Yield the age of the last nightly run, the rounds by state, and the days that may be dropped."""
    if (last := nights.last(connection)) is not None:
        yield Gauge("nightly_run_age_days", "days since the last nightly run", (today - last).days)
    for state in RoundState:
        yield Gauge("rounds", "rounds on record", len(rounds.in_state(connection, state)), {"state": state})
    danger = readiness.days_in_danger(connection, today)
    yield Gauge("cohort_days_in_danger", "cohorts' days that are dropped in five days without a quorum", danger)
