"""By linear algebra, certified sums are all that a server can compute from everything it gets.

Planted leaks are found by the same computation.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.support.lying_server.linear_view import MESSAGES, SECRETS, Form, Toy, Upload, View, noise_makers, plus, times
from tests.support.lying_server.opened_sums import bound, opened, smallest, view
from tests.support.lying_server.stories import PROTOCOL, Answers, Frame, Kin, Rules, State, World
from tests.support.lying_server.story_search import last_states, one_tree, sharing, two_trees
from tests.support.stages import mostly_slow

SIZES = [*((members, corrupt) for members in range(4, 7) for corrupt in range(-(-members // 3))), (7, 2)]
DONORS = 7
BAD = (0, 1)
HONEST = frozenset(range(2, DONORS))


TOY = Toy(sharing(7, 2))


def a_day(listed: Iterable[int], answers: Iterable[int]) -> View:
    """Return seven donors' uploads, two corrupt members' streams, and some members' answers for one list.

    The donor i is the member at place i + 1.
    """
    seen, entries = View(TOY.prime), [Upload(donor) for donor in listed]
    for donor in range(DONORS):
        seen.observe(TOY.received(Upload(donor)))
        seen.observe(form for bad in BAD for form in TOY.stream(Upload(donor), bad + 1))
    seen.observe(form for member in answers for form in TOY.answer(entries, member + 1))
    return seen


def learnt(seen: View) -> tuple[int | None, int | None]:
    """Return the smallest numbers of honest donors whose ring keys, and whose counts, the server learns something
    of.
    """
    return seen.fewest_keys(HONEST), seen.fewest_counts(HONEST)


def test_each_answer_tells_one_number_of_each_polynomial():
    """Uploads and c members' streams reveal nothing; answers below a quorum reveal part of the certified sum.

    That is why a day is charged once its list was shown. Nothing is known of fewer donors.
    """
    listed = (0, 1, 2, 3, 4)
    for answers in range(4):
        seen = a_day(listed, range(2, 2 + answers))
        assert len(seen.of_honest(SECRETS, HONEST)) == answers * TOY.columns
        assert learnt(seen) == ((3, 3) if answers else (None, None))


def test_a_certified_sum_is_all_that_opens():
    """All honest answers for one list reveal the sum of its honest donors' keys and messages, with all noise."""
    seen = a_day(range(6), range(2, 7))
    keys, messages = seen.of_honest(SECRETS, HONEST), seen.of_honest(MESSAGES, HONEST)
    total = [plus(*(TOY.message(Upload(donor))[row] for donor in range(2, 6))) for row in range(TOY.degree)]
    assert len(keys) == len(messages) == TOY.degree
    freed = View(TOY.prime)
    freed.observe(messages)
    assert all(freed.knows(form) for form in total)
    assert {noise_makers(form) for form in messages} == {frozenset(range(2, 6))}
    assert learnt(seen) == (4, 4)


def test_corrupt_members_may_sit_anywhere():
    """Corrupt members at the last places learn no more than at the first, where the polynomials are random."""
    seen = View(TOY.prime)
    for donor in range(DONORS):
        seen.observe(TOY.received(Upload(donor)))
        seen.observe(form for place in (6, 7) for form in TOY.stream(Upload(donor), place))
    assert learnt(seen) == (None, None)
    seen.observe(form for place in (1, 2, 3) for form in TOY.answer(map(Upload, range(2, 6)), place))
    assert learnt(seen) == (4, 4)


def nonce_used_twice(seen: View) -> None:
    """A donor hides the shares of another key behind the same streams."""
    first, second = Upload(3), Upload(3, 1)
    seen.observe(TOY.masked(second))
    for place in range(1, TOY.sharing.members + 1):
        shares = [TOY.share(second, column, place) for column in range(TOY.columns)]
        seen.observe(plus(share, stream) for share, stream in zip(shares, TOY.stream(first, place), strict=True))


