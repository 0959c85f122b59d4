"""Deletion of data that is no longer needed, as the settings say."""

from datetime import date, datetime, timedelta

from sqlalchemy import Connection

from pdd_server.config import Retention
from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.accounts.timestamps import date_of, minutes_of
from pdd_server.store import donors, monitoring
from pdd_server.store.accounts import account_invitations, audit, tokens
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_offenders
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED


def expire(connection: Connection, retention: Retention, today: date) -> None:
    """Delete donors' data and rounds that are older than the settings keep.

    These are donors' active days, donors who were not seen for long, daily counts, the records of published rounds, and
    the numbers of erased donors in the search for offenders.
    """
    donors.expire(
        connection,
        activity_before=today - timedelta(days=retention.activity),
        seen_before=today - timedelta(days=retention.donors),
    )
    # A cohort's floor follows the lists of the last two weeks (docs/reference/cohort.md, "Parameters"), so these are
    # kept even if the settings keep rounds for a shorter time.
    remembered = max(retention.rounds, DAYS_REMEMBERED + 8)
    kept = today - timedelta(days=retention.rounds)
    rounds.expire(connection, kept, cohorts_before=today - timedelta(days=remembered))
    cohort_offenders.forget_erased(connection)
    monitoring.expire(connection, today - timedelta(days=retention.rounds))


def expire_accounts(connection: Connection, retention: Retention, now: datetime) -> None:
    """Delete the researchers' sessions, tokens and invitations that have expired, and old entries of the audit log."""
    sessions.expire(connection, now)
    tokens.expire(connection, date_of(now))
    account_invitations.expire(connection, minutes_of(now))
    audit.expire(connection, minutes_of(now - timedelta(days=retention.audit)))
