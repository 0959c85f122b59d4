"""One data day of all its cohorts, from the first upload to the night on which the last cohort is decided."""

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pdd_research.simulator.activity import Present
from pdd_research.simulator.cohort.epochs import Epoch
from pdd_research.simulator.cohort.rules import ANSWER_DAYS, LATEST_CLOSE, Rules
from pdd_shared.protocol.limits import MOST_UPLOADS
from pdd_shared.rounds.cohort.day.floors import LONGEST_WAIT

_NEVER = np.iinfo(np.int32).max


class State(IntEnum):
    """The state of a cohort's day."""

    COLLECTING = 0
    OPENING = 1
    """Closed: members certify its list, then answer."""
    OPENED = 2
    LOST = 3
    """Its list stayed below the floor, so its sum was never opened."""
    DROPPED = 4
    """Too few members answered in time. The day is charged to the privacy budget all the same."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a data day, once it is decided.

    Attributes:
        day: the data day's number.
        active: the donors who used their browser on the day.
        counted: those of them whose counts are published.
        cohorts: the number of cohorts.
        lost: the number of cohorts that never met their floor.
        dropped: the number of cohorts that closed, but never had a quorum of answers.
        night: the night after which all published cohorts are in; 1 is the night that ends the data day. None if no
            cohort is published.
        noise: the variance of the published noise, in units of one central draw: the sum of list length / m_noise over
            the published cohorts.
        listed: the donors in the published cohorts' lists, also those who were not active on the day.
        floor: the fewest uploads of donors in the tree with which a cohort's list was opened.
        epoch: the epoch whose cohorts served the day; None if there was none.
    """

    day: int
    active: Present
    counted: Present
    cohorts: int
    lost: int
    dropped: int
    night: int | None
    noise: float
    listed: Present
    floor: int = 0
    epoch: Epoch | None = None


@dataclass(frozen=True)
class Review:
    """The donors who review a data day before it is sent, and those of them who don't approve it."""

    donors: Present
    withheld: Present