def two_lists(seen: View) -> None:
    """Members answer for one list, and for the same list without one donor."""
    seen.observe(form for place in (3, 4, 5) for form in TOY.answer(map(Upload, range(5)), place))


def one_answer_for_another_list(seen: View) -> None:
    """One member answers for a second list, which reveals one number of each of a donor's polynomials."""
    seen.observe(TOY.answer(map(Upload, range(5)), 3))


def upload_in_clear(seen: View) -> None:
    """The server keeps a donor's counts."""
    seen.observe(TOY.message(Upload(3)))


def key_in_clear(seen: View) -> None:
    """The server keeps a donor's ring key."""
    donor = Upload(3)
    seen.observe(TOY.share(donor, column, -k) for column in range(TOY.columns) for k in range(1, 4))


def streams_of_one_donor(seen: View) -> None:
    """A donor's ticket key leaks."""
    seen.observe(form for place in range(1, 8) for form in TOY.stream(Upload(3), place))


def one_stream_more(seen: View) -> None:
    """A third member reveals one donor's stream, so more than c shares of its polynomials are known."""
    seen.observe(TOY.stream(Upload(3), 3))


def a_check_of_shares(seen: View) -> None:
    """Before the list is certified, members reveal a combination of one donor's columns with the server's
    coefficients.
    """
    for place in range(3, 8):
        columns = [TOY.share(Upload(3), column, place) for column in range(TOY.columns)]
        seen.observe([plus(*(times(5**column, share) for column, share in enumerate(columns)))])


def an_upload_left_out_of_the_answer(seen: View) -> None:
    """A member that answered for a list also answers for one entry more."""
    seen.observe(TOY.answer(map(Upload, range(7)), 3))


LEAKS = [
    nonce_used_twice,
    two_lists,
    one_answer_for_another_list,
    upload_in_clear,
    key_in_clear,
    streams_of_one_donor,
    one_stream_more,
    a_check_of_shares,
    an_upload_left_out_of_the_answer,
]


@pytest.mark.parametrize("leak", LEAKS)
def test_each_planted_leak_is_found(leak):
    """With each planted leak, the computation finds something of a single honest donor."""
    seen = a_day(range(6), range(2, 7))
    leak(seen)
    assert 1 in learnt(seen)


@pytest.mark.parametrize("leak", [nonce_used_twice, upload_in_clear, key_in_clear, streams_of_one_donor])
def test_leaks_of_uploads_are_found_before_anybody_answered(leak):
    """Leaks within an upload are found without any answer."""
    seen = a_day(range(6), ())
    assert learnt(seen) == (None, None)
    leak(seen)
    assert 1 in learnt(seen)


def test_an_upload_without_noise_is_found():
    """A donor that adds no noise is found: the opened sum has the noise of all its other honest donors."""
    seen = View(TOY.prime)
    for donor in range(DONORS):
        seen.observe(TOY.received(Upload(donor), noisy=donor != 3))
        seen.observe(form for bad in BAD for form in TOY.stream(Upload(donor), bad + 1))
    seen.observe(form for place in (3, 4, 5) for form in TOY.answer(map(Upload, range(6)), place))
    assert {noise_makers(form) for form in seen.of_honest(MESSAGES, HONEST)} == {frozenset({2, 4, 5})}


def test_days_don_t_add_up():
    """Two days of the same donors reveal each day's sum, and nothing of fewer donors."""
    seen, days = View(TOY.prime), (0, 1)
    for donor in range(DONORS):
        for day in days:
            seen.observe(TOY.received(Upload(donor, day)))
            seen.observe(form for bad in BAD for form in TOY.stream(Upload(donor, day), bad + 1))
    for day, listed in zip(days, (range(6), range(1, 7)), strict=True):
        entries = [Upload(donor, day) for donor in listed]
        seen.observe(form for place in (3, 4, 5) for form in TOY.answer(entries, place))
    assert seen.fewest_keys(HONEST) == 4


