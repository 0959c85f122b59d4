"""All stories that a lying server can tell in a cohort's day: no sum below the floor less the corrupt opens."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from tests.support.lying_server.opened_sums import bound, opened, smallest
from tests.support.lying_server.stories import PROTOCOL, Answers, Frame, Kin, Role, Rules, State, World
from tests.support.lying_server.story_search import every_state, last_states, one_tree, sharing, two_trees, weaker
from tests.support.stages import mostly_slow

SIZES = [(members, corrupt) for members in range(4, 8) for corrupt in range(-(-members // 3))]
Worlds = Iterable[World]
Search = Callable[[World, Rules], Iterator[State]]


def below(worlds: Worlds, rules: Rules = PROTOCOL, search: Search = last_states, partly: bool = True) -> Iterator[int]:
    """Return how many honest donors each story reveals that opens less than promised; `partly` includes parts of
    sums.
    """
    for world in worlds:
        for state in search(world, rules):
            found = smallest(opened(world, rules, state), partly)
            if found is not None and found < bound(world):
                yield found


def attacked(worlds: Worlds, rules: Rules = PROTOCOL, partly: bool = False) -> bool:
    """Return whether some story opens less than promised."""
    return next(below(worlds, rules, partly=partly), None) is not None


def frames(corrupt: int, plans: int, floor: int | None = None) -> tuple[Frame, ...]:
    """Return one plan or two for one tree, at the least floor unless told otherwise."""
    return (Frame(0, floor or corrupt + 2),) * plans


def bad_homes(corrupt: int) -> list[tuple[int, int]]:
    """Return how many homes are corrupt or restored, up to what the committee tolerates, and how many of these are
    restored.
    """
    return [(bad, restored) for bad in range(corrupt + 1) for restored in range(bad + 1)]


@pytest.mark.parametrize("plans", [1, 2])
@pytest.mark.parametrize(("members", "corrupt"), mostly_slow(SIZES, lambda size: size[0] == 4))
def test_no_story_opens_fewer_than_the_floor_less_the_corrupt(members, corrupt, plans):
    """With one tree, one or two plans, two lists and any floor, no story opens less, whoever is corrupt or away.

    A list that is made again after a crash is the second list. From six members on, two plans are tried at the least
    floor only.
    """
    most = members if plans == 1 or members < 6 else corrupt + 2
    for floor in range(corrupt + 2, most + 1):
        for bad, restored in bad_homes(corrupt):
            worlds = one_tree(sharing(members, corrupt), frames(corrupt, plans, floor), bad, restored)
            assert not attacked(worlds, partly=True)


@pytest.mark.parametrize(("members", "corrupt"), mostly_slow(SIZES, lambda size: size == (4, 1)))
def test_joiners_only_make_a_sum_larger(members, corrupt):
    """The same holds with a donor that was appended to the tree, in either list: it counts for no floor."""
    worlds = one_tree(sharing(members, corrupt), frames(corrupt, 1), corrupt, joined=1)
    assert not attacked(worlds, partly=True)


@pytest.mark.slow
@pytest.mark.parametrize("lists", [(0, 0, 0), (0, 0, 1)])
@pytest.mark.parametrize("members", [4, 5])
def test_of_three_lists_one_at_most_opens(members, lists):
    """Of a tree's three lists of a day, under one plan or two, at most one reveals anything."""
    tree = sharing(members)
    for world in one_tree(tree, frames(tree.corrupt, 1 + max(lists)), tree.corrupt, lists=lists):
        for state in last_states(world):
            found = opened(world, PROTOCOL, state)
            assert len(found) <= 1
            assert all(sum(one.honest) >= bound(world) for one in found)


TREES = [(first, second) for first in range(4, 8) for second in range(4, first + 1)]


@pytest.mark.parametrize(("first", "second"), mostly_slow(TREES, lambda sizes: sizes == (4, 4)))
def test_no_story_of_two_trees_opens_fewer(first, second):
    """With two trees that share any number of honest homes, no story opens less than promised.

    These are skipped or lost tickets, and a tree of its own for a few homes. Each tree has at most as many corrupt
    leaves as its committee tolerates.
    """
    trees = sharing(first), sharing(second)
    for both in range(second + 1):
        for bad in ((0, 0), (trees[0].corrupt, 0), (trees[0].corrupt, trees[1].corrupt)):
            assert not attacked(two_trees(*trees, both, bad), partly=True)


@pytest.mark.parametrize(("members", "corrupt"), SIZES)
def test_a_quorum_one_lower_is_attacked(members, corrupt):
    """The search can fail: with a quorum one lower, two lists are certified and both sums open in full."""
    worlds = one_tree(sharing(members, corrupt), frames(corrupt, 1), corrupt)
    assert attacked(weaker(world, 1) for world in worlds)


