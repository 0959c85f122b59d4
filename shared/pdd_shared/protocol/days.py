"""Data days: midnight to midnight in the server's collection time zone, 23 or 25 hours when clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo


def day_of(instant: datetime, zone: ZoneInfo) -> date:
    """Return the data day on which an instant falls.

    Args:
        instant: An aware time.
        zone: The server's collection time zone.

    Raises:
        ValueError: The instant is naive. It names no data day.
    """
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone; a naive time names no data day")
    return instant.astimezone(zone).date()


def day_bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """Return the first instant of a data day and the first instant of the next day, both in UTC.

    The first instant belongs to the data day; the second does not.
    """
    return _midnight(day, zone), _midnight(day + timedelta(days=1), zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the first instant with the date `day`, in UTC; some zones have no 00:00 when clocks spring forward.

    Python reads a skipped midnight with the offset before the jump (PEP 495, fold 0). That is the instant of the jump,
    and so the first one of the day.
    """
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def parse_instant(text: str) -> datetime:
    """Return an aware instant, in UTC, from ISO 8601 text with an offset.

    Raises:
        ValueError: The text is no ISO 8601 time, has no offset, or lies outside of the years 1 to 9999 in UTC. The
            message says which.
    """
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ValueError(f"{text.strip()[:40]!r} is no ISO 8601 time such as 2026-11-20T03:00:00+00:00") from None
    if instant.tzinfo is None:
        raise ValueError(f"{text.strip()[:40]!r} has no offset; write it as 2026-11-20T03:00:00+00:00")
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{text.strip()[:40]!r} lies outside of the years 1 to 9999 in UTC") from None
