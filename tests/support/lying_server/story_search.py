"""The search through the stories of `stories`: the worlds to tell them in, and the states that they lead to."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from pdd_shared.rounds.cohort.parameters import CommitteeSize, TreeSize
from tests.support.lying_server.linear_view import Sharing
from tests.support.lying_server.stories import (
    NONE,
    PROTOCOL,
    Asked,
    Event,
    Frame,
    Home,
    Journal,
    Kin,
    Role,
    Rules,
    State,
    World,
    certified,
    events,
    told,
)


def start(world: World) -> State:
    """Return the first state, in which no home was asked anything."""
    return tuple(((Home(), number),) for _, number in world.homes)


def every_state(world: World, rules: Rules = PROTOCOL) -> Iterator[State]:
    """Yield every state that any order of the server's questions leads to."""
    first, asked = start(world), events(world)
    seen, waiting = {first}, [first]
    while waiting:
        state = waiting.pop()
        yield state
        for after in _after(world, rules, state, asked):
            if after not in seen:
                seen.add(after)
                waiting.append(after)


def _after(world: World, rules: Rules, state: State, asked: list[Event]) -> Iterator[State]:
    held = {number for number in range(len(world.lists)) if certified(world, state, number)}
    for row, ((kin, _), homes) in enumerate(zip(world.homes, state, strict=True)):
        if kin.role is Role.CORRUPT:
            continue
        for (home, _), event in product(homes, asked):
            if event.certificate is None or event.certificate in held:
                after = told(world, rules, kin, home, event)
                if after is not None:
                    yield (*state[:row], _moved(homes, home, after), *state[row + 1 :])


def _moved(homes: tuple[tuple[Home, int], ...], before: Home, after: Home) -> tuple[tuple[Home, int], ...]:
    counts = Counter(dict(homes))
    counts[before] -= 1
    counts[after] += 1
    return tuple(sorted((+counts).items(), key=repr))


def last_states(world: World, rules: Rules = PROTOCOL) -> Iterator[State]:
    """Yield the states in which the server has got as much as it can, one for each combination of its choices.

    What the server has only grows. So it first asks each home for all uploads and signatures that the home can give;
    the order of the questions decides which these are. Then it asks for all answers.
    """
    choices = [_choices(world, rules, kin) for kin, _ in world.homes]
    rows = [_multisets(some, number) for some, (_, number) in zip(choices, world.homes, strict=True)]
    for state in product(*rows):
        yield _answered(world, rules, state)


def _choices(world: World, rules: Rules, kin: Kin) -> list[Home]:
    """Return what a home can have given before it answers, without choices of which another gives all and more."""
    if kin.role is Role.CORRUPT:
        return [Home()]
    asked = [event for event in events(world) if event.asked is not Asked.ANSWER]
    seen, waiting = {Home()}, [Home()]
    while waiting:
        home = waiting.pop()
        for after in (told(world, rules, kin, home, event) for event in asked):
            if after is not None and after not in seen:
                seen.add(after)
                waiting.append(after)
    return [home for home in seen if not any(_gave_more(other, home) for other in seen)]


def _gave_more(more: Home, less: Home) -> bool:
    """Return whether a home gave all that the other gave and more, or has more in its journal, so that it answers
    more.
    """
    gifts = [
        (more.given.uploads, less.given.uploads),
        (more.given.signed, less.given.signed),
        (more.journal.signed, less.journal.signed),
    ]
    return more != less and all(some >= other for some, other in gifts) and any(a > b for a, b in gifts)


def _multisets(homes: list[Home], number: int) -> list[tuple[tuple[Home, int], ...]]:
    if len(homes) == 1:
        return [((homes[0], number),)]
    return [
        ((homes[0], here), *rest) if here else rest
        for here in range(number + 1)
        for rest in _multisets(homes[1:], number - here)
    ]


