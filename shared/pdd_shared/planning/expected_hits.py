"""How many hits of one count a donor adds on average, under the caps of a campaign.

A search is a hit for each entry that it matches, in the vocabulary's order, and all of them use up the cap on hits
(`counting.hits`). So this follows a donor's searches one by one: the state is how many hits there were, and how many of
them were of the count in question.

A donor's searches of a period are a Poisson variable. Real donors vary more (PDD, WWW '19, section 4.1 and figure 3),
so caps really take more from those who search most. Hits of the other entries are not held to their own caps here.
So where donors make more than about one search a period that matches anything, a number may be down to half of the
true one, never above it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt

import numpy as np

from pdd_shared.privacy.noise.distributions import Reals
from pdd_shared.protocol.terms import Caps

_MOST_STATES = 5_000
"""From this many states on only mean numbers of hits matter, and their spread is left out."""
_NEGLIGIBLE = 1e-12
"""The probability of many hits that is left out."""


@dataclass(frozen=True)
class Kind:
    """Searches that are alike to one count of a campaign.

    Attributes:
        share: Their share of all searches, from 0 to 1.
        own: Whether they match the count.
        before: How many other entries they match that stand before the count in the vocabulary.
        after: How many other entries they match that stand after it.
    """

    share: float
    own: bool
    before: int = 0
    after: int = 0

    @property
    def hits(self) -> int:
        """Return how many hits such a search is."""
        return self.before + self.own + self.after

    def within(self, caps: Caps) -> "Kind":
        """Return what is left of it by the caps on one search; hits beyond the cap on all hits make no difference."""
        most = min(caps.hits, caps.hits if caps.matches is None else caps.matches)
        before = min(self.before, most)
        own = self.own and before < most
        return Kind(self.share, own, before, min(self.after, most - before - own if caps.matches else most))


def hits_counted(rate: float, kinds: Iterable[Kind], caps: Caps) -> float:
    """Return how many hits of one count a donor adds on average, where searches are a Poisson variable.

    Args:
        rate: The mean number of searches in a period.
        kinds: The searches that match any entry; their shares add up to 1 at most.
        caps: The caps of a donor's period.
    """
    found = merged(kind.within(caps) for kind in kinds)
    own = fsum(kind.share for kind in found if kind.own)
    if not own or rate <= 0:
        return 0.0
    alone = _hit_chances(rate, own, caps)
    mean = float(np.minimum(np.arange(len(alone)), caps.hits_per_keyword) @ alone)
    made = _hit_chances(rate, fsum(kind.share for kind in found), caps)
    if (len(made) - 1) * max(kind.hits for kind in found) <= caps.hits:
        return mean
    most = min(caps.hits_per_keyword, caps.hits, len(made) - 1)
    if (caps.hits + 1) * (most + 1) > _MOST_STATES:
        every = min(rate, caps.searches) * fsum(kind.share * kind.hits for kind in found)
        return min(mean, mean * caps.hits / every)
    return _followed(made, found, caps.hits, most)


def merged(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return kinds without two that differ in their shares alone, and without those that nobody searches."""
    shares: defaultdict[tuple[bool, int, int], list[float]] = defaultdict(list)
    for kind in kinds:
        shares[kind.own, kind.before, kind.after].append(kind.share)
    return tuple(Kind(fsum(found), *places) for places, found in shares.items() if any(found))


def _followed(made: Reals, kinds: Sequence[Kind], hits: int, own: int) -> float:
    """Return the mean number of a count's hits, from the states after each search that matches anything.

    Args:
        made: The probability of each number of such searches, from 0 on.
        kinds: The kinds of such searches.
        hits: The cap on hits.
        own: The cap on the count's hits.
    """
    total, found = fsum(kind.share for kind in kinds), 0.0
    states = np.zeros((hits + 1, own + 1))  # by hits so far, and by the count's
    states[0, 0] = 1.0
    for chance in made[1:]:
        states = np.sum([kind.share / total * _after(states, kind) for kind in kinds], axis=0)
        found += float(chance * (states.sum(axis=0) @ np.arange(own + 1)))
    return found


def _after(states: Reals, kind: Kind) -> Reals:
    """Return the states after one search of a kind."""
    states = _moved(states, kind.before)
    if kind.own:
        counted = np.zeros_like(states)
        counted[1:, 1:] = states[:-1, :-1]
        counted[-1] += states[-1]  # there the cap on hits is reached, and in the next line the count's own
        counted[:-1, -1] += states[:-1, -1]
        states = counted
    return _moved(states, kind.after)


def _moved(states: Reals, hits: int) -> Reals:
    """Return the states after so many hits of other entries; the last row is the cap."""
    if not hits:
        return states
    moved = np.zeros_like(states)
    moved[hits:] = states[: max(0, len(states) - hits)]
    moved[-1] += states[max(0, len(states) - hits) :].sum(axis=0)
    return moved


def _hit_chances(rate: float, share: float, caps: Caps) -> Reals:
    """Return the probability of each number of searches that match, from 0 on, as far as it matters."""
    made = poisson(rate)
    searches = np.append(made[: caps.searches], made[caps.searches :].sum())
    chances = np.zeros(len(searches))
    alone = np.ones(1)  # the probabilities of 0, 1, .. matches among so many searches
    for chance in searches:
        chances[: len(alone)] += chance * alone
        alone = np.append(alone * (1 - share), 0) + np.append(0, alone * share)
    return chances[: 1 + int(np.flatnonzero(chances > _NEGLIGIBLE)[-1])]


def poisson(mean: float) -> Reals:
    """Return the probabilities of a Poisson variable from 0 on, as far as 12 standard deviations above the mean."""
    if mean <= 0:
        return np.ones(1)
    numbers = np.arange(1, ceil(mean + 12 * sqrt(mean)) + 20)
    logarithms = np.append(0, np.cumsum(np.log(mean / numbers))) - mean
    weights = np.exp(logarithms)
    chances: Reals = weights / weights.sum()
    return chances
