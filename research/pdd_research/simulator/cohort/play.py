"""All days of a collection by the `cohort` protocol, day after day."""

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction

import numpy as np

from pdd_research.seeded_randomness import Generator
from pdd_research.simulator.activity import Present
from pdd_research.simulator.cohort.days import DataDay, Outcome, Review
from pdd_research.simulator.cohort.epochs import Epoch, Tickets
from pdd_research.simulator.cohort.rules import Rules
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED, awaited_entries, server_floor


def play(presence: Iterable[Present], rules: Rules, rng: Generator) -> Iterator[Outcome]:
    """Yield the outcome of each data day, in order, as soon as it is decided.

    Args:
        presence: an array a day, with an element a donor: whether the donor is there. The first data day is day
            `rules.warm_up`. Days that are undecided when `presence` ends are left out.
        rules: the settings of server and donors.
        rng: the source of all draws.
    """
    table: _Table | None = None
    for day, present in enumerate(presence):
        table = table or _Table(len(present), rules, rng)
        table.live(day, present)
        yield from table.decided()


class _Table:
    """The state of a collection: the running epoch, the tickets for the next one, and the undecided data days."""

    def __init__(self, donors: int, rules: Rules, rng: Generator) -> None:
        self._rules, self._rng = rules, rng
        self._tickets = Tickets(donors)
        self._reviewing = rng.random(donors, np.float32) < rules.reviewing if rules.reviewing else None
        self._epoch: Epoch | None = None
        self._days: deque[DataDay | Outcome] = deque()
        self._shares: dict[int, Fraction] = {}

    def live(self, day: int, present: Present) -> None:
        """Play one day with its contacts, and the night that ends it."""
        if self._rules.leaving:
            self._replace(self._rng.random(len(present), np.float32) < self._rules.leaving)
        self._tickets.leave(present)
        if self._epoch is not None:
            self._epoch.append(day, present)
        for data_day in self._open_days:
            data_day.submit(day, present)
            for _ in range(self._rules.contacts):
                data_day.contact(present)
            data_day.end(day)
            self._remember(data_day)
        if day + 1 >= self._rules.warm_up:
            self._epoch = self._tickets.next_epoch(day + 1, self._epoch, self._rng) or self._epoch
        if day >= self._rules.warm_up:
            self._days.append(self._data_day(day, present))

    def decided(self) -> Iterator[Outcome]:
        """Yield and remove the outcomes of the oldest days, up to the first day that is undecided."""
        while self._days and (isinstance(first := self._days[0], Outcome) or first.is_decided):
            self._days.popleft()
            yield first if isinstance(first, Outcome) else first.outcome()

    @property
    def _open_days(self) -> list[DataDay]:
        return [day for day in self._days if isinstance(day, DataDay) and not day.is_decided]

    def _replace(self, gone: Present) -> None:
        """Replace donors who leave for good by new ones with the same habits, without leaf or ticket."""
        self._tickets.forget(gone)
        epochs = {id(epoch): epoch for epoch in (self._epoch, *(day.epoch for day in self._open_days)) if epoch}
        for epoch in epochs.values():
            epoch.forget(gone)

    def _data_day(self, day: int, active: Present) -> DataDay | Outcome:
        """Return the data day that has just ended; its outcome, lost, if too few tickets left it without an epoch."""
        if self._epoch is None or not self._epoch.holds(day + 1):
            nobody = np.zeros_like(active)
            return Outcome(day, active, nobody, 1, 1, 0, None, 0.0, nobody)
        lists = [share for of, share in self._shares.items() if day - DAYS_REMEMBERED <= of < day]
        size = self._epoch.size
        floor = server_floor(size, [self._rules.colluders], 1, lists)
        awaited = awaited_entries(size, floor, 1, lists)
        return DataDay(day, active, self._epoch, self._rules, floor=floor, awaited=awaited, review=self._review())

    def _review(self) -> Review | None:
        """Draw which reviewing donors approve the day; None if no donor reviews."""
        if self._reviewing is None:
            return None
        approved = self._rng.random(len(self._reviewing), np.float32) < self._rules.approving
        return Review(self._reviewing, self._reviewing & ~approved)

    def _remember(self, day: DataDay) -> None:
        """Keep the day's smallest share of uploads, from which the floors of later days follow."""
        if (share := day.smallest_share) is not None:
            self._shares[day.day] = share