class DataDay:
    """A data day in progress, with all its cohorts.

    A cohort goes from COLLECTING to OPENING when its window closes with enough uploads, else to LOST. From OPENING it
    goes to OPENED with a quorum of answers, else to DROPPED. Arrays of cohorts have one element for each cohort; arrays
    of members have one row for each cohort.

    Args:
        day: the data day's number.
        active: the donors who used their browser on the day.
        epoch: the epoch whose cohorts and committees serve the day.
        rules: the settings of server and donors.
        floor: the fewest uploads of donors in the tree with which a cohort's list is opened.
        awaited: the number of such uploads for which a window waits while it can.
        review: who reviews the day; None if nobody does.
    """

    def __init__(
        self,
        day: int,
        active: Present,
        epoch: Epoch,
        rules: Rules,
        *,
        floor: int,
        awaited: int,
        review: Review | None = None,
    ) -> None:
        self.day, self.active, self.epoch, self.rules, self.review = day, active, epoch, rules, review
        self.floor, self.awaited = floor, awaited
        cohorts, committees = epoch.size.cohorts, epoch.committees.shape
        self.listed: Present = np.zeros(len(active), np.bool_)
        self.entries = np.zeros(cohorts, np.intp)
        self.entries_in_tree = np.zeros(cohorts, np.intp)
        self.state = np.full(cohorts, State.COLLECTING, np.int8)
        self.closed_on = np.zeros(cohorts, np.int32)
        self.opened_on = np.zeros(cohorts, np.int32)
        self._signed, self._answered = np.zeros(committees, np.bool_), np.zeros(committees, np.bool_)
        self._certified = np.zeros(cohorts, np.bool_)
        self._met_on = np.full(cohorts, _NEVER, np.int32)

    @property
    def is_decided(self) -> bool:
        """Whether every cohort is opened, lost or dropped."""
        return bool(np.all(self.state >= State.OPENED))

    @property
    def smallest_share(self) -> Fraction | None:
        """The smallest share of a cohort's leaves whose uploads were in when the cohort closed or was lost.

        Uploads of appended donors don't count. None while all cohorts are collecting.
        """
        ended = self.state != State.COLLECTING
        if not ended.any():
            return None
        return int(self.entries_in_tree[ended].min()) / self.epoch.size.share()

    def submit(self, day: int, present: Present) -> None:
        """Take the uploads of the donors present on a day. A cohort takes at most `MOST_UPLOADS`.

        Reviewing donors upload only from the earliest close on.
        """
        collecting = self.state == State.COLLECTING
        if not collecting.any():
            return
        new = present & self.epoch.holders(self.day) & ~self.listed
        if self.review is not None and day < self._earliest_close:
            new &= ~self.review.donors
        if not collecting.all():
            new &= collecting[self.epoch.cohort_of]
        added = self._by_cohort(new)
        for cohort in np.flatnonzero(self.entries + added > MOST_UPLOADS):
            added[cohort] = self._turn_away(new, int(cohort))
        self.listed |= new
        self.entries += added
        self.entries_in_tree += self._by_cohort(new & self.epoch.tree)

    def contact(self, present: Present) -> None:
        """Let the members present certify closed cohorts, and answer for those that were certified before.

        A cohort is certified once a quorum of its committee has signed. So a member that completes the quorum answers
        at its next contact.
        """
        running = self.state == State.OPENING
        if not running.any():
            return
        here = (present & self.epoch.tree)[self.epoch.committees] & running[:, None]
        self._answered |= here & self._certified[:, None]
        self._signed |= here
        self._certified |= self._signed.sum(axis=1) >= self.epoch.size.committee.quorum

    def end(self, day: int) -> None:
        """Run the night that ends a day: open cohorts with a quorum of answers, drop late ones, then close windows."""
        self._open(day)
        self._close(day)

    def outcome(self) -> Outcome:
        """Return the outcome of the day, whose cohorts are all decided."""
        opened = self.state == State.OPENED
        listed = self.listed & opened[self.epoch.cohort_of]
        counted = self.active & listed
        if self.review is not None:
            counted &= ~self.review.withheld
        makers = self.epoch.size.noise_makers(self.floor, self.rules.colluders)
        return Outcome(
            day=self.day,
            active=self.active,
            counted=counted,
            cohorts=len(opened),
            lost=int(np.sum(self.state == State.LOST)),
            dropped=int(np.sum(self.state == State.DROPPED)),
            night=int(self.opened_on[opened].max()) - self.day + 1 if opened.any() else None,
            noise=float(self.entries[opened].sum()) / makers,
            listed=listed,
            floor=self.floor,
            epoch=self.epoch,
        )

    @property
    def _earliest_close(self) -> int:
        return self.day + 1 + self.rules.delay

    def _by_cohort(self, donors: Present) -> NDArray[np.intp]:
        cohorts = len(self.state)
        return np.bincount(self.epoch.cohort_of[donors], minlength=cohorts)

    def _turn_away(self, new: Present, cohort: int) -> int:
        """Drop the new uploads for which the cohort has no room, and return how many stay."""
        came = np.flatnonzero(new & (self.epoch.cohort_of == cohort))
        room = MOST_UPLOADS - int(self.entries[cohort])
        new[came[room:]] = False
        return min(room, len(came))

    def _close(self, day: int) -> None:
        """Close the cohorts that met their floor, once they have the awaited uploads or have waited long enough.

        No cohort closes before the earliest close. On the last day all others with their floor close, and the rest are
        lost.
        """
        if day < self._earliest_close:
            return
        last = day >= self.day + LATEST_CLOSE
        met = (self.state == State.COLLECTING) & (self.entries_in_tree >= self.floor)
        self._met_on[met] = np.minimum(self._met_on[met], day)
        waited = (day - LONGEST_WAIT.days >= self._met_on) | last
        closing = met & (waited | (self.entries_in_tree >= self.awaited))
        self.state[closing], self.closed_on[closing] = State.OPENING, day
        if last:
            self.state[self.state == State.COLLECTING] = State.LOST

    def _open(self, day: int) -> None:
        """Open the cohorts with a quorum of answers, and drop others that closed ANSWER_DAYS ago or earlier."""
        running = self.state == State.OPENING
        if not running.any():
            return
        committee, answers = self.epoch.size.committee, self._answered.sum(axis=1)
        enough = running & (answers >= committee.quorum)
        self.state[running & (day >= self.closed_on + ANSWER_DAYS)] = State.DROPPED
        self.state[enough], self.opened_on[enough] = State.OPENED, day
