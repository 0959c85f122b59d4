"""The next check-in: planned after each, kept in the home, and looked at again whenever somebody asks."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from pdd_client.core import schedule
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.rows import read_time
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.days import day_of

TRANSIENT = frozenset({"rate-limited", "internal-error"})
"""What a server refuses today and may take in an hour: the check-in was not a full one."""
_EVENINGS = timedelta(days=2)
"""A list that was certified on a day may have its certificate on the evening of that day, or of the next two."""


def next_check_in(installation: Installation) -> datetime:
    """When to check in (aware, UTC); in the past: at once. Before anything is joined, not within a day."""
    store, now = installation.store, installation.clock()
    if not store.consents():
        return now + timedelta(days=1)
    planned, last = read_time(store.fact("next_check_in")), read_time(store.fact("last_check_in"))
    corrected = schedule.corrected(planned, last, now, installation.zone, installation.random_bytes)
    if corrected != planned:
        with store.transaction():
            _plan(installation, corrected)
    return corrected


def check_in_soon(installation: Installation) -> None:
    """Plan a check-in within minutes, unless one comes earlier; in the caller's transaction."""
    now, planned = installation.clock(), read_time(installation.store.fact("next_check_in"))
    soon = schedule.soon(now, installation.random_bytes)
    _plan(installation, min(soon, planned) if planned and now <= planned else soon)


@contextmanager
def planning(installation: Installation) -> Iterator[set[str]]:
    """Plan the next check-in by how this one ends; what is put into the set are reasons it was refused for."""
    refused: set[str] = set()
    try:
        yield refused
    except Exception as error:
        with suppress(sqlite3.Error):  # a full disk: the error that says so is on its way
            _after_failure(installation, _reason(error))
        raise
    if later := refused & TRANSIENT:
        return _after_failure(installation, min(later))
    now, zone = installation.clock(), installation.zone
    serves = installation.store.journal.unanswered_since(day_of(now, zone) - _EVENINGS)
    moment = schedule.after_success(now, zone, installation.random_bytes, serves=serves)
    with installation.store.transaction():
        _plan(installation, moment)
        installation.store.set_fact("failures", None)
        installation.store.set_fact("failure", None)


def _reason(error: Exception) -> str | None:
    """What a failed check-in is remembered for; None where another one is under way, which says how it went itself."""
    if isinstance(error, ServerProblem):
        return error.name
    code = error.code if isinstance(error, DonorError) else None
    return None if code is Code.UNDER_WAY else code or Code.OWN_FAULT


def _after_failure(installation: Installation, reason: str | None) -> None:
    failures = int(installation.store.fact("failures") or 0) + 1
    moment = schedule.after_failure(installation.clock(), failures, installation.random_bytes)
    with installation.store.transaction():
        _plan(installation, moment)
        installation.store.set_fact("failures", str(failures))
        if reason is not None:
            installation.store.set_fact("failure", reason)


def _plan(installation: Installation, moment: datetime) -> None:
    installation.store.set_fact("next_check_in", moment.isoformat())
