"""The search for donors whose uploads spoil sums, as the server stores it and acts on it.

During a search the server divides cohorts into sub-cohorts, lets suspects rest, and quarantines offenders. The search
itself is in `pdd_shared.rounds.cohort.day.offenders`. It knows donors by the numbers of the table `cohort_donors`, not
by their leaves, because a search may outlast an epoch and its leaves.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

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
_REMEMBERED = LAST_CLOSE + LONGEST_ANSWERING + timedelta(days=1)
"""The time from a data day to the last nightly run that can find its list spoilt."""


def searches(connection: Connection, epoch: StoredEpoch) -> Mapping[int, Search]:
    """Return the state of each cohort's search tonight, for planning a day; cohorts without a search are left out.

    An open day whose answers gave no sound sum in two nights already counts as spoilt. One night is not enough, since a
    single member's lie can be the cause. To wait for the day's end would cost up to three weeks. More answers may still
    open the day, so this verdict is not stored.

    Args:
        connection: A transaction.
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
        connection: A write transaction.
        epoch: The data day's epoch.
        day: The data day.
        known: The search of each cohort, as `searches` returns it.
    """
    searching = {cohort: search for cohort, search in known.items() if search.active or search.quarantined}
    by_cohort = _leaves(connection, epoch) if searching else {}
    for cohort, search in searching.items():
        if leaves := by_cohort.get(cohort):
            resting = offenders.resting(search, draw_of(epoch), day, leaves)
            yield from (leaves[donor] for donor in resting | search.quarantined if donor in leaves)


def number(store: Store, epoch: StoredEpoch, listed: Iterable[int]) -> None:
    """Give numbers to a list's donors that have none, in short transactions, so that `learn` finds them numbered.

    Args:
        store: The database.
        epoch: The epoch of the day.
        listed: The leaves in the list.
    """
    with store.read() as connection:
        new = cohort_offenders.unnumbered(connection, epoch.number, listed)
    if new:
        repeat(store, over(new, lambda connection, some: cohort_offenders.number(connection, epoch.number, some)))


def learn(connection: Connection, epoch: StoredEpoch, key: DayKey, listed: Iterable[int], *, spoilt: bool) -> None:
    """Store what a list that was opened, or that could not be opened, says about its donors.

    Args:
        connection: A write transaction.
        epoch: The epoch of the day.
        key: The (sub-)cohort's day.
        listed: The leaves in the list.
        spoilt: False if the list gave a sound sum; True if a quorum answered and the sum was not sound.
    """
    numbers = cohort_offenders.numbers_at(connection, epoch.number, listed)
    known = _with_cleared(connection, _search(connection, key.cohort), numbers)
    after = (
        _after(connection, known, numbers, key.day) if spoilt else offenders.learn(known, [SeenList(numbers, False)])
    )
    if after != known:
        cohort_offenders.save(connection, key.cohort, after.unexplained, after.quarantined)
    cohort_offenders.suspect(connection, known.cleared - after.cleared)
    if not spoilt:
        cohort_offenders.clear(connection, numbers & after.cleared, key.day)


def begin_epoch(connection: Connection, epoch: StoredEpoch) -> None:
    """Carry the searches under the last tree over to a new one.

    Suspects without a leaf in the new tree are struck off: they may never come again, and the search would never end. A
    list that has a single suspect left because of this is dropped, too. Otherwise that suspect would be taken for the
    offender only because others left.
    """
    cohort_offenders.forget_days(connection, epoch.start - _REMEMBERED)
    searches = [_search(connection, cohort) for cohort in cohort_offenders.all_of(connection)]
    together = Search(tuple(suspects for one in searches for suspects in one.unexplained))
    kept = offenders.next_epoch(together, draw_of(epoch).tree_size.cohorts)
    cohort_offenders.drop_all(connection)
    if kept.active:
        seated = cohort_offenders.numbered_leaves(connection, epoch.number).values()
        unexplained = [suspects & frozenset(seated) for suspects in kept.unexplained]
        cohort_offenders.save(connection, 0, [each for each in unexplained if len(each) > 1], frozenset())


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
    numbers = cohort_offenders.numbers_at(connection, stored.epoch, listed)
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


def _leaves(connection: Connection, epoch: StoredEpoch) -> dict[int, dict[int, int]]:
    """Return, for each cohort of the epoch, the leaf of each donor that has a number, by that number."""
    draw, found = draw_of(epoch), dict[int, dict[int, int]]()
    for leaf, number in cohort_offenders.numbered_leaves(connection, epoch.number).items():
        found.setdefault(draw.cohort_of(leaf), {})[number] = leaf
    return found
