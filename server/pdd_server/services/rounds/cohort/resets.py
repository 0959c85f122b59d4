"""Resets: a server that was restored from a backup declares that it has lost what it promised and showed since.

Nothing is sent or answered any more for data days before the restore. Nobody knows what the lost server showed of these
days, so each is charged, whether or not it was opened. Tickets are asked for anew, and a new epoch begins on a later
night.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Connection

from pdd_server.config import Config
from pdd_server.services.campaigns.campaigns import cohort_layout_of_day
from pdd_server.services.rounds.cohort.days import publication, transitions
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.services.rounds.nightly_context import publish_missing
from pdd_server.store import donors
from pdd_server.store.rounds import nights as stored_nights
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_offenders, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_days import ENDED, DayState
from pdd_server.store.rounds.cohort.cohort_epochs import StoredReset
from pdd_server.store.rounds.rounds import RoundState
from pdd_shared.rounds.cohort.epoch.schedule import number_after_reset
from pdd_shared.rounds.cohort.messages import Reset

_COUNTED_FROM = datetime(2026, 1, 1, tzinfo=UTC)
_DAY = timedelta(days=1)


def number_of(now: datetime, counted: int) -> int:
    """Return the number of a reset, higher than any before, even if the count of them was restored, too.

    Donors refuse a number that they have heard before.

    Args:
        now: The server's time; seconds since 2026 are the least number.
        counted: The last number that is known.
    """
    return max(counted + 1, int((now - _COUNTED_FROM).total_seconds()))


def reset(connection: Connection, config: Config, identity: bytes, *, number: int, today: date) -> None:
    """Declare that the database was restored today.

    Open cohort days before today end and are charged, as are the days of which the database knows nothing. Spare
    tickets, leaves and searches for offenders are dropped.

    Args:
        connection: A write transaction.
        config: The settings.
        identity: The server's identity key, 32 bytes.
        number: The reset's number.
        today: The present data day.
    """
    message = Reset(server=identity.hex(), number=number, day=today)
    for day in _lost_days(connection, today):
        _charge(connection, config, day)
    donors.forget_contacts(connection)
    cohort_tickets.drop_all(connection)
    cohort_offenders.drop_all(connection)
    for epoch in cohort_epochs.with_leaves(connection):
        cohort_epochs.drop_leaves(connection, epoch.number)
    founded = stored_nights.first(connection) or today
    following = number_after_reset(founded, message)
    cohort_epochs.add_reset(connection, StoredReset(number, today, message.model_dump_json(), following))


def _lost_days(connection: Connection, today: date) -> Iterator[date]:
    """Yield the data days before today that are open, or that came after the last night on record."""
    waiting = [found.day for found in rounds.in_state(connection, RoundState.OPEN, "cohort")]
    since = stored_nights.last(connection) or donors.first_active_day(connection) or today
    unknown = (since + ahead * _DAY for ahead in range(max(0, (today - since).days)))
    yield from sorted({day for day in (*waiting, *unknown) if day < today})


def _charge(connection: Connection, config: Config, day: date) -> None:
    found = rounds.get(connection, day)
    if found is None:
        layout = cohort_layout_of_day(connection, config, day)
        parts = (*layout.parts, *layout.over_budget)
        publication.charge_parts(connection, day, parts)
        publish_missing(connection, day, parts, "down", donors.count_active(connection, day), 0)
        return
    if found.state != RoundState.OPEN:
        return
    publication.charge_parts(connection, day, read_plan(rounds.plan_of(connection, day).payload).layout)
    for stored in cohort_days.of_day(connection, day):
        if stored.state not in ENDED:
            transitions.end(connection, stored, DayState.RESET)
