"""Data days: midnight to midnight in the server's collection time zone, 23 or 25 hours when clocks change."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo


def day_of(instant: datetime, zone: ZoneInfo) -> date:
    """The data day an instant falls on; `instant` must be aware."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone; a naive time names no data day")
    return instant.astimezone(zone).date()


def day_bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """First instant of a data day and of the next, in UTC: half open."""
    return _midnight(day, zone), _midnight(day + timedelta(days=1), zone)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """The first instant that carries the date `day`; some zones have no 00:00 when clocks spring forward.

    A midnight that is skipped reads as its own hour before the jump (PEP 495, fold 0), which is the jump itself.
    """
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def parse_instant(text: str) -> datetime:
    """An aware instant from ISO 8601 text with an offset; ValueError says what is wrong."""
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
