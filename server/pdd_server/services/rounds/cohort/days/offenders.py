"""The search for donors whose uploads spoil sums, as the server stores it and acts on it.

During a search the server divides cohorts into sub-cohorts, lets suspects rest, and quarantines offenders. The search
itself is in `pdd_shared.rounds.cohort.day.offenders`. It knows donors by the numbers of the table `cohort_donors`, not
by their leaves, because a search may outlast an epoch and its leaves.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import partial

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.services.rounds.cohort.epochs.trees import draw_of
from pdd_server.services.short_steps import over, repeat
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_days, cohort_messages, cohort_offenders
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.protocol.limits import LAST_CLOSE, LONGEST_ANSWERING
from pdd_shared.rounds.cohort.day import offenders
from pdd_shared.rounds.cohort.day.offenders import Donors, Search, SeenList
from pdd_shared.rounds.cohort.parameters import TreeSize

_UNSOUND_NIGHTS = 2
"""Nights without a sound sum after which an open day counts as spoilt; see `searches`."""
_DAY = timedelta(days=1)
_REMEMBERED = LAST_CLOSE + LONGEST_ANSWERING + _DAY
"""The time from a data day to the last nightly run that can find its list spoilt."""


@dataclass(frozen=True)
class Lesson:
    """What a list that was opened, or that could not be opened, says about its donors.

    Attributes:
        key: The (sub-)cohort's day.
        search: The cohort's search from then on; None if it stays as it is.
        suspected: The donors that the sums before clear no longer.
        cleared: The donors that are cleared by this day's sum, and have no later day on record.
    """

    key: DayKey
    search: Search | None = field(repr=False)
    suspected: Donors = field(repr=False)
    cleared: Donors = field(repr=False)


def searches(connection: Connection, epoch: StoredEpoch) -> Mapping[int, Search]:
    """Return the state of each cohort's search tonight, for planning a day; cohorts without a search are left out.

    An open day whose answers gave no sound sum in two nights already counts as spoilt. One night is not enough, since a
    single member's lie can be the cause. To wait for the day's end would cost up to three weeks. More answers may still
    open the day, so this verdict is not stored.

    Args:
        connection: A transaction. It is only read: the donors of such a list got their numbers in the last unsound
            night.
        epoch: The epoch of the day that is planned.
    """
    found = {cohort: _search(connection, cohort) for cohort in cohort_offenders.all_of(connection)}
    for stored in cohort_days.in_states(connection, DayState.OPENING):
        if stored.unsound >= _UNSOUND_NIGHTS and _is_carried(stored, epoch):
            search = found.get(stored.key.cohort, Search())
            found[stored.key.cohort] = _suspected(connection, stored, search)
    return found


def excused(connection: Connection, epoch: StoredEpoch, day: date, known: Mapping[int, Search]) -> Iterator[int]:
    """Yield the leaves that are not asked for an upload of a data day: resting suspects, and quarantined donors.

    Args:
        connection: A transaction. It is only read.
        epoch: The data day's epoch.
        day: The data day.
        known: The search of each cohort, as `searches` returns it.
    """
    for cohort, search in known.items():
        if leaves := _leaves(connection, epoch, cohort, search.suspects | search.quarantined):
            resting = offenders.resting(search, draw_of(epoch), day, leaves)
            yield from (leaves[donor] for donor in resting | search.quarantined if donor in leaves)


def number(store: Store, epoch: StoredEpoch, listed: Iterable[int]) -> None:
    """Give numbers to a list's donors that have none, in short transactions, so that `lesson` finds them numbered.

    Args:
        store: The database.
        epoch: The epoch of the day.
        listed: The leaves in the list.
    """
    with store.read() as connection:
        new = cohort_offenders.unnumbered(connection, epoch.number, listed)
    if new:
        repeat(store, over(new, lambda connection, some: cohort_offenders.number(connection, epoch.number, some)))


def lesson(connection: Connection, epoch: StoredEpoch, key: DayKey, listed: Iterable[int], *, spoilt: bool) -> Lesson:
    """Return what a list says about its donors, all of whom have numbers.

    Args:
        connection: A transaction. Only nightly runs and resets change searches, one at a time, so that what is read is
            still true when `learn` stores the lesson.
        epoch: The epoch of the day.
        key: The (sub-)cohort's day.
        listed: The leaves in the list.
        spoilt: False if the list gave a sound sum; True if a quorum answered and the sum was not sound.
    """
    numbers = cohort_offenders.known_numbers_at(connection, epoch.number, listed)
    known = _with_cleared(connection, _search(connection, key.cohort), numbers)
    after = (
        _after(connection, known, numbers, key.day) if spoilt else offenders.learn(known, [SeenList(numbers, False)])
    )
    here = frozenset[int]() if spoilt else numbers & after.cleared
    cleared = here - cohort_offenders.cleared(connection, here, after=key.day - _DAY)
    is_same = (after.unexplained, after.quarantined) == (known.unexplained, known.quarantined)
    return Lesson(key, None if is_same else after, known.cleared - after.cleared, cleared)


def clear(store: Store, learnt: Lesson) -> None:
    """Record which donors a sound sum clears, in short transactions, before the sum is published.

    That is true of them whatever happens next. A run that was killed opens the sum again, comes to the same search, and
    records the rest.
    """
    if learnt.cleared:
        repeat(store, over(sorted(learnt.cleared), partial(cohort_offenders.clear, day=learnt.key.day)))


def learn(connection: Connection, learnt: Lesson) -> None:
    """Store the search that follows from a lesson, in the write transaction that ends the day."""
    if learnt.search is not None:
        cohort_offenders.save(connection, learnt.key.cohort, learnt.search.unexplained, learnt.search.quarantined)
    cohort_offenders.suspect(connection, learnt.suspected)


def begin_epoch(connection: Connection, epoch: StoredEpoch) -> None:
    """Carry the searches under the last tree over to a new one.

    Suspects without a leaf in the new tree are struck off: they may never come again, and the search would never end. A
    list that has a single suspect left because of this is dropped, too. Otherwise that suspect would be taken for the
    offender only because others left.
    """
    searches = [_search(connection, cohort) for cohort in cohort_offenders.all_of(connection)]
    together = Search(tuple(suspects for one in searches for suspects in one.unexplained))
    kept = offenders.next_epoch(together, draw_of(epoch).tree_size.cohorts)
    cohort_offenders.drop_all(connection)
    if kept.active:
        seated = cohort_offenders.leaves_of(connection, epoch.number, kept.suspects).keys()
        unexplained = [suspects & seated for suspects in kept.unexplained]
        cohort_offenders.save(connection, 0, [each for each in unexplained if len(each) > 1], frozenset())


def expire(store: Store, today: date) -> None:
    """Forget what no search needs any more, in short transactions.

    These are the days of donors' last sound sums, where no list of an earlier day can still be found spoilt, and the
    numbers of erased donors, unless there is a search, which may name them.
    """
    with store.read() as connection:
        old = cohort_offenders.cleared_until(connection, today - _REMEMBERED)
        erased = [] if cohort_offenders.all_of(connection) else cohort_offenders.erased(connection)
    for rows, forget in ((old, cohort_offenders.forget_days), (erased, cohort_offenders.forget)):
        if rows:
            repeat(store, over(rows, forget))


def is_carried(connection: Connection, stored: StoredDay) -> bool:
    """Return whether the search of a cohort in the running epoch can learn from this day."""
    running = epochs.last(connection)
    return running is not None and _is_carried(stored, running)


def _is_carried(stored: StoredDay, epoch: StoredEpoch) -> bool:
    """Return whether the day's suspects belong to the cohort of the same number in this epoch.

    They do if the day is of this epoch, or if both trees have a single cohort. A new draw of several cohorts deals the
    suspects to all of them.
    """
    return stored.epoch == epoch.number or (TreeSize(stored.size).cohorts == draw_of(epoch).tree_size.cohorts == 1)


def _suspected(connection: Connection, stored: StoredDay, search: Search) -> Search:
    """Return the search as if the list of this open day were spoilt.

    It is unchanged if all donors of the list were in sound sums of later days.
    """
    listed = cohort_messages.entries(connection, stored.key)
    numbers = cohort_offenders.known_numbers_at(connection, stored.epoch, listed)
    if _has_stopped(connection, numbers, stored.key.day):
        return search
    return _after(connection, _with_cleared(connection, search, numbers), numbers, stored.key.day)


def _after(connection: Connection, search: Search, donors: Donors, day: date) -> Search:
    """Return the search after a spoilt list of these donors on a data day."""
    if donors & search.quarantined:
        return search  # The list was collected before its offender was found, so it tells nothing new.
    if _has_stopped(connection, donors, day):
        # An offender that spoils only some days may have made the quarantined donors look guilty.
        return replace(search, quarantined=frozenset())
    if donors <= search.cleared:
        # The offender sent sound uploads before, so sums of earlier days clear nobody of this one. The search starts
        # anew, with those cleared who were in a sound sum of a later day.
        since = cohort_offenders.cleared(connection, donors, after=day)
        return offenders.learn(Search(), [SeenList(donors, True), SeenList(since, False)])
    return offenders.learn(search, [SeenList(donors, True)])


def _has_stopped(connection: Connection, donors: Donors, day: date) -> bool:
    """Return whether all donors of a spoilt list were in sound sums of later days.

    Then the offender has stopped, or spoils only some days. This can happen because a list may be found spoilt weeks
    after it was collected.
    """
    return donors <= cohort_offenders.cleared(connection, donors, after=day)


def _with_cleared(connection: Connection, search: Search, donors: Donors) -> Search:
    """Return the search with `cleared` filled in, for these donors and its suspects alone: `learn` needs no others.

    Suspects are left out, because `cleared_on` may be of a sum from before they were suspected.
    """
    return replace(search, cleared=cohort_offenders.cleared(connection, donors | search.suspects) - search.suspects)


def _search(connection: Connection, cohort: int) -> Search:
    """Return the stored search of a cohort with `cleared` empty; `_with_cleared` fills it in where it is needed."""
    unexplained, quarantined = cohort_offenders.get(connection, cohort)
    return Search(unexplained, frozenset(), quarantined)


def _leaves(connection: Connection, epoch: StoredEpoch, cohort: int, donors: Donors) -> dict[int, int]:
    """Return the leaf of each of these donors that has one in a cohort of the epoch, by the donor's number."""
    found, draw = cohort_offenders.leaves_of(connection, epoch.number, donors), draw_of(epoch)
    return {number: leaf for number, leaf in found.items() if draw.cohort_of(leaf) == cohort}
