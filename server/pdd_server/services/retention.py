"""What is deleted when it is no longer needed."""

from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.config import Retention
from pdd_server.store import donors, rounds


def expire(connection: Connection, retention: Retention, today: date) -> None:
    """Delete attendance, donors not seen, and records of finished rounds that are older than the settings keep."""
    donors.expire(
        connection,
        activity_before=today - timedelta(days=retention.activity),
        seen_before=today - timedelta(days=retention.donors),
    )
    rounds.expire(connection, today - timedelta(days=retention.rounds))
