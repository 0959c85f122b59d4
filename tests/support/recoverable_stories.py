"""Stories a lying server may tell in a `recoverable` round, and what it gets for them.

Members are places 0 .. size - 1, the colluders the first ones: they tell the server all they have. Every other member
answers one survivor list, its own: for each member of the roster a share of its self-mask or of its ephemeral secret.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

Places = frozenset[int]
SELF_MASK, EPHEMERAL = 1, 2


@dataclass(frozen=True)
class Group:
    """A group plan's size, how many of its members collude, its floor, and the shares that rebuild a secret."""

    size: int
    colluders: int
    floor: int
    threshold: int

    @property
    def honest(self) -> range:
        """The places of the members that tell nobody anything else than what the protocol says."""
        return range(self.colluders, self.size)


@dataclass(frozen=True)
class Told:
    """What one member is told: who prepared, and who of those submitted."""

    roster: Places
    survivors: Places


def subsets(places: Places, least: int) -> Iterator[Places]:
    """All subsets of these places with at least that many."""
    for size in range(least, len(places) + 1):
        yield from map(frozenset, combinations(sorted(places), size))


def all_told(group: Group) -> Iterator[Told]:
    """Every roster and survivor list that a donor accepts at all: neither is below the floor."""
    for roster in subsets(frozenset(range(group.size)), group.floor):
        for survivors in subsets(roster, group.floor):
            yield Told(roster, survivors)


def answer(told: Told, peer: int) -> int | None:
    """Which share of this member a donor reveals that was told so."""
    if peer not in told.roster:
        return None
    return SELF_MASK if peer in told.survivors else EPHEMERAL


def both_secrets(group: Group, victim: int) -> Mapping[int, Told] | None:
    """A story that yields both secrets of one honest member, if there is one: what each honest member is told.

    Backtracking over the honest members and their possible answers. None has a confirmed vector, which only helps
    the server: nobody can refuse a list as denying its own.
    """
    ways = {answer(told, victim): told for told in all_told(group)}
    return _extend(group, ways, {}, {SELF_MASK: group.colluders, EPHEMERAL: group.colluders})


def _extend(
    group: Group, ways: Mapping[int | None, Told], story: Mapping[int, Told], shares: Mapping[int, int]
) -> Mapping[int, Told] | None:
    missing = [max(0, group.threshold - count) for count in shares.values()]
    if not any(missing):
        return story
    if len(story) == len(group.honest):
        return None
    member = group.honest[len(story)]
    for kind in (SELF_MASK, EPHEMERAL):
        if kind in ways:
            more = {**shares, kind: shares[kind] + 1}
            found = _extend(group, ways, {**story, member: ways[kind]}, more)
            if found is not None:
                return found
    return None


def smallest_sum(group: Group, *, rosters: bool, lists: bool) -> int:
    """Below how many honest donors' vectors no sum can be opened, for a server that lies in these ways.

    `rosters`: it may show other rosters to those whose sum it is after than to those that reveal; `lists`: it may show
    different survivor lists to those that reveal. Each list leaves out at most size - floor members; a left-out
    member's masks can be removed when enough were told that it is missing.
    """
    absent = group.size - group.floor
    freed = len(group.honest) * absent // (group.threshold - group.colluders) if lists else absent
    roster = group.floor if rosters else group.size
    return max(1, roster - group.colluders - freed)


def smallest_sum_by_search(group: Group, *, rosters: bool, lists: bool) -> int:
    """The same by trying all stories: only how often each honest member is left out matters, not by whom."""
    count = len(group.honest)
    left_out = [chosen for size in range(group.size - group.floor + 1) for chosen in combinations(range(count), size)]
    tallies = {(0,) * count}
    for _ in range(count if lists else 1):
        step = 1 if lists else count
        tallies = {
            tuple(sorted(told + step * (member in chosen) for member, told in enumerate(tally)))
            for tally in tallies
            for chosen in left_out
        }
    return min(size for tally in tallies for size in _opened(group, tally, rosters=rosters))


def _opened(group: Group, tally: tuple[int, ...], *, rosters: bool) -> Iterator[int]:
    """How many vectors are in the smallest sum that opens when each honest member was left out that often."""
    needed = group.threshold - group.colluders
    freed = [told >= needed for told in tally]
    unmasked = [len(tally) - told >= needed for told in tally]
    least = group.floor - group.colluders - sum(freed) if rosters else len(tally) - sum(freed)
    wanted = max(1, least)
    # Without other rosters everybody not freed is in the sum, so each of their self-masks is needed.
    if sum(unmasked) >= wanted:
        yield wanted
