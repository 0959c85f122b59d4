"""Until when a home serves on a committee."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pdd_shared.protocol.limits import LEAST_EPOCH
from pdd_shared.rounds.cohort.epoch.acceptance import last_day

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class ServedEpoch:
    """An epoch in which a home serves: its first day, and that of the next one in which the home has its place."""

    start: date
    next_start: date | None


def served_until(epochs: Sequence[ServedEpoch], today: date, delay: int) -> date | None:
    """Return until when a home helps to open sums, as far as is known now; None if it does not now.

    `delay` is the server's. The last list of an epoch comes `delay` + 1 days after the epoch's end, or later.
    """
    after = timedelta(days=delay + 1)
    ends = [_end(epoch, today - after) for epoch in epochs if epoch.start <= today]
    return max((end + after for end in ends if end is not None), default=None)


def _end(epoch: ServedEpoch, since: date) -> date | None:
    """Return the day on which an epoch ends, as far as is known; None if it ended before a day."""
    if epoch.next_start is not None:
        ends = [last_day(epoch.start, epoch.next_start)]
    else:
        ends = [epoch.start + LEAST_EPOCH - _DAY, last_day(epoch.start, None)]
    return next((end for end in ends if end >= since), None)
