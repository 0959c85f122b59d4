"""What a nightly run believes of its date, after the server was off or while its clock is wrong.

A nightly run goes by dates. Under a clock that is a year ahead it would end all open days, publish the days in between
as missing, and delete every donor. No single night can tell such a clock from a server that was off for a year.

- A night after two nights or more without a run is doubtful: it is recorded, and nothing is planned or ended. The next
  night on a later date does all that is due. A second gap in succession is no reason for doubt: time goes on.
- A last night that lies ahead of the next nightly run was of a wrong clock. It is taken off the record. Nobody knows
  that of several nights ahead, because the clock may be behind now. The operator says so with `--clock-was-ahead`.
- Data are deleted by `deletion_day`, which counts nights: a gap adds nothing to an age until it is a week ago.
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from sqlalchemy import Connection

from pdd_server.store.results import publications
from pdd_server.store.rounds import nights
from pdd_server.store.rounds.cohort import cohort_epochs

LONGEST_GAP = timedelta(days=2)
"""The longest time between two nights after which the second is believed. One night is missed under a wrong clock."""
REGULAR_NIGHTS = 7
"""How many nights after a gap data are deleted by their age again."""
_DAY = timedelta(days=1)


def settle(connection: Connection, today: date, *, clock_was_ahead: bool) -> tuple[str, ...]:
    """Take false nights off the record, and record tonight at once if its date is doubtful.

    Days without totals from today on go with the false nights: no day can be missing before it is over.

    Args:
        connection: A write transaction.
        today: The date of the nightly run.
        clock_was_ahead: Whether the operator says that the clock is right now, and all nights after today are false.

    Returns:
        A sentence for the operator if nights were taken off the record.
    """
    false, sentences = _false_night(connection, today), tuple[str, ...]()
    last = nights.last(connection)
    if clock_was_ahead and last is not None and last > today:
        false = last
    if false is not None:
        nights.forget_after(connection, today)
        reset = cohort_epochs.last_reset(connection)
        # What a reset gave up stays missing: the lost server may have published it.
        publications.forget_missing(connection, max(today, reset.day) if reset else today)
        sentences = (f"the clock was ahead: the night of {false} is taken off the record",)
    if _is_doubtful(connection, [today, *nights.newest(connection, 2)]):
        nights.add(connection, today)
    return sentences


def last_believed(connection: Connection) -> date | None:
    """Return the last night on record that is not doubtful, or None."""
    found = nights.newest(connection, 3)
    return next(iter(found[1:] if _is_doubtful(connection, found) else found), None)


def deletion_day(connection: Connection, today: date) -> date | None:
    """Return the day by which the data that are deleted tonight have their age; None if none are.

    That is today after seven regular nights. After nights without a run it is as many days earlier.
    """
    found = nights.newest(connection, REGULAR_NIGHTS + 1)
    if len(found) <= REGULAR_NIGHTS or found[0] != today:
        return None
    return found[-1] + REGULAR_NIGHTS * _DAY


def warnings(connection: Connection, today: date) -> Iterator[str]:
    """Yield a sentence if the last night on record is later than today, or is doubtful."""
    found = nights.newest(connection, 3)
    if found and found[0] > today:
        yield (
            f"the last night, {found[0]}, is later than today, {today}: check the clock; once it is right, run "
            "pdd-server nightly --clock-was-ahead"
        )
    elif _is_doubtful(connection, found):
        yield (
            f"the last night, {found[0]}, came after none since {found[1]}, so nothing was planned or ended: check the "
            "clock; if it is right, the next night does all that is due"
        )


def _false_night(connection: Connection, today: date) -> date | None:
    """Return the last night if it alone lies ahead, and tonight is not on record."""
    found = nights.newest(connection, 2)
    return found[0] if len(found) == 2 and found[1] < today < found[0] else None


def _is_doubtful(connection: Connection, newest: Sequence[date]) -> bool:
    """Return whether the first of these nights, the newest ones, came after a gap, and the second did not."""
    gaps = [_is_gap(connection, *pair) for pair in pairwise(newest)]
    return gaps[:1] == [True] and gaps[1:] != [True]


def _is_gap(connection: Connection, later: date, earlier: date) -> bool:
    """Return whether nights are missing between two. An operator who resets the server has seen the date."""
    reset = cohort_epochs.last_reset(connection)
    known = max(earlier, reset.day) if reset and reset.day <= later else earlier
    return later - known > LONGEST_GAP