def answered(worlds: Iterable[World], rules: Rules) -> Iterator[tuple[World, State]]:
    """Return the stories' ends in which somebody answered, one for each different set that the server has."""
    seen = set()
    for world in worlds:
        for state in last_states(world, rules):
            has = what_the_server_has(world, state)
            if has not in seen and any(answers for *_, answers in has):
                seen.add(has)
                yield world, state


def what_the_server_has(world: World, state: State) -> frozenset[tuple[object, ...]]:
    """Return the server's uploads and answers of each kind, and of how many homes."""
    count: Counter[tuple[Kin, frozenset[int], frozenset[int]]] = Counter()
    for (kin, _), homes in zip(world.homes, state, strict=True):
        for home, number in homes:
            count[kin, home.given.uploads, home.given.answered] += number
    return frozenset((number, *key) for key, number in count.items())


def check_stories(worlds: Iterable[World], rules: Rules = PROTOCOL) -> int:
    """Count the stories in which the server can compute something of fewer honest donors than promised.

    The search's own count must equal the rank's, in every story.
    """
    attacks = stories = 0
    for world, state in answered(worlds, rules):
        seen, honest = view(world, rules, state)
        found = [size for size in (seen.fewest_keys(honest), seen.fewest_counts(honest)) if size is not None]
        assert min(found, default=None) == smallest(opened(world, rules, state))
        attacks += bool(found) and min(found) < bound(world)
        stories += 1
    assert stories
    return attacks


@pytest.mark.parametrize(("members", "corrupt"), mostly_slow(SIZES, lambda size: size == (4, 1)))
def test_no_story_of_one_tree_leaves_a_small_sum_in_the_span(members, corrupt):
    """In all stories of two lists, with two plans too up to five members, the rank agrees with the search."""
    frame = Frame(0, corrupt + 2)
    assert not check_stories(one_tree(sharing(members, corrupt), (frame,), corrupt))
    if members <= 5:
        assert not check_stories(one_tree(sharing(members, corrupt), (frame,), 0))
        assert not check_stories(one_tree(sharing(members, corrupt), (frame, frame), corrupt))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(4, 4), (4, 5), (5, 5), (4, 7)])
def test_no_story_of_two_trees_leaves_a_small_sum_in_the_span(first, second):
    """In all stories of two trees with one list each, whatever honest homes they share, the rank agrees with the
    search.
    """
    trees = sharing(first), sharing(second)
    for both in range(min(tree.members - tree.corrupt for tree in trees) + 1):
        assert not check_stories(two_trees(*trees, both))


BROKEN = [
    Rules(one_list=False),
    Rules(certificate=False),
    Rules(answers=Answers.SHOWN),
    Rules(own_certificate=False),
]


@pytest.mark.parametrize("rules", mostly_slow(BROKEN, lambda rules: not rules.one_list or not rules.certificate))
def test_the_rank_finds_what_broken_rules_leak(rules):
    """Where a rule is broken, the rank finds the attack in exactly the stories in which the search finds it."""
    assert check_stories(one_tree(sharing(4, 1), (Frame(0, 3),), 1), rules)


def fewest(forms: list[Form]) -> int | None:
    """Return the smallest number of donors of any form in the span of these forms."""
    return View(97).fewest(forms)


def test_the_smallest_form_of_a_span():
    """Two sums of three donors span a difference of two; a sum of four and one half span the other half."""
    one = [TOY.message(Upload(donor))[0] for donor in range(4)]
    assert fewest([plus(one[0], one[1], one[2]), plus(one[1], one[2], one[3])]) == 2
    assert fewest([plus(*one), plus(one[0], one[1])]) == 2
    assert fewest([plus(*one), plus(one[0], one[1], one[2])]) == 1
    assert fewest([]) is None
