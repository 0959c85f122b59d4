"""Resets: a server that was restored from a backup declares that it lost everything since that backup.

Donors send and answer nothing any more for data days before the restore. Nobody knows which lists of these days the
lost server had shown, so each day is charged, whether or not it was opened. Donors are asked for new tickets, and a new
epoch begins on a later night.
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
from pdd_server.store.campaigns import campaigns
from pdd_server.store.results import charges
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
    """Return the number of a new reset, which is higher than that of any reset before.

    Donors refuse another reset whose number is not higher than that of the last one they know. The count of resets may
    itself come from an old backup, so the number is at least the seconds since 2026.

    Args:
        now: The server's time, aware.
        counted: The number of the last reset that is on record.
    """
    return max(counted + 1, int((now - _COUNTED_FROM).total_seconds()))


def reset(connection: Connection, config: Config, identity: bytes, *, number: int, today: date) -> None:
    """Declare that the database was restored today.

    Open cohort days before today are ended and charged. So are the days since the last night on record, of which the
    database knows nothing. After a lost database, all days that the ledger does not say were charged are published as
    missing. Spare tickets, leaves and searches for offenders are deleted.

    Args:
        connection: A write transaction.
        config: The settings.
        identity: The server's identity key, 32 bytes.
        number: The reset's number, from `number_of`.
        today: The present data day.
    """
    message = Reset(server=identity.hex(), number=number, day=today)
    if _last_recorded(connection) is None and config.protocol == "cohort":
        _name_all(connection, config, today)
    for day in _lost_days(connection, config, today):
        _charge(connection, config, day)
    donors.forget_contacts(connection)
    cohort_tickets.drop_all(connection)
    cohort_offenders.drop_all(connection)
    for epoch in cohort_epochs.with_leaves(connection):
        cohort_epochs.drop_leaves(connection, epoch=epoch.number)
    founded = stored_nights.first(connection) or today
    following = number_after_reset(founded, message)
    cohort_epochs.add_reset(connection, StoredReset(number, today, message.model_dump_json(), following))


def _lost_days(connection: Connection, config: Config, today: date) -> Iterator[date]:
    """Yield the data days before today that are open, or that no nightly run of `cohort` on record has planned."""
    waiting = [found.day for found in rounds.in_state(connection, RoundState.OPEN, "cohort")]
    since = _last_recorded(connection) or today
    ahead = (today - since).days if config.protocol == "cohort" else 0
    unknown = (since + days * _DAY for days in range(max(0, ahead)))
    yield from sorted({day for day in (*waiting, *unknown) if day < today})


def _last_recorded(connection: Connection) -> date | None:
    """Return the date of the last nightly run, else the first day on which donors were there; None without either."""
    return stored_nights.last(connection) or donors.first_active_day(connection)


def _name_all(connection: Connection, config: Config, today: date) -> None:
    """Publish each day as missing in the campaigns that it was not charged to, after a lost database.

    These are days from the first charged one, or from the first day of a campaign, until yesterday. The ledger has
    charged each day of which a list may have been shown, so these cost nothing.
    """
    begun = charges.first_day(connection)
    start = begun or min((one.campaign.start for one in campaigns.all_of(connection)), default=today)
    for day in (start + days * _DAY for days in range((today - start).days)):
        layout, charged = cohort_layout_of_day(connection, config, day), charges.campaigns_charged(connection, day)
        parts = [part for part in (*layout.parts, *layout.over_budget) if part.campaign not in charged]
        publish_missing(connection, day, parts, "down", 0, 0)


def _charge(connection: Connection, config: Config, day: date) -> None:
    """Charge a lost data day to its campaigns; end it if it is open, publish it as missing if it has no round."""
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
            cohort_days.forget(connection, stored.key)
