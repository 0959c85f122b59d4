"""The plan of the next check-in. It is made after each check-in, kept in the home, and checked whenever it is read."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta

from pdd_client.core import schedule
from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.database import read_time
from pdd_client.gateways.server_http.server_http import ServerProblem
from pdd_shared.protocol.days import day_of

TRANSIENT = frozenset({"rate-limited", "internal-error"})
"""Names of the server's problems that may be over in an hour. A check-in that met one is repeated as after an error."""
_EVENINGS = timedelta(days=2)
"""For how long after certifying a list a home checks in in the evening too: on that day and the next two.

The list's certificate may come on any of these evenings.
"""


def next_check_in(installation: Installation, *, started: bool = False) -> datetime:
    """Return the time of the next check-in (aware, UTC); a past time means at once.

    The kept plan is corrected and kept again if it no longer fits the clock. Without a consent the answer is a day
    from now, and nothing is kept. `started` says that the program has just been started.
    """
    store, now = installation.store, installation.clock()
    if not store.consents.newest():
        return now + timedelta(days=1)
    planned, last = read_time(store.fact("next_check_in")), read_time(store.fact("last_check_in"))
    zone, today = installation.zone, day_of(now, installation.zone).isoformat()
    # The days on which waits began: a computer that wakes for seconds each hour must not use the waits up.
    waited = set((store.fact("waits") or "").split()) - {today}
    corrected = schedule.corrected(
        planned, last, now, zone, installation.random_bytes, waits=len(waited), started=started
    )
    if corrected != planned:
        with store.transaction():
            _plan(installation, corrected)
            if schedule.has_begun(planned, now, started=started):
                store.set_fact("waits", " ".join(sorted(waited | {today})))
    return corrected


def check_in_soon(installation: Installation) -> None:
    """Plan a check-in within minutes, unless an earlier one is planned; in the caller's transaction."""
    now, planned = installation.clock(), read_time(installation.store.fact("next_check_in"))
    soon = schedule.soon(now, installation.random_bytes)
    _plan(installation, min(soon, planned) if planned and now <= planned else soon)


@contextmanager
def planning(installation: Installation) -> Iterator[set[str]]:
    """Plan the next check-in when the one in this context ends.

    After an exception, which is raised again, or a reason in TRANSIENT, a retry is planned. Otherwise the next check-in
    is tomorrow, or this evening if the home still owes an answer for a list.

    Yields:
        A set, into which the caller puts the reasons of all refusals.

    """
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
        installation.store.set_fact("waits", None)
        installation.store.set_fact("failures", None)
        installation.store.set_fact("failure", None)


def _reason(error: Exception) -> str | None:
    """Return the name of a failed check-in's error, to be kept for the status.

    It is None if another check-in is under way: that one keeps its own result.
    """
    if isinstance(error, ServerProblem):
        return error.name
    code = error.code if isinstance(error, DonorError) else None
    return None if code is Code.UNDER_WAY else code or Code.OWN_FAULT


def _after_failure(installation: Installation, reason: str | None) -> None:
    failures = int(installation.store.fact("failures") or 0) + 1
    moment = schedule.after_failure(installation.clock(), failures, installation.random_bytes)
    with installation.store.transaction():
        _plan(installation, moment)
        installation.store.set_fact("waits", None)
        installation.store.set_fact("failures", str(failures))
        if reason is not None:
            installation.store.set_fact("failure", reason)


def _plan(installation: Installation, moment: datetime) -> None:
    installation.store.set_fact("next_check_in", moment.isoformat())
