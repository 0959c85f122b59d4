"""Times in whole minutes since 1970-01-01 UTC. The researchers' side stores no time more exactly."""

from datetime import UTC, date, datetime


def minutes_of(now: datetime) -> int:
    """Return the whole minutes from 1970-01-01 UTC to a timezone-aware time."""
    return int(now.timestamp()) // 60


def instant_of(minutes: int) -> datetime:
    """Return the time so many minutes after 1970-01-01 UTC, timezone-aware."""
    return datetime.fromtimestamp(60 * minutes, UTC)


def date_of(now: datetime) -> date:
    """Return the date in UTC of a timezone-aware time."""
    return now.astimezone(UTC).date()
