"""The last day on which a home may be asked for its committee service in `cohort`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from pdd_shared.protocol.limits import LEAST_EPOCH
from pdd_shared.rounds.cohort.epoch.acceptance import last_day

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class ServedEpoch:
    """An epoch in which a home serves on a committee.

    Attributes:
        start: the epoch's first day.
        next_start: the first day of the next epoch in which the home has a place; None while none is known.

    """

    start: date
    next_start: date | None


def served_until(epochs: Sequence[ServedEpoch], today: date, delay: int) -> date | None:
    """Return the last day on which a home is expected to help unlock sums; None if it has no such duty now.

    The last list of an epoch comes `delay` + 1 days after the epoch's end, or later. So the date is an estimate from
    what is known today.

    Args:
        epochs: the epochs in which the home serves.
        today: the data day now. Epochs that begin later are ignored.
        delay: the server's `delay`, in days.

    """
    after = timedelta(days=delay + 1)
    ends = [_end(epoch, today - after) for epoch in epochs if epoch.start <= today]
    return max((end + after for end in ends if end is not None), default=None)


def _end(epoch: ServedEpoch, since: date) -> date | None:
    """Return an epoch's last day, or None if it ended before `since`.

    Without a successor the end is not known. The shortest possible epoch is assumed first, then the longest.
    """
    if epoch.next_start is not None:
        ends = [last_day(epoch.start, epoch.next_start)]
    else:
        ends = [epoch.start + LEAST_EPOCH - _DAY, last_day(epoch.start, None)]
    return next((end for end in ends if end >= since), None)
