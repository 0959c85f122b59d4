"""The server's search for donors whose uploads spoil a cohort's days.

The server adds up each upload at once and looks at no single one. So it cannot see which upload has shares that do not
fit, or a masked vector that is garbage, and one such upload spoils the whole sum. After a spoilt day the cohort's next
days therefore run in parts. The tree's root and the day deal the donors to these parts; suspicion has no influence,
because a server that could choose the parts could choose whose sum it sees. If a part's sum is sound, every donor in
its list is cleared. If all donors of a spoilt list but one are cleared, that donor is taken for the offender. The
server takes no more uploads from it in this epoch.

A cohort of 1,000 leaves and more runs in sub-cohorts of 500 leaves at least. A smaller one cannot be divided: its
floors would be too low. There some of the suspects rest each day. At most a quarter of the cohort's leaves rest, since
more would bring the list below its floor. The server does not publish which donors rest.

All this holds for donors who spoil every list that they are in. A donor who spoils only some days can be cleared. Then
the last suspect of a list may be innocent. Whoever joins is a suspect too: a cleared donor who spoils a day on which a
single joiner is new has the joiner quarantined, one joiner a day. So quarantines end with the epoch. They also end,
and the search starts anew, when a list without a suspect is spoilt. Each spoilt day is lost.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from pdd_shared.protocol.limits import LEAST_SUB_COHORT, SUB_COHORTS
from pdd_shared.rounds.cohort.epoch.draws import Draw
from pdd_shared.rounds.cohort.parameters import TreeSize

Donors = frozenset[int]
"""Donors by the server's numbers for them. Leaf indices would not do: a search may outlast an epoch and its leaves."""
_MOST_RESTING = 4
"""At most one in so many of the cohort's leaves rests: with more at rest, lists would fall below the floor."""


@dataclass(frozen=True)
class SeenList:
    """The list of a (sub-)cohort's day for which a quorum answered, as `learn` takes it.

    A list without a certificate, or with too few answers, says nothing about its donors: don't give it to `learn`.

    Attributes:
        donors: The donors in the list.
        spoilt: Whether the sum did not decode, or was not sound.
    """

    donors: Donors = field(repr=False)
    spoilt: bool


@dataclass(frozen=True)
class Search:
    """The state of a cohort's search. The default is that of a new server, which knows nothing.

    Attributes:
        unexplained: For each spoilt list without a known offender, the donors who may have spoilt it.
        cleared: Donors who were in a sound sum.
        quarantined: Donors who are taken for offenders. The server takes no upload from them.
    """

    unexplained: tuple[Donors, ...] = field(default=(), repr=False)
    cleared: Donors = field(default=frozenset(), repr=False)
    quarantined: Donors = field(default=frozenset(), repr=False)

    @property
    def active(self) -> bool:
        """Return whether some spoilt list has no known offender, so that the next days are divided or donors rest."""
        return bool(self.unexplained)

    @property
    def suspects(self) -> Donors:
        """Return all donors who may have spoilt one of the unexplained lists."""
        return frozenset().union(*self.unexplained)

    @property
    def common(self) -> Donors:
        """Return the donors who are suspects of every unexplained list: the suspects if there is a single offender."""
        return frozenset.intersection(*self.unexplained) if self.unexplained else frozenset()


def sub_cohorts(size: TreeSize, search: Search) -> int:
    """Return into how many sub-cohorts the cohort's next day is divided: 1 if no search is active.

    In a search it is the largest allowed number that leaves each sub-cohort `LEAST_SUB_COHORT` leaves on average.
    """
    if not search.active:
        return 1
    return max(number for number in SUB_COHORTS if number == 1 or size.share(number) >= LEAST_SUB_COHORT)


def resting(search: Search, draw: Draw, day: date, leaf_of: Mapping[int, int]) -> Donors:
    """Return the suspects who are not asked for an upload on a data day, none where the cohort is divided instead.

    While a single offender can explain all spoilt lists, half of the donors who may be that offender rest. Otherwise as
    many suspects rest as possible, but at most two thirds: the day then has a good chance to be sound and to clear the
    other third. Which suspects rest follows from the draw and the day, so the server cannot choose them.

    Args:
        search: The state of the cohort's search.
        draw: The draw of the epoch.
        day: The data day.
        leaf_of: The leaf index of each donor in the epoch. Donors without a leaf are not asked for uploads anyway.
    """
    if not search.active or sub_cohorts(draw.tree_size, search) > 1:
        return frozenset()
    most = max(1, int(draw.tree_size.share()) // _MOST_RESTING)
    likely = search.common & leaf_of.keys()
    pool = likely or search.suspects & leaf_of.keys()
    number = min(most, (len(pool) + 1) // 2 if likely else len(pool) - len(pool) // 3)
    return frozenset(sorted(pool, key=lambda donor: draw.rest_order(leaf_of[donor], day))[:number])


def learn(search: Search, seen: Iterable[SeenList]) -> Search:
    """Return the state of the search after some lists of a day. No quarantined donor may be in one of them.

    If sound sums have cleared every suspect of a spoilt list, the search starts anew with this day's spoilt lists, and
    all quarantines end.
    """
    lists = tuple(seen)
    cleared = search.cleared.union(*(each.donors for each in lists if not each.spoilt))
    spoilt = [each.donors for each in lists if each.spoilt]
    unexplained = [suspects - cleared for suspects in (*search.unexplained, *spoilt)]
    if not all(unexplained):
        # All donors of a spoilt list were in a sound sum. So the offender spoils only some days, and may have made the
        # donors in quarantine look like offenders.
        return Search(tuple(spoilt))
    found = frozenset[int]().union(*(suspects for suspects in unexplained if len(suspects) == 1))
    left = tuple(suspects for suspects in unexplained if not suspects & found)
    return Search(left, cleared, search.quarantined | found)


def next_epoch(search: Search, cohorts: int) -> Search:
    """Return the state of the search under a new tree with so many cohorts.

    Quarantines end. An offender who comes back costs one more day, because all others of its cohort are cleared
    already. If the new tree has several cohorts, it deals one cohort's suspects to all of them, and they would all have
    to be divided. So an unfinished search then ends, and begins again with the next spoilt day.
    """
    return Search(search.unexplained if cohorts == 1 else (), search.cleared)
