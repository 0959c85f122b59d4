"""What the server remembers of donors whose uploads spoil sums: it divides cohorts, rests suspects, and quarantines.

The search itself is `pdd_shared.rounds.cohort.day.offenders`. It names donors by numbers of their own, because a
search may outlast the leaves of an epoch.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.cohort import epochs
from pdd_server.services.cohort.trees import draw_of
from pdd_server.store import cohort_days, cohort_messages, cohort_searches
from pdd_server.store.cohort_days import DayState, StoredDay
from pdd_server.store.cohort_epochs import StoredEpoch
from pdd_shared.rounds.cohort.day import offenders
from pdd_shared.rounds.cohort.day.offenders import Donors, Search, SeenList
from pdd_shared.rounds.cohort.parameters import TreeSize

_UNSOUND_NIGHTS = 2


def searches(connection: Connection, epoch: StoredEpoch) -> Mapping[int, Search]:
    """What is known of each cohort tonight, by which a day is planned; cohorts of which nothing is known are left out.

    A day whose answers gave no sound sum in two nights counts as spoilt: in its first night a single member's lie can
    be the cause. More answers may still open it, so that is not kept. To wait for its last day would cost three weeks.
    """
    found = {cohort: _search(connection, cohort) for cohort in cohort_searches.all_of(connection)}
    for stored in cohort_days.in_states(connection, DayState.OPENING):
        if stored.unsound >= _UNSOUND_NIGHTS and _is_carried(stored, epoch):
            search = found.get(stored.key.cohort, Search())
            found[stored.key.cohort] = _suspected(connection, stored, search)
    return found


def excused(connection: Connection, epoch: StoredEpoch, day: date, known: Mapping[int, Search]) -> Iterator[int]:
    """The leaves that are not asked for an upload of a data day: suspects who rest, and donors in quarantine."""
    searching = {cohort: search for cohort, search in known.items() if search.active or search.quarantined}
    by_cohort = _leaves(connection, epoch) if searching else {}
    for cohort, search in searching.items():
        if leaves := by_cohort.get(cohort):
            resting = offenders.resting(search, draw_of(epoch), day, leaves)
            yield from (leaves[donor] for donor in resting | search.quarantined if donor in leaves)


def learn(connection: Connection, epoch: StoredEpoch, cohort: int, listed: Iterable[int], *, spoilt: bool) -> None:
    """Take in that a list of these leaves gave a sound sum, or that a quorum's answers gave none."""
    before, numbers = _search(connection, cohort), cohort_searches.numbers_at(connection, epoch.number, listed)
    known = _with_cleared(connection, before, numbers)
    after = _after(known, numbers, spoilt=spoilt)
    if after != known:
        cohort_searches.save(connection, cohort, after.unexplained, after.quarantined)
    if after.cleared != known.cleared:
        cohort_searches.set_cleared(connection, after.cleared - known.cleared, known.cleared - after.cleared)


def begin_epoch(connection: Connection, cohorts: int) -> None:
    """Carry over to a new tree what is kept of the searches under the last one."""
    searches = [_search(connection, cohort) for cohort in cohort_searches.all_of(connection)]
    together = Search(tuple(suspects for one in searches for suspects in one.unexplained))
    kept = offenders.next_epoch(together, cohorts)
    cohort_searches.drop_all(connection)
    if kept.active:
        cohort_searches.save(connection, 0, kept.unexplained, frozenset())


def is_carried(connection: Connection, stored: StoredDay) -> bool:
    """Whether what is learnt of a day tells something of a cohort of the tree that runs now."""
    running = epochs.last(connection)
    return running is not None and _is_carried(stored, running)


def _is_carried(stored: StoredDay, epoch: StoredEpoch) -> bool:
    """Whether the suspects of a day are those of a cohort tonight: of this epoch, or of the only cohort there is."""
    return stored.epoch == epoch.number or (TreeSize(stored.size).cohorts == draw_of(epoch).tree_size.cohorts == 1)


def _suspected(connection: Connection, stored: StoredDay, search: Search) -> Search:
    listed = cohort_messages.entries(connection, stored.key)
    numbers = cohort_searches.numbers_at(connection, stored.epoch, listed)
    known = _with_cleared(connection, search, numbers)
    # Whoever it was has been in a sound sum since: the search for it is over.
    return search if numbers <= known.cleared else _after(known, numbers, spoilt=True)


def _after(search: Search, donors: Donors, *, spoilt: bool) -> Search:
    if spoilt and donors & search.quarantined:
        return search  # The offender was found after this list was collected.
    if spoilt and donors <= search.cleared:
        # A day is learnt weeks after it was collected. Sound days since have cleared all of its donors: the offender
        # has stopped, or spoils only some days. Then those in quarantine may be innocent.
        return replace(search, quarantined=frozenset())
    return offenders.learn(search, [SeenList(donors, spoilt)])


def _with_cleared(connection: Connection, search: Search, donors: Donors) -> Search:
    """The search with those of its donors, and of these, who were in a sound sum; others don't matter to `learn`."""
    return replace(search, cleared=cohort_searches.cleared(connection, donors | search.suspects))


def _search(connection: Connection, cohort: int) -> Search:
    """The search of a cohort, without the donors who are cleared: only `learn` needs these."""
    unexplained, quarantined = cohort_searches.get(connection, cohort)
    return Search(unexplained, frozenset(), quarantined)


def _leaves(connection: Connection, epoch: StoredEpoch) -> dict[int, dict[int, int]]:
    """The leaf of each donor by the donor's number, of each cohort."""
    draw, found = draw_of(epoch), dict[int, dict[int, int]]()
    for leaf, number in cohort_searches.numbered_leaves(connection, epoch.number).items():
        found.setdefault(draw.cohort_of(leaf), {})[number] = leaf
    return found
