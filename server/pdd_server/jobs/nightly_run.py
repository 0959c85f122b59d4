"""The nightly run: it advances rounds, plans new ones, adds noise, publishes, and deletes what has expired.

All of it is done in short transactions, because donors who want to write have to wait for each of them. A nightly run
has three parts:

1. Windows are closed, a new epoch is begun, and the data days that ended are planned. Each step does only what is left
   to do, so a run that was killed is begun again from the start.
2. One transaction records the night, and marks the rounds whose sums are to be computed. It happens once a night.
3. Sums are computed and published, expired data are deleted, and files are written.

A run that was killed does exactly the rest when it is started again. A second run of the same night changes nothing.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from pdd_server.services.accounts.authentication import tokens
from pdd_server.services.campaigns import campaigns
from pdd_server.services.ledger.reconciliation import record
from pdd_server.services.operations import believed_nights, disk_forecast, readiness, retention, status, witnessing
from pdd_server.services.operations.data_folder import Deployment, NightlyRunGoesOn
from pdd_server.services.operations.witnessing import check_signed
from pdd_server.services.results.exports import exports
from pdd_server.services.rounds.cohort.days import offenders
from pdd_server.services.rounds.cohort.days import transitions as cohort_nights
from pdd_server.services.rounds.cohort.epochs import epochs, public_log
from pdd_server.services.rounds.cohort.epochs import public_record as published
from pdd_server.services.rounds.nightly_context import NightlyContext, Shuffle
from pdd_server.services.rounds.plain import publication
from pdd_server.services.rounds.plain.noise import AddNoise
from pdd_server.services.rounds.protocols import PROTOCOLS
from pdd_server.store import donors
from pdd_server.store.rounds import nights, rounds
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.protocol.days import day_of

_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Report:
    """What a nightly run did.

    Attributes:
        opened: Data days that got a round.
        published: Data days of `cohort` whose (sub-)cohorts have all ended, then data days of `plain` that were
            published.
        files: Campaigns whose files were written.
        warnings: Sentences for the operator: a clock that is wrong, campaigns that are not counted, and days with false
            counts.
        failures: The errors of the parts that failed. Each part is tried again by the next run. The errors' texts may
            hold what a donor sent, so they are neither logged nor part of this object's text.
    """

    opened: tuple[date, ...]
    published: tuple[date, ...]
    files: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    failures: tuple[Exception, ...] = field(default=(), repr=False)

    def raise_first_failure(self) -> None:
        """Raise the first error, if a part of the run failed."""
        if self.failures:
            raise self.failures[0]


def run(server: Deployment, add_noise: AddNoise, shuffle: Shuffle, *, clock_was_ahead: bool = False) -> Report:
    """Do all the work that is due now, by the server's clock.

    A part that fails does not keep the others from being done, once the first transaction has recorded the night. The
    parts are the sum of each `cohort` day, each `plain` day, the deletion of expired data, and the published files. The
    report is returned in any case, because a warning about false counts can't be computed again. The caller holds the
    lock `nightly_alone`.

    Args:
        server: The opened data folder.
        add_noise: Adds noise to the totals of a `plain` day.
        shuffle: Puts donors into a random order.
        clock_was_ahead: Whether the operator says that nights after today are on record by a wrong clock.

    Returns:
        What was done, and the errors of the parts that failed.

    Raises:
        SetupError: A campaign was made under a higher floor than the settings have, or the database was restored from a
            backup without `pdd-server reset`, or the ledger was changed; or another machine does the nightly run.
            Nothing is done then.
        OSError: The ledger can't be written, or the store of published files can't be used. Nothing is done then.
    """
    with server.store.nightly_lock() as is_free:
        if not is_free:
            raise NightlyRunGoesOn(f"{server.store.name}: another machine does the nightly run; try again later")
        return _run_alone(server, add_noise, shuffle, clock_was_ahead=clock_was_ahead)


def _run_alone(server: Deployment, add_noise: AddNoise, shuffle: Shuffle, *, clock_was_ahead: bool) -> Report:
    """Do all the work that is due now, while no other machine does."""
    today = day_of(server.clock(), server.config.time_zone)
    server.published.pull()
    with server.store.read() as connection:
        published.check_restored(connection, server.folder.published)
    check_signed(server.folder, server.config, server.store)
    record(server.store, server.ledger)
    with server.store.write() as connection:
        campaigns.check_floor(connection, server.config)
        campaigns.keep_terms(connection, server.config)
        warnings = believed_nights.settle(connection, today, clock_was_ahead=clock_was_ahead)
    _compose_ahead(server, today)
    disks, failures = readiness.disks(server), list[Exception]()
    _attempt(partial(disk_forecast.record, server.folder.path, today, disks), failures)
    with server.store.read() as connection:
        warnings += status.warnings(connection, server, today)
        waiting = _open_cohort_days(connection)
    opened = _begin_night(server, shuffle, today, failures)
    warnings += _attempt(partial(witnessing.problems, server), failures) or ()
    failures += cohort_nights.open_due(server.store, today, secrets.token_bytes)
    with server.store.read() as connection:
        ended = sorted(waiting - _open_cohort_days(connection))
        closing = [found.day for found in rounds.in_state(connection, RoundState.CLOSING)]
    attempts = [
        _attempt(partial(publication.publish, server.store, server.ledger, day, add_noise), failures) for day in closing
    ]
    published_days = [outcome for outcome in attempts if outcome is not None]
    _attempt(partial(_expire, server, today), failures)
    files = _attempt(partial(_write_files, server), failures)
    _attempt(server.ledger.forget_times, failures)
    warnings += tuple(sentence for outcome in published_days for sentence in outcome.warnings())
    days = (*ended, *(outcome.day for outcome in published_days))
    return Report(opened, days, files or (), warnings, tuple(failures))


def _attempt(work: Callable[[], _Result], failures: list[Exception]) -> _Result | None:
    """Return what `work` returns; None if it fails, and its error is then appended to `failures`."""
    try:
        return work()
    except Exception as error:
        failures.append(error)
        return None


def _expire(server: Deployment, today: date) -> None:
    """Tell of tokens that end; delete the data whose retention is over, and what remains of published rounds."""
    publication.forget_published(server.store)
    with server.store.write() as connection:
        if believed_nights.last_believed(connection) == today:
            tokens.warn_of_ends(connection, server.clock())
        day = believed_nights.deletion_day(connection, today)
    if day is not None:
        retention.expire(server.store, server.config.retention, day, today)
        offenders.expire(server.store, day)
        with server.store.write() as connection:
            retention.expire_accounts(connection, server.config.retention, server.clock() - (today - day))
        epochs.expire(server.store, day)
    server.store.forget()


def _write_files(server: Deployment) -> tuple[str, ...]:
    """Write the published files, and return the campaigns whose files are new."""
    # What is published stands in the ledger before it stands in the files.
    record(server.store, server.ledger)
    return exports.publish(server.store, server.published)


def _publish_record(server: Deployment) -> None:
    """Publish the epochs and resets, and let donors be shown them after that."""
    published.write_all(server.store, server.folder.published, server.online_key, server.identity)
    if server.published.bucket is not None:
        exports.publish(server.store, server.published)
    public_log.show_all(server.store)


def _open_cohort_days(connection: Connection) -> frozenset[date]:
    """Return the data days whose `cohort` rounds are open."""
    return frozenset(found.day for found in rounds.in_state(connection, RoundState.OPEN, "cohort"))


def _compose_ahead(server: Deployment, today: date) -> None:
    """Compute the campaigns' privacy costs before the write transaction that plans days.

    That takes seconds the first time, and is cached. In the write transaction, donors would have to wait for it.
    """
    is_cohort = server.config.protocol == "cohort"
    layout_of_day = campaigns.cohort_layout_of_day if is_cohort else campaigns.layout_of_day
    with server.store.read() as connection:
        over = _days_over(connection, today)
        for day in () if over is None else (*over, today):
            layout_of_day(connection, server.config, day)


def _days_over(connection: Connection, today: date) -> tuple[date, ...] | None:
    """Return the data days that ended since the last believed night; None if the night of `today` is on record."""
    last = nights.last(connection)
    if last is not None and last >= today:
        return None
    first = believed_nights.last_believed(connection) or donors.first_active_day(connection) or today
    return tuple(first + timedelta(days=ahead) for ahead in range((today - first).days))


def _begin_night(server: Deployment, shuffle: Shuffle, today: date, failures: list[Exception]) -> tuple[date, ...]:
    """Advance every round, plan new ones, and record the night of `today`; return the data days that got a round.

    A night that is on record already is left as it is.
    """
    with server.store.read() as connection:
        over = _days_over(connection, today)
    if over is None:
        _attempt(partial(_publish_record, server), failures)
        return ()
    night = NightlyContext(today, over, server.config, server.identity, server.online_key, shuffle)
    for protocol in PROTOCOLS.values():
        protocol.advance(server.store, night)
    used = PROTOCOLS[server.config.protocol]
    used.begin(server.store, night)
    _attempt(partial(_publish_record, server), failures)
    with server.store.read() as connection:
        if public_log.is_behind(connection):
            return ()  # donors refuse the day of an epoch that they are not shown; the next run goes on here
    opened = used.plan(server.store, night)
    with server.store.write() as connection:
        nights.add(connection, today)
        for protocol in PROTOCOLS.values():
            protocol.record(connection, night)
    return opened
