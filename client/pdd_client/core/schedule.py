"""The time of the next check-in. Clock, randomness and the earlier plan are arguments, because the clock may jump.

A donor checks in once each data day, at a random moment that does not tell when its computer is used. No check-in
comes within half an hour of the program's start, nor of the end of a sleep in which one was missed, so that a person
can look at what waits.
After a failure the donor tries again, at growing intervals. A donor that certified a cohort's list checks in a second
time in the evening, when the other members of its committee have certified too. A moment in the past means: check in at
once.
"""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from pdd_shared.protocol.days import day_bounds, day_of
from pdd_shared.protocol.keys import RandomBytes

SOON = timedelta(minutes=2)
"""The longest random wait before a check-in that is due: computers that wake up together must not all come at once."""
OVERSLEPT = timedelta(minutes=10)
"""A planned moment that lies further back is drawn again: the computer was off, or slept."""
WAIT_AFTER_START = timedelta(minutes=30)
"""The time between a start and the first check-in. It is the same whether or not something waits for the person's look.

If all sessions of a day end before that check-in, the next day's starts wait half as long, and so on, so that people
with short sessions check in, too.
"""
FIRST_RETRY = timedelta(minutes=5)
"""The longest wait after one failure. It doubles with every further failure in a row."""
LONGEST_RETRY = timedelta(hours=4)
"""The longest wait after any number of failures."""

_WINDOW = (0.05, 0.8)
"""The part of a data day in which its check-in is planned, as fractions of the day. The rest is for retries."""
_EVENING = (0.8, 0.95)
"""The part of a data day for a second check-in, as fractions: after everybody's first, before the nightly run."""
_DAY = timedelta(days=1)
_MICROSECOND = timedelta(microseconds=1)


def soon(now: datetime, random_bytes: RandomBytes) -> datetime:
    """Return a random moment within the next two minutes (`SOON`)."""
    return between(now, now + SOON, random_bytes)


def after_success(now: datetime, zone: ZoneInfo, random_bytes: RandomBytes, *, serves: bool = False) -> datetime:
    """Return the next check-in after one that succeeded: a random moment in a wide window of the next data day.

    Args:
        now: the time by the home's clock (aware).
        zone: the zone in which data days begin and end.
        random_bytes: returns that many random bytes.
        serves: whether a list that this home certified still waits for its answer. Then the next check-in is this
            evening, unless the evening has begun.

    """
    today = day_of(now, zone)
    evening, night = _part(today, zone, _EVENING)
    if serves and now < evening:
        return between(evening, night, random_bytes)
    return between(*_part(today + _DAY, zone, _WINDOW), random_bytes)


def has_begun(planned: datetime | None, now: datetime, *, started: bool) -> bool:
    """Return whether a wait has begun: the plan was slept through, or is near when the program has just `started`."""
    if planned is None:
        return False
    return planned < now - OVERSLEPT or (started and planned < now + WAIT_AFTER_START)


def _part(day: date, zone: ZoneInfo, parts: tuple[float, float]) -> tuple[datetime, datetime]:
    start, end = day_bounds(day, zone)
    return start + (end - start) * parts[0], start + (end - start) * parts[1]


def after_failure(now: datetime, failures: int, random_bytes: RandomBytes) -> datetime:
    """Return a random moment for the next try: minutes away after one failure, hours after many.

    `failures` counts the failures in a row, 1 or more.
    """
    # The exponent is capped, because after dozens of failures the product would overflow a timedelta.
    longest = min(FIRST_RETRY * 2 ** min(failures - 1, 10), LONGEST_RETRY)
    return between(now + longest / 2, now + longest, random_bytes)


def corrected(
    planned: datetime | None,
    last: datetime | None,
    now: datetime,
    zone: ZoneInfo,
    random_bytes: RandomBytes,
    *,
    waits: int = 0,
    started: bool = False,
) -> datetime:
    """Return the planned moment if it can stay, else a new one. Both lie before the end of tomorrow's data day.

    The plan is replaced if a wait `has_begun`, if the clock was set back since it was made, or if today would end
    without a check-in.

    Args:
        planned: the moment that was planned; None if there is no plan.
        last: the last check-in that succeeded; None if there was none.
        now: the time by the home's clock (aware).
        zone: the zone in which data days begin and end.
        random_bytes: returns that many random bytes.
        waits: on how many other days waits have begun since the last check-in, failed ones included.
        started: whether the program has just been started.

    """
    today, wait = day_of(now, zone), WAIT_AFTER_START / 2 ** min(waits, 6)
    if has_begun(planned, now, started=started):
        return soon(now + wait, random_bytes)
    first = now + wait if started and planned is not None else now
    if planned is None or planned >= day_bounds(today + _DAY, zone)[1]:
        return soon(first, random_bytes)
    end = day_bounds(today, zone)[1]
    done = last is not None and day_of(last, zone) == today
    is_near = planned - now < WAIT_AFTER_START + SOON or end - now < OVERSLEPT
    if done or planned < end or is_near:
        return planned
    return between(first, max(end, first + SOON), random_bytes)


def between(start: datetime, end: datetime, random_bytes: RandomBytes) -> datetime:
    """Return a random moment in [start, end), uniform to a microsecond."""
    drawn = int.from_bytes(random_bytes(16), "big")
    return start + drawn * ((end - start) // _MICROSECOND) // 2**128 * _MICROSECOND
