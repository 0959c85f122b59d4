"""Minutes since 1970-01-01 UTC: as exactly as the researchers' side keeps any time."""

from datetime import UTC, date, datetime


def minutes_of(now: datetime) -> int:
    """The whole minutes before an aware time."""
    return int(now.timestamp()) // 60


def instant_of(minutes: int) -> datetime:
    """The aware time, in UTC, of a number of minutes."""
    return datetime.fromtimestamp(60 * minutes, UTC)


def date_of(now: datetime) -> date:
    """The date of an aware time, in UTC."""
    return now.astimezone(UTC).date()
