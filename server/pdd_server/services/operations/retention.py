"""Deletion of data that is no longer needed, as the settings say."""

from datetime import date, datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from pdd_server.config import LEAST_ROUNDS_KEPT, Retention
from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.accounts.timestamps import date_of, minutes_of
from pdd_server.services.short_steps import Pace, Step, over, repeat
from pdd_server.store import donors, monitoring
from pdd_server.store.accounts import account_invitations, audit, tokens
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds


def expire(store: Store, retention: Retention, day: date, today: date) -> None:
    """Delete donors' data and rounds that are older than the settings keep.

    These are donors' active days, donors who were not seen for long, daily counts, and the records of published rounds.

    Args:
        store: The database.
        retention: The settings.
        day: The day by which the data have their age.
        today: The date of the nightly run. If it is `day`, what donors did on later dates was under a wrong clock, and
            is corrected.
    """
    is_regular = day == today
    _expire_activity(store, day - timedelta(days=retention.activity), today if is_regular else date.max)
    if is_regular:
        _correct_dates(store, today)
    before = day - timedelta(days=retention.donors)
    # Looking through all donors takes long, and so can looking for the days on record. So both are done before the
    # first write transaction.
    with store.read() as connection:
        unseen, days = donors.unseen(connection, before), donors.days_on_record(connection)
    # With a donor, rows of several tables are deleted, so that only a few donors fit in one step.
    repeat(store, over(unseen, partial(donors.expire, before=before, days=days)), Pace(rows=10))
    with store.write() as connection:
        _expire_rounds(connection, retention, day)


def _correct_dates(store: Store, latest: date) -> None:
    """Bring the donors' dates that lie after the latest possible one back to it: else they would be kept for longer."""
    with store.read() as connection:
        ahead = donors.dated_after(connection, latest)
    if ahead:
        repeat(store, over(ahead, partial(donors.correct_dates, latest=latest)))


def _expire_activity(store: Store, before: date, latest: date) -> None:
    """Delete the donors' active days before the one day, and after the other."""
    with store.read() as connection:
        days = donors.days_on_record(connection)
    pace = Pace()
    for day in days:
        if not before <= day <= latest:
            repeat(store, _next_of(day), pace)


def _next_of(day: date) -> Step:
    """Return a step that deletes the next records of a data day, from where the last step ended.

    PostgreSQL keeps deleted rows until a vacuum. A step that began at the day's first row would pass over all that the
    steps before have deleted.
    """
    after = ""

    def step(connection: Connection, most: int) -> int:
        nonlocal after
        after, done = donors.expire_day(connection, day, after, most)
        return done

    return step


def _expire_rounds(connection: Connection, retention: Retention, today: date) -> None:
    remembered = max(retention.rounds, LEAST_ROUNDS_KEPT)
    kept = today - timedelta(days=retention.rounds)
    rounds.expire(connection, kept, cohorts_before=today - timedelta(days=remembered))
    monitoring.expire(connection, today - timedelta(days=retention.rounds))


def expire_accounts(connection: Connection, retention: Retention, now: datetime) -> None:
    """Delete the researchers' sessions, tokens and invitations that have expired, and old entries of the audit log."""
    sessions.expire(connection, now)
    tokens.expire(connection, date_of(now))
    account_invitations.expire(connection, minutes_of(now))
    audit.expire(connection, minutes_of(now - timedelta(days=retention.audit)))
