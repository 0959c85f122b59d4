"""Finding the donors whose uploads spoil a cohort's days.

An upload whose shares do not fit, or whose masked vector is garbage, cannot be told from others: it is added up at once
and never looked at. It spoils the whole sum. So after a spoilt day the cohort's next days run in parts. The tree's
root and the day deal the donors to these parts; suspicion has no influence. Where a sum is sound, every donor in its
list is cleared. If all donors of a spoilt list but one are cleared, that one is taken for the offender. The server
takes no more uploads from that donor in this epoch.

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
"""Donors by the server's own numbers for them, which don't change: a search may outlast an epoch and its leaves."""
_MOST_RESTING = 4
"""The number of the cohort's leaves divided by this is the most that rest."""


@dataclass(frozen=True)
class SeenList:
    """The donors of a (sub-)cohort's sum, and whether the sum did not decode or was not sound.

    Do not give `learn` a list that lacked a certificate or answers: it says nothing of its donors.
    """

    donors: Donors = field(repr=False)
    spoilt: bool


@dataclass(frozen=True)
class Search:
    """What is known of a cohort's offenders; by default nothing, as when a server begins.

    `unexplained` has the suspects of each spoilt list that has no known offender. Donors in `cleared` were in a sound
    sum. Donors in `quarantined` are taken for offenders: the server takes no upload from them.
    """

    unexplained: tuple[Donors, ...] = field(default=(), repr=False)
    cleared: Donors = field(default=frozenset(), repr=False)
    quarantined: Donors = field(default=frozenset(), repr=False)

    @property
    def active(self) -> bool:
        """Whether the next days are divided, or some donors rest."""
        return bool(self.unexplained)

    @property
    def suspects(self) -> Donors:
        """All donors who may have spoilt a list."""
        return frozenset().union(*self.unexplained)

    @property
    def common(self) -> Donors:
        """The donors who may each have spoilt all lists alone: the suspects if there is a single offender."""
        return frozenset.intersection(*self.unexplained) if self.unexplained else frozenset()


def sub_cohorts(size: TreeSize, search: Search) -> int:
    """Return how many sub-cohorts the cohort's next day has: in a search, the most that are large enough."""
    if not search.active:
        return 1
    return max(number for number in SUB_COHORTS if number == 1 or size.share(number) >= LEAST_SUB_COHORT)


def resting(search: Search, draw: Draw, day: date, leaf_of: Mapping[int, int]) -> Donors:
    """Return the suspects who are not asked for an upload on a data day; none where the cohort is divided instead.

    `leaf_of` has each donor's leaf in the epoch. Donors without a leaf are not asked anyway.

    While a single offender can explain all spoilt lists, half of those who may be that one rest. Otherwise as many
    suspects rest as can, but at most two thirds of them: then the day is sound with a good chance, and clears a third.
    """
    if not search.active or sub_cohorts(draw.tree_size, search) > 1:
        return frozenset()
    most = max(1, int(draw.tree_size.share()) // _MOST_RESTING)
    likely = search.common & leaf_of.keys()
    pool = likely or search.suspects & leaf_of.keys()
    number = min(most, (len(pool) + 1) // 2 if likely else len(pool) - len(pool) // 3)
    return frozenset(sorted(pool, key=lambda donor: draw.rest_order(leaf_of[donor], day))[:number])


def learn(search: Search, seen: Iterable[SeenList]) -> Search:
    """Return what is known after a day's lists; no quarantined donor is in one of them."""
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
    """Return what is kept when a new tree with so many cohorts begins.

    Quarantines end. An offender who comes back costs one more day: all others of its cohort are cleared already. With
    several cohorts, the new tree deals one cohort's suspects to all of them. They must not all be divided for it. So an
    unfinished search ends, and begins again with the next spoilt day.
    """
    return Search(search.unexplained if cohorts == 1 else (), search.cleared)
