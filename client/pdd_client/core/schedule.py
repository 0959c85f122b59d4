"""When to check in next. Randomness is an argument; so are the clock, which may jump, and what was planned before.

A donor checks in once each data day, at a moment that says nothing of when its computer is used; after a failure
again and again, ever less often. A donor that certified a cohort's list comes again in the evening, when the others
have certified as well. A moment in the past means at once.
"""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pdd_shared.protocol.days import day_bounds, day_of
from pdd_shared.protocol.keys import RandomBytes

SOON = timedelta(minutes=2)
"""How long a check-in that nothing speaks against is put off at most: not all computers that wake up do so at once."""
OVERSLEPT = timedelta(minutes=10)
"""A moment missed by more, because computer or program were off, is drawn again."""
FIRST_RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=4)

_WINDOW = (0.05, 0.8)
"""The part of a data day in which its check-in is planned: what is left of the day is for retries."""
_EVENING = (0.8, 0.95)
"""The part of a data day in which a second check-in is planned: after everybody's first, and before the nightly run."""
_DAY = timedelta(days=1)
_MICROSECOND = timedelta(microseconds=1)


def soon(now: datetime, random_bytes: RandomBytes) -> datetime:
    """A moment within the next minutes."""
    return between(now, now + SOON, random_bytes)


def after_success(now: datetime, zone: ZoneInfo, random_bytes: RandomBytes, *, serves: bool = False) -> datetime:
    """A random moment in a wide window of the next data day.

    It is one of this evening instead where the donor serves on a committee today, if the evening has not begun.
    """
    today = day_of(now, zone)
    evening, night = _part(today, zone, _EVENING)
    if serves and now < evening:
        return between(evening, night, random_bytes)
    return between(*_part(today + _DAY, zone, _WINDOW), random_bytes)


def _part(day: date, zone: ZoneInfo, parts: tuple[float, float]) -> tuple[datetime, datetime]:
    start, end = day_bounds(day, zone)
    return start + (end - start) * parts[0], start + (end - start) * parts[1]


def after_failure(now: datetime, failures: int, random_bytes: RandomBytes) -> datetime:
    """A random moment after this many failures in a row, at least one: within minutes at first, then hours."""
    longest = min(FIRST_RETRY * 2 ** min(failures - 1, 10), LONGEST_RETRY)
    return between(now + longest / 2, now + longest, random_bytes)


def corrected(
    planned: datetime | None, last: datetime | None, now: datetime, zone: ZoneInfo, random_bytes: RandomBytes
) -> datetime:
    """The planned moment if it can stay, else another one: at the latest the end of tomorrow's data day.

    `last` is the last check-in that succeeded. What was planned can't stay where the computer slept through it,
    where the clock was set back since, and where today would end without a check-in.
    """
    today = day_of(now, zone)
    if planned is None or planned < now - OVERSLEPT or planned >= day_bounds(today + _DAY, zone)[1]:
        return soon(now, random_bytes)
    end = day_bounds(today, zone)[1]
    done = last is not None and day_of(last, zone) == today
    if done or planned < end or end - now < OVERSLEPT:
        return planned
    return between(now, end, random_bytes)


def between(start: datetime, end: datetime, random_bytes: RandomBytes) -> datetime:
    """A random moment in [start, end), uniform to a microsecond."""
    drawn = int.from_bytes(random_bytes(16), "big")
    return start + drawn * ((end - start) // _MICROSECOND) // 2**128 * _MICROSECOND