@pytest.mark.parametrize(("members", "corrupt"), SIZES)
def test_two_more_corrupt_members_are_too_many(members, corrupt):
    """The bound is nearly tight: with two corrupt members more, the difference of two lists opens."""
    beyond = corrupt + 2
    worlds = one_tree(sharing(members, corrupt), (Frame(0, min(beyond + 2, members - 1)),), beyond)
    opening = (opened(world, PROTOCOL, state) for world in worlds for state in last_states(world))
    assert any(smallest(found, partly=False) == 1 for found in opening)


ONE_LIST, TWO_PLANS, TWO_TREES = "one plan", "two plans", "two trees"
BROKEN = {
    "a list for each signature": (ONE_LIST, Rules(one_list=False)),
    "no plan is pinned": (TWO_TREES, Rules(pins_plan=False)),
    "nothing is journalled": (TWO_PLANS, Rules(pins_plan=False, one_list=False)),
    "no certificate": (ONE_LIST, Rules(certificate=False)),
    "another list's certificate": (ONE_LIST, Rules(own_certificate=False)),
    "the list that is shown, not the journalled one": (ONE_LIST, Rules(answers=Answers.SHOWN)),
    "streams of no context": (TWO_TREES, Rules(binds_context=False)),
}


def worlds_of(kind: str, members: int) -> Iterator[World]:
    """Return all worlds of this kind at the least floor, with as many corrupt members as the committee tolerates."""
    tree = sharing(members)
    if kind == TWO_TREES:
        for both in range(members - tree.corrupt + 1):
            yield from two_trees(tree, tree, both)
    else:
        yield from one_tree(tree, frames(tree.corrupt, 2 if kind == TWO_PLANS else 1), tree.corrupt)


@pytest.mark.parametrize("members", mostly_slow(range(4, 8), lambda members: members <= 5))
@pytest.mark.parametrize("broken", BROKEN)
def test_each_broken_rule_is_found(broken, members):
    """Without each of these rules, the search finds a story that opens less than promised, or a part of it."""
    kind, rules = BROKEN[broken]
    assert attacked(worlds_of(kind, members), rules, partly=True)
    assert not attacked(worlds_of(kind, members), partly=True)


def test_appended_leaves_must_not_count_for_the_floor():
    """If appended leaves counted for the floor, a list of invented joiners and one honest donor would be long
    enough.
    """
    tree, rules = sharing(4), Rules(floor_of_tree=False)
    homes = (
        (Kin(Role.HONEST, frozenset({0}), frozenset({0})), 1),
        (Kin(Role.HONEST, frozenset({0}), frozenset()), 2),
        (Kin(Role.CORRUPT, frozenset({0}), frozenset({0})), 1),
        (Kin(Role.CORRUPT, frozenset(), frozenset({0})), 3),
    )
    world = World((tree,), frames(tree.corrupt, 1), (0,), homes)
    assert list(below([world], rules, partly=False)) == [1]
    assert not attacked([world], partly=True)


SECOND_LINES = {
    "a plan is not pinned, in one tree": (TWO_PLANS, Rules(pins_plan=False)),
    "a list is not journalled, under two plans": (TWO_PLANS, Rules(one_list=False)),
    "a list is not journalled, in two trees": (TWO_TREES, Rules(one_list=False)),
    "the certificate names the list, in one tree": (ONE_LIST, Rules(answers=Answers.NAMED)),
    "the certificate names the list, under two plans": (TWO_PLANS, Rules(answers=Answers.NAMED)),
    "the certificate names the list, in two trees": (TWO_TREES, Rules(answers=Answers.NAMED)),
}


@pytest.mark.parametrize("members", mostly_slow(range(4, 8), lambda members: members == 4))
@pytest.mark.parametrize("broken", SECOND_LINES)
def test_some_rules_are_a_second_line(broken, members):
    """Without each of these rules, another rule still stops every story: a day has one genuine certificate.

    So this search does not show that these rules are needed. They are a second line of defence.
    """
    kind, rules = SECOND_LINES[broken]
    assert not attacked(worlds_of(kind, members), rules, partly=True)


ORDERS = [PROTOCOL, Rules(one_list=False), Rules(certificate=False)]


@pytest.mark.parametrize("rules", mostly_slow(ORDERS, lambda rules: rules is PROTOCOL))
def test_asking_each_home_for_all_at_once_loses_no_story(rules):
    """For four members, trying every order of every question opens nothing that the shorter search does not."""
    for world in one_tree(sharing(4), frames(1, 1), 1):
        least = [
            min((smallest(opened(world, rules, state)) or 99 for state in search(world, rules)), default=99)
            for search in (last_states, every_state)
        ]
        assert least[0] == least[1]


@pytest.mark.slow
@pytest.mark.parametrize("plans", [1, 2])
def test_every_order_of_questions_to_a_restored_home_is_safe(plans):
    """Nothing opens in any order of questions to a home that loses its journal at any moment, or under two plans."""
    for world in one_tree(sharing(4), frames(1, plans), 1 if plans == 1 else 0, restored=2 - plans):
        states = [smallest(opened(world, PROTOCOL, state)) for state in every_state(world)]
        assert all(size is None or size >= bound(world) for size in states)
