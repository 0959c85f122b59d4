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
    """Every roster and list that a donor accepts, if the survivors signed that roster: neither is below the floor."""
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

    Backtracking over the honest members and their possible answers. None has a confirmed vector, and any member may
    have signed any number of rosters, which both only help the server: nobody can refuse a list for them.
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


def smallest_sum(group: Group, *, lists: bool) -> int:
    """Below how many honest donors' vectors no sum can be opened.

    `lists`: the server may show different survivor lists to those that reveal. Each list leaves out at most
    size - floor members; a left-out member's masks can be removed when enough were told that it is missing. Showing
    different rosters gains nothing, as the search finds.
    """
    absent = group.size - group.floor
    freed = len(group.honest) * absent // (group.threshold - group.colluders) if lists else absent
    return max(1, group.size - group.colluders - freed)


def smallest_sum_by_search(group: Group, *, lists: bool) -> int:
    """The same by trying all stories: only how often each honest member is left out matters, not by whom.

    Some honest members blind under the roster whose sum the server is after, the others under a second one; more than
    two, or one that lists who did not blind under it, give no other tallies.
    """
    return min(found for count in range(1, len(group.honest) + 1) for found in _opened_of(group, count, lists=lists))


def _opened_of(group: Group, count: int, *, lists: bool) -> Iterator[int]:
    """Sizes of sums that open when that many honest members signed the roster."""
    told = _left_out(group, count)
    people = len(group.honest)
    tallies = {(0,) * count}
    for _ in range(people if lists else 1):
        step = 1 if lists else people
        tallies = {
            tuple(sorted(times + step * (member in chosen) for member, times in enumerate(tally)))
            for tally in tallies
            for chosen in told
        }
    for tally in tallies:
        yield from _opened(group, tally)


def _left_out(group: Group, count: int) -> list[tuple[int, ...]]:
    """Whom an accepted list may leave out of the honest members that signed the roster, of whom there are so many.

    Colluders sign every roster. A list for the second roster holds none of these members, so it leaves out all; it is
    accepted if those who signed that one reach the floor.
    """
    absent = range(count + group.colluders - group.floor + 1)
    chosen = [some for size in absent for some in combinations(range(count), size)]
    others = len(group.honest) - count + group.colluders
    return [*chosen, tuple(range(count))] if others >= group.floor else chosen


def _opened(group: Group, tally: tuple[int, ...]) -> Iterator[int]:
    """How many vectors are in the smallest sum that opens when each signer was left out that often, if one does."""
    needed = group.threshold - group.colluders
    freed = [times >= needed for times in tally]
    unmasked = [len(group.honest) - times >= needed for times in tally]
    # Everybody not freed is in the sum, so each of their self-masks is needed.
    wanted = max(1, len(tally) - sum(freed))
    if sum(unmasked) >= wanted:
        yield wanted
