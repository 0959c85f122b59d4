"""What the server remembers of donors whose uploads spoil sums: it divides cohorts, rests suspects, and quarantines.

The search itself is `pdd_shared.rounds.cohort.day.offenders`. It names donors by numbers of their own, because a
search may outlast the leaves of an epoch.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.services.rounds.cohort.epochs.trees import draw_of
from pdd_server.store.rounds.cohort import cohort_days, cohort_messages, cohort_offenders
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.protocol.limits import LAST_CLOSE, LONGEST_ANSWERING
from pdd_shared.rounds.cohort.day import offenders
from pdd_shared.rounds.cohort.day.offenders import Donors, Search, SeenList
from pdd_shared.rounds.cohort.parameters import TreeSize

_UNSOUND_NIGHTS = 2
_REMEMBERED = LAST_CLOSE + LONGEST_ANSWERING + timedelta(days=1)
"""From a data day to the last night on which its list may be learnt to be spoilt."""


def searches(connection: Connection, epoch: StoredEpoch) -> Mapping[int, Search]:
    """What is known of each cohort tonight, by which a day is planned; cohorts of which nothing is known are left out.

    A day whose answers gave no sound sum in two nights counts as spoilt: in its first night a single member's lie can
    be the cause. More answers may still open it, so that is not kept. To wait for its last day would cost three weeks.
    """
    found = {cohort: _search(connection, cohort) for cohort in cohort_offenders.all_of(connection)}
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


def learn(connection: Connection, epoch: StoredEpoch, key: DayKey, listed: Iterable[int], *, spoilt: bool) -> None:
    """Take in that a list of these leaves gave a sound sum, or that a quorum's answers gave none."""
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
    """Carry over to a new tree what is kept of the searches under the last one.

    Suspects who have no leaf of the new tree are struck off: they may never come again, and the search would never end.
    Nobody is taken for the offender for it, so a list with a single suspect left goes, too.
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
    """Whether what is learnt of a day tells something of a cohort of the tree that runs now."""
    running = epochs.last(connection)
    return running is not None and _is_carried(stored, running)


def _is_carried(stored: StoredDay, epoch: StoredEpoch) -> bool:
    """Whether the suspects of a day are those of a cohort tonight: of this epoch, or of the only cohort there is."""
    return stored.epoch == epoch.number or (TreeSize(stored.size).cohorts == draw_of(epoch).tree_size.cohorts == 1)


def _suspected(connection: Connection, stored: StoredDay, search: Search) -> Search:
    """The search with a list that more answers may still open."""
    listed = cohort_messages.entries(connection, stored.key)
    numbers = cohort_offenders.numbers_at(connection, stored.epoch, listed)
    if _has_stopped(connection, numbers, stored.key.day):
        return search
    return _after(connection, _with_cleared(connection, search, numbers), numbers, stored.key.day)


def _after(connection: Connection, search: Search, donors: Donors, day: date) -> Search:
    """The search after a spoilt list of a data day."""
    if donors & search.quarantined:
        return search  # The offender was found after this list was collected.
    if _has_stopped(connection, donors, day):
        # Then those in quarantine may be innocent.
        return replace(search, quarantined=frozenset())
    if donors <= search.cleared:
        # The offender was honest before. The search starts anew: earlier sums say nothing of this day.
        since = cohort_offenders.cleared(connection, donors, after=day)
        return offenders.learn(Search(), [SeenList(donors, True), SeenList(since, False)])
    return offenders.learn(search, [SeenList(donors, True)])


def _has_stopped(connection: Connection, donors: Donors, day: date) -> bool:
    """Whether all donors of a spoilt list were in sound sums of later days: the offender spoils only some days.

    A day is learnt to be spoilt long after it was collected.
    """
    return donors <= cohort_offenders.cleared(connection, donors, after=day)


def _with_cleared(connection: Connection, search: Search, donors: Donors) -> Search:
    """The search with those of its donors, and of these, who were in a sound sum; others don't matter to `learn`.

    Suspects are not cleared by the sums from before they were suspected.
    """
    return replace(search, cleared=cohort_offenders.cleared(connection, donors | search.suspects) - search.suspects)


def _search(connection: Connection, cohort: int) -> Search:
    """The search of a cohort, without the donors who are cleared: only `learn` needs these."""
    unexplained, quarantined = cohort_offenders.get(connection, cohort)
    return Search(unexplained, frozenset(), quarantined)


def _leaves(connection: Connection, epoch: StoredEpoch) -> dict[int, dict[int, int]]:
    """The leaf of each donor by the donor's number, of each cohort."""
    draw, found = draw_of(epoch), dict[int, dict[int, int]]()
    for leaf, number in cohort_offenders.numbered_leaves(connection, epoch.number).items():
        found.setdefault(draw.cohort_of(leaf), {})[number] = leaf
    return found
