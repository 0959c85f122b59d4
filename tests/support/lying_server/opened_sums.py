"""What a server learns by a story of `stories`: as numbers of donors, and as linear forms for the rank test."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.support.lying_server.linear_view import Toy, Upload, View
from tests.support.lying_server.stories import Given, Home, Kin, Numbers, Role, Rules, State, World, places


@dataclass(frozen=True)
class Opened:
    """What the server learns of a list's sum.

    It learns a number of independent values of each polynomial, at most rho. `honest` has, for each kin of the world,
    how many honest homes of it are in the sum.
    """

    number: int
    learnt: int
    secrets: int
    honest: tuple[int, ...]


def opened(world: World, rules: Rules, state: State) -> list[Opened]:
    """Return the lists about whose sums the server learns something.

    The shares of c places reveal nothing; each further place reveals one value of every polynomial. If an honest home
    on the list did not upload under the list's context, nothing is revealed, because its streams are in no upload.
    """
    found = []
    for number in range(len(world.lists)):
        sharing = world.trees[world.tree_of(number)]
        learnt = min(sharing.secrets, _answers(world, state, number) - sharing.corrupt)
        honest = _honest(world, rules, state, number)
        if learnt > 0 and honest is not None:
            found.append(Opened(number, learnt, sharing.secrets, honest))
    return found


def _answers(world: World, state: State, number: int) -> int:
    return places(world, state, world.tree_of(number), lambda given: number in given.answered)


def _honest(world: World, rules: Rules, state: State, number: int) -> tuple[int, ...] | None:
    found = []
    for (kin, total), homes in zip(world.homes, state, strict=True):
        listed = number in kin.listed and kin.role is not Role.CORRUPT
        fitting = sum(count for home, count in homes if _fits(world, rules, home.given, number))
        if listed and fitting < total:
            return None
        found.append(total if listed and kin.role is Role.HONEST else 0)
    return tuple(found)


def _fits(world: World, rules: Rules, given: Given, number: int) -> bool:
    return bool(given.uploads) if not rules.binds_context else world.lists[number] in given.uploads


def smallest(found: list[Opened], partly: bool = True) -> int | None:
    """Return the fewest honest donors in a sum that follows from these; None if no sum follows.

    If the server learns enough of two sums, it also learns of their difference: if both together give more than rho
    values. With `partly` false, only sums that are known in full count.
    """
    sums = [one for one in found if partly or one.learnt == one.secrets]
    sizes = [sum(one.honest) for one in sums]
    if len(sums) == 2 and sums[0].learnt + sums[1].learnt > min(sums[0].secrets, sums[1].secrets):
        pairs = zip(sums[0].honest, sums[1].honest, strict=True)
        sizes.append(sum(abs(one - other) for one, other in pairs))
    return min((size for size in sizes if size), default=None)


def bound(world: World) -> int:
    """Return the protocol's promise: floor less corrupt, of the plan and tree for which that is least."""
    return min(frame.floor - world.bad(frame.tree) for frame in world.frames)


_NEVER_SENT = 9


def view(world: World, rules: Rules, state: State) -> tuple[View, frozenset[int]]:
    """Return all that the server has at the end of a story as linear forms, and the honest donors.

    An upload is numbered by its frame. An entry of a home that did not upload under the list's context stands for a
    nonce that no upload has.
    """
    people = _people(world, state)
    toys = [Toy(sharing, columns=1) for sharing in world.trees]
    seen = View(toys[0].prime)
    for donor, (kin, home) in enumerate(people):
        for frame in _uploads(world, kin, home):
            upload, tree = Upload(donor, frame), world.frames[frame].tree
            seen.observe(toys[tree].received(upload))
            for place, (member, _) in _committee(people, tree):
                if member.role is Role.CORRUPT:
                    seen.observe(toys[tree].stream(upload, place))
    for number in range(len(world.lists)):
        tree, entries = world.tree_of(number), _entries(world, rules, people, number)
        for place, (_, home) in _committee(people, tree):
            if number in home.given.answered:
                seen.observe(toys[tree].answer(entries, place))
    return seen, frozenset(donor for donor, (kin, _) in enumerate(people) if kin.role is Role.HONEST)


Person = tuple[Kin, Home]


def _people(world: World, state: State) -> list[Person]:
    """Return all people, the corrupt ones first, so that they have the places at which the polynomials are random."""
    rows = zip(world.homes, state, strict=True)
    people = [(kin, home) for (kin, _), homes in rows for home, count in homes for _ in range(count)]
    return sorted(people, key=lambda person: person[0].role is not Role.CORRUPT)


def _committee(people: list[Person], tree: int) -> Iterator[tuple[int, Person]]:
    return enumerate((person for person in people if tree in person[0].trees), 1)


def _uploads(world: World, kin: Kin, home: Home) -> Numbers:
    """Return the frames under which a home uploads; a corrupt home uploads under any."""
    every = frozenset(range(len(world.frames)))
    return every if kin.role is Role.CORRUPT else home.given.uploads


def _entries(world: World, rules: Rules, people: list[Person], number: int) -> list[Upload]:
    frame, entries = world.lists[number], []
    for donor, (kin, home) in enumerate(people):
        if number in kin.listed:
            has = _uploads(world, kin, home)
            fitting = has if not rules.binds_context else has & {frame}
            entries.append(Upload(donor, min(fitting, default=_NEVER_SENT)))
    return entries
