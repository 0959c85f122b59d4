"""Whether the server can do its work: what a load balancer asks, and what the operator is warned of."""

import shutil
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Connection, make_url
from sqlalchemy.exc import SQLAlchemyError

from pdd_server.errors import SetupError
from pdd_server.services.operations import disk_forecast
from pdd_server.services.operations.data_folder import Deployment, Readable
from pdd_server.services.operations.disk_forecast import Disk
from pdd_server.services.operations.signing_keys import REPLACE_IT
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.store import migrate
from pdd_server.store.postgresql import is_url as is_postgresql
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.cohort import cohort_days
from pdd_server.store.rounds.cohort.cohort_days import WITH_LIST
from pdd_shared.protocol.days import day_of
from pdd_shared.rounds.cohort.messages import OnlineKey

LATE_AFTER = timedelta(hours=2)
"""How long after midnight a nightly run may be at work, or be tried again, before it counts as late."""
LEAST_FREE = 64 << 20
"""The fewest bytes that have to be free on each disk."""
WARNED_BEFORE = 30
"""How many days before donors refuse the online key the operator is warned."""
_DANGER = timedelta(days=5)
"""How long before its last day for answers a (sub-)cohort's day without a sum is in danger."""


class Problem(StrEnum):
    """Why the server can't do its work. The operator's guide says what to do about each."""

    DATABASE = "database"
    """The database can't be written."""
    SCHEMA = "schema"
    """The database's schema is not that of this program: another version has changed it. This version works beside
    that one, but has to be replaced."""
    DAMAGED = "damaged"
    """The database's file is damaged."""
    DISK = "disk"
    """A disk is nearly full."""
    ONLINE_KEY = "online-key"
    """The identity key's statement for the online key has ended, so donors refuse the server."""
    NIGHTLY_RUN = "nightly-run"
    """Today's nightly run is late."""


def problems(server: Deployment) -> tuple[Problem, ...]:
    """Return what keeps the server from doing its work now; nothing if it is ready."""
    now = server.clock()
    today = day_of(now, server.config.time_zone)
    return (*_of_disk(server), *_of_database(server, now, today), *_of_keys(server, today))


_UNREADY = frozenset({Problem.DATABASE, Problem.DAMAGED, Problem.DISK})
"""Problems with which requests fail. With any other one, a load balancer that took the server away would only cut off
donors, researchers and the public: a late nightly run is no reason to, nor is a newer version in a rolling upgrade."""


def is_ready(found: Collection[Problem]) -> bool:
    """Return whether a server with these problems takes requests."""
    return _UNREADY.isdisjoint(found)


def disks(server: Readable) -> tuple[Disk, ...]:
    """Return the disks that the server needs: those of its data folder, published files and database, and of `disks`.

    Each disk is there once, by the first of its folders.
    """
    found = dict[int, Path]()
    for place in _places(server):
        if _is_there(place):
            found.setdefault(place.stat().st_dev, place)
    return tuple(Disk(place, free_bytes(place)) for place in found.values())


def free_bytes(place: Path) -> int:
    """Return how many bytes are free on the disk of a folder."""
    return shutil.disk_usage(place).free


def disk_warnings(server: Readable, today: date) -> Iterator[str]:
    """Yield a sentence for each disk that will be full soon, and for each folder of `disks` that is not there."""
    yield from disk_forecast.warnings(server.folder.path, today, disks(server))
    for place in map(Path, server.config.disks):
        if not _is_there(place):
            yield f"{server.folder.config}: disks: {place} is not there; correct it, or take it out"


def _is_there(place: Path) -> bool:
    """Return whether a folder is there. One below a folder that the server may not search is as good as not there."""
    try:
        return place.exists()
    except OSError:
        return False


def _places(server: Readable) -> Iterator[Path]:
    yield server.folder.path
    yield server.folder.published
    if not is_postgresql(url := server.folder.database_url(server.config)):
        yield Path(make_url(url).database or "").parent
    yield from map(Path, server.config.disks)


def online_key_end(server: Readable) -> date:
    """Return the last day on which donors accept the online key."""
    return OnlineKey.model_validate_json(server.online.payload).last


def online_key_days(server: Readable, today: date) -> int:
    """Return for how many days after today donors accept the online key; negative if they do not any more."""
    return (online_key_end(server) - today).days


def key_warnings(server: Readable, today: date) -> tuple[str, ...]:
    """Return a sentence if donors will soon refuse the online key, or do so already; nothing else."""
    left = online_key_days(server, today)
    if left >= WARNED_BEFORE:
        return ()
    in_days = f"in {left} {'day' if left == 1 else 'days'}"
    when = f"ends {in_days if left else 'today'}" if left >= 0 else f"ended on {online_key_end(server)}"
    sentence = f"online.json: the server's key {when}; donors refuse it after its last day"
    is_here = server.folder.identity_key.exists()
    return (f"{sentence}; {'restart the server, which renews it' if is_here else REPLACE_IT}",)


def days_in_danger(connection: Connection, today: date) -> int:
    """Return how many (sub-)cohorts' days will soon be dropped unless a quorum of their members answers."""
    waiting = cohort_days.in_states(connection, *WITH_LIST)
    return sum(_last_answers(connection, stored.key.day) - today <= _DANGER for stored in waiting)


def _last_answers(connection: Connection, day: date) -> date:
    return read_plan(rounds.plan_of(connection, day).payload).last_answers


def _of_disk(server: Readable) -> Iterator[Problem]:
    if any(disk.free < LEAST_FREE for disk in disks(server)):
        yield Problem.DISK


def _of_database(server: Deployment, now: datetime, today: date) -> Iterator[Problem]:
    try:
        with server.store.write() as connection:
            is_done = nights.has(connection, today)
        if not migrate.is_newest(server.store):
            yield Problem.SCHEMA
    except (SQLAlchemyError, SetupError):
        yield Problem.DAMAGED if server.store.is_damaged else Problem.DATABASE
        return
    if server.store.is_damaged:  # on another page, as an earlier request or nightly run found
        yield Problem.DAMAGED
    midnight = datetime(today.year, today.month, today.day, tzinfo=server.config.time_zone)
    if not is_done and now - midnight > LATE_AFTER:
        yield Problem.NIGHTLY_RUN


def _of_keys(server: Readable, today: date) -> Iterator[Problem]:
    if online_key_days(server, today) < 0:
        yield Problem.ONLINE_KEY
