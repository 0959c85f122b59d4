"""The night's work: end rounds, group the day that is over, add noise, publish, expire. Again it changes nothing.

The first transaction decides all that this night does; each later one carries out a part of it. So a server killed
anywhere in between does exactly the rest when it is started again.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.folder import Deployment
from pdd_server.services import exports, publication, retention
from pdd_server.services.grouping import Planner
from pdd_server.services.noise import AddNoise
from pdd_server.services.strategies import Shuffle
from pdd_server.store import donors, nights, rounds
from pdd_server.store.rounds import RoundState
from pdd_shared.days import day_of


@dataclass(frozen=True)
class Report:
    """What a run did: data days whose round was opened, data days published, files written."""

    opened: tuple[date, ...]
    published: tuple[date, ...]
    files: tuple[str, ...]


def run(server: Deployment, add_noise: AddNoise, shuffle: Shuffle) -> Report:
    """Do what is due now, by the server's clock."""
    today = day_of(server.clock(), server.config.time_zone)
    with server.store.write() as connection:
        opened = _begin_night(connection, server, shuffle, today)
    with server.store.read() as connection:
        closing = [found.day for found in rounds.in_state(connection, RoundState.CLOSING)]
    for day in closing:
        with server.store.write() as connection:
            publication.publish(connection, day, add_noise)
    with server.store.write() as connection:
        retention.expire(connection, server.config.retention, today)
    server.store.forget()
    return Report(opened, tuple(closing), exports.write_all(server.store, server.folder.published))


def _begin_night(connection: Connection, server: Deployment, shuffle: Shuffle, today: date) -> tuple[date, ...]:
    """Record the night of `today`, end the rounds that it ends, and open those of the days over since the last."""
    last = nights.last(connection)
    if last is not None and last >= today:
        return ()
    first = last or donors.first_active_day(connection) or today
    nights.add(connection, today)
    publication.end_rounds(connection, server.config.delay)
    planner = Planner(server.config, server.key, shuffle)
    days = [first + timedelta(days=ahead) for ahead in range((today - first).days)]
    return tuple(day for day in days if planner.open_round(connection, day, opened=today))
