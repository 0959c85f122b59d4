"""The night's work: lead rounds on, plan new ones, add noise, publish, expire. Again it changes nothing.

The first transaction decides all that this night does; each later one carries out a part of it. So a server killed
anywhere in between does exactly the rest when it is started again.
"""

import secrets
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations import retention, status
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.days import transitions as cohort_nights
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.services.rounds.cohort.epochs import public_record as published
from pdd_server.services.rounds.nightly_context import Night, Shuffle
from pdd_server.services.rounds.plain import publication
from pdd_server.services.rounds.plain.noise import AddNoise
from pdd_server.services.rounds.protocols import PROTOCOLS
from pdd_server.store import donors
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.protocol.days import day_of


@dataclass(frozen=True)
class Report:
    """What a run did: data days whose round began, data days published, campaigns whose files were written.

    `warnings` are sentences for the operator: those of the status on what keeps nights from being run, and what false
    counts did to the days published, which no status keeps.
    """

    opened: tuple[date, ...]
    published: tuple[date, ...]
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def run(server: Deployment, add_noise: AddNoise, shuffle: Shuffle) -> Report:
    """Do what is due now, by the server's clock.

    SetupError, and nothing is done, if a campaign was made since under a floor above that of these settings, or if the
    database was restored from a backup and nobody has said so.
    """
    today = day_of(server.clock(), server.config.time_zone)
    _compose_ahead(server, today)
    with server.store.write() as connection:
        published.check_restored(connection, server.folder.published)
        campaigns.check_floor(connection, server.config)
        warnings = status.warnings(connection, server.config, today)
        campaigns.keep_terms(connection, server.config)
        waiting = _open_cohort_days(connection)
        opened = _begin_night(connection, server, shuffle, today)
    published.write_all(server.store, server.folder.published, server.key)
    failed = cohort_nights.open_due(server.store, today, secrets.token_bytes)
    with server.store.read() as connection:
        closing = [found.day for found in rounds.in_state(connection, RoundState.CLOSING)]
    outcomes = [publication.publish(server.store, day, add_noise) for day in closing]
    published_days = [outcome for outcome in outcomes if outcome is not None]
    with server.store.write() as connection:
        ended = sorted(waiting - _open_cohort_days(connection))
        retention.expire(connection, server.config.retention, today)
        retention.expire_accounts(connection, server.config.retention, server.clock())
    epochs.expire(server.store, today)
    server.store.forget()
    files = exports.write_all(server.store, server.folder.published)
    if failed:
        raise failed[0]
    warnings += tuple(sentence for outcome in published_days for sentence in outcome.in_words())
    return Report(opened, (*ended, *(outcome.day for outcome in published_days)), files, warnings)


def _open_cohort_days(connection: Connection) -> frozenset[date]:
    return frozenset(found.day for found in rounds.in_state(connection, RoundState.OPEN, "cohort"))


def _compose_ahead(server: Deployment, today: date) -> None:
    """What composing the budgets takes is remembered for the transaction that plans, so that donors do not wait."""
    is_cohort = server.config.protocol == "cohort"
    layout_of_day = campaigns.cohort_layout_of_day if is_cohort else campaigns.layout_of_day
    with server.store.read() as connection:
        over = _days_over(connection, today)
        for day in () if over is None else (*over, today):
            layout_of_day(connection, server.config, day)


def _days_over(connection: Connection, today: date) -> tuple[date, ...] | None:
    """The data days that are over since the last night; None if the night of `today`, or a later one, is on record."""
    last = nights.last(connection)
    if last is not None and last >= today:
        return None
    first = last or donors.first_active_day(connection) or today
    return tuple(first + timedelta(days=ahead) for ahead in range((today - first).days))


def _begin_night(connection: Connection, server: Deployment, shuffle: Shuffle, today: date) -> tuple[date, ...]:
    """Record the night of `today`, lead every round into the state that is due, and plan new ones: their data days."""
    over = _days_over(connection, today)
    if over is None:
        return ()
    night = Night(today, over, server.config, server.identity, server.key, shuffle)
    nights.add(connection, today)
    for protocol in PROTOCOLS.values():
        protocol.advance(connection, night)
    return PROTOCOLS[server.config.protocol].plan(connection, night)