def _answered(world: World, rules: Rules, state: State) -> State:
    asked = [event for event in events(world) if event.asked is Asked.ANSWER]
    held = {None, *(number for number in range(len(world.lists)) if certified(world, state, number))}
    rows = []
    for (kin, _), homes in zip(world.homes, state, strict=True):
        row = []
        for home, count in homes:
            for event in asked:
                if event.certificate in held and kin.role is not Role.CORRUPT:
                    home = _with_answer(world, rules, kin, home, event)
            row.append((home, count))
        rows.append(tuple(row))
    return tuple(rows)


def _with_answer(world: World, rules: Rules, kin: Kin, home: Home, event: Event) -> Home:
    """A restored home signs the list again before it answers."""
    after = told(world, rules, kin, home, event)
    if after is None and kin.role is Role.RESTORED and event.about in home.given.signed:
        again = told(world, rules, kin, Home(Journal(), home.given), Event(Asked.CERTIFY, event.about))
        after = told(world, rules, kin, again, event) if again else None
    return after or home


def sharing(members: int, corrupt: int | None = None) -> Sharing:
    """Return a committee with the quorum that the protocol gives it; of all of a small tree, unless told otherwise."""
    size = TreeSize(members).committee if corrupt is None else CommitteeSize(members, corrupt)
    return Sharing(size.members, size.corrupt, size.quorum)


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to divide a number into so many parts, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def one_tree(
    sharing: Sharing,
    frames: tuple[Frame, ...],
    bad: int,
    restored: int = 0,
    joined: int = 0,
    lists: tuple[int, ...] = (),
) -> Iterator[World]:
    """Yield the worlds of one tree: who of the honest, corrupt and restored homes is in which list.

    `lists` has the frame of each; by default there are two, of the first frame and of the last. `joined` homes are
    appended.
    """
    of = lists or (0, len(frames) - 1)
    ways = [frozenset(some) for size in range(len(of) + 1) for some in combinations(range(len(of)), size)]
    here = frozenset({0})
    groups = [
        (Role.HONEST, here, sharing.members - bad),
        (Role.CORRUPT, here, bad - restored),
        (Role.RESTORED, here, restored),
        (Role.HONEST, NONE, joined),
    ]
    splits = [list(compositions(number, len(ways))) for _, _, number in groups]
    for counts in product(*splits):
        homes = tuple(
            (Kin(role, trees, way), number)
            for (role, trees, _), numbers in zip(groups, counts, strict=True)
            for way, number in zip(ways, numbers, strict=True)
            if number
        )
        yield World((sharing,), frames, of, homes)


def two_trees(
    first: Sharing,
    second: Sharing,
    both: int,
    bad: tuple[int, int] | None = None,
    floors: tuple[int, int] | None = None,
) -> Iterator[World]:
    """Yield the worlds of two trees with so many honest homes in both: the first list is of the first tree.

    All corrupt leaves are listed: that can only help the server to reach a floor. Unless told otherwise there are as
    many as the committee stands, and the floors are the least that homes accept.
    """
    bad = bad or (first.corrupt, second.corrupt)
    floors = floors or (first.corrupt + 2, second.corrupt + 2)
    zero, one = frozenset({0}), frozenset({1})
    groups = [
        (zero | one, (NONE, zero, one, zero | one), both),
        (zero, (NONE, zero), first.members - bad[0] - both),
        (one, (NONE, one), second.members - bad[1] - both),
    ]
    corrupt = ((Kin(Role.CORRUPT, zero, zero), bad[0]), (Kin(Role.CORRUPT, one, one), bad[1]))
    frames = (Frame(0, floors[0]), Frame(1, floors[1]))
    splits = [list(compositions(number, len(ways))) for _, ways, number in groups if number >= 0]
    if len(splits) < len(groups):
        return
    for counts in product(*splits):
        homes = tuple(
            (Kin(Role.HONEST, trees, way), number)
            for (trees, ways, _), numbers in zip(groups, counts, strict=True)
            for way, number in zip(ways, numbers, strict=True)
            if number
        )
        yield World((first, second), frames, (0, 1), (*homes, *(pair for pair in corrupt if pair[1])))


def weaker(world: World, less: int) -> World:
    """Return the same world with quorums so much lower."""
    return replace(world, trees=tuple(replace(tree, quorum=tree.quorum - less) for tree in world.trees))
