"""Data days, and weeks of them.

A day is from midnight to midnight in the server's collection time zone. It has 23 or 25 hours when clocks change.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pdd_shared.protocol.limits import FIRST_REPEAT, LAST_REPEAT

Period = Literal["day", "week"]
"""The time for which a campaign's caps and noise hold. A week is one of ISO 8601, Monday to Sunday."""
_DAYS: dict[Period, int] = {"day": 1, "week": 7}


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


def last_day(period: Period, day: date) -> date:
    """Return the last day of the period that holds a day; the plan of this data day has the period's numbers."""
    return day if period == "day" else day + timedelta(days=7 - day.isoweekday())


def days_of(period: Period, last: date) -> tuple[date, ...]:
    """Return the days of the period that ends on `last`, the oldest first.

    Raises:
        ValueError: No such period ends on this day.
    """
    if last_day(period, last) != last:
        raise ValueError(f"no {period} ends on {last}; this one ends on {last_day(period, last)}")
    return tuple(last - timedelta(days=before) for before in reversed(range(_DAYS[period])))


def latest_end(period: Period, day: date) -> date:
    """Return the last day of the newest period that is over at the end of a day."""
    return day if period == "day" else day - timedelta(days=day.isoweekday() % 7)


def nearest_ends(period: Period, day: date) -> tuple[date, ...]:
    """Return the last days of the periods that end nearest to a day: the day itself, or one before and one after it."""
    return tuple(sorted({latest_end(period, day), last_day(period, day)}))


def periods_in(period: Period, start: date, end: date) -> int:
    """Return how many periods end from `start` to `end`, both included; 0 if `end` is before `start`."""
    if period == "day":
        return max(0, (end - start).days + 1)
    first = last_day(period, start)
    return max(0, (end - first).days // 7 + 1)


def with_repeat(period: Period, periods: int) -> int:
    """Return for how many sums a new campaign's budget is planned: one week more, because a lost one is given twice."""
    return periods + (period == "week")


def may_repeat(week: date, day: date) -> bool:
    """Return whether the plan of a day may ask once more for the week that ended on `week`.

    A Sunday's plan never does: it has the campaign's newest week, and a plan has one part for a campaign.
    """
    is_sunday = last_day("week", day) == day
    return last_day("week", week) == week and not is_sunday and FIRST_REPEAT <= day - week <= LAST_REPEAT
