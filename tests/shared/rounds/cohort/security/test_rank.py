"""What a server can compute from all that it gets, by linear algebra: certified sums, and nothing else.

Leaks are planted, and each is found by the same question.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.support.lying_server.linear_view import MESSAGES, SECRETS, Form, Toy, Upload, View, noise_makers, plus, times
from tests.support.lying_server.opened_sums import bound, opened, smallest, view
from tests.support.lying_server.stories import PROTOCOL, Answers, Frame, Kin, Rules, State, World
from tests.support.lying_server.story_search import last_states, one_tree, sharing, two_trees
from tests.support.stages import mostly_slow

SIZES = [(members, corrupt) for members in range(4, 8) for corrupt in range(-(-members // 3))]
DONORS = 7
BAD = (0, 1)
HONEST = frozenset(range(2, DONORS))


TOY = Toy(sharing(7, 2))


def a_day(listed: Iterable[int], answers: Iterable[int]) -> View:
    """Seven donors' uploads, the streams of two corrupt members, and some members' answers for one list.

    The donor i is the member at place i + 1.
    """
    seen, entries = View(TOY.prime), [Upload(donor) for donor in listed]
    for donor in range(DONORS):
        seen.observe(TOY.received(Upload(donor)))
        seen.observe(form for bad in BAD for form in TOY.stream(Upload(donor), bad + 1))
    seen.observe(form for member in answers for form in TOY.answer(entries, member + 1))
    return seen


def learnt(seen: View) -> tuple[int | None, int | None]:
    """Of how few honest donors the server knows something: of ring keys, and of counts."""
    return seen.fewest_keys(HONEST), seen.fewest_counts(HONEST)


def test_each_answer_tells_one_number_of_each_polynomial():
    """Uploads and the streams of c members tell nothing; answers below a quorum tell a part of the certified sum.

    That is why a day is charged once its list was shown. Of fewer donors nothing is known.
    """
    listed = (0, 1, 2, 3, 4)
    for answers in range(4):
        seen = a_day(listed, range(2, 2 + answers))
        assert len(seen.of_honest(SECRETS, HONEST)) == answers * TOY.columns
        assert learnt(seen) == ((3, 3) if answers else (None, None))


def test_a_certified_sum_is_all_that_opens():
    """With all honest answers for one list: the sum of its honest donors' keys and messages, all noise in it."""
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
    """The polynomials are random at the first places; corrupt members at the last ones get no more by theirs."""
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
    """Members that answered for one list answer for the same one without a donor."""
    seen.observe(form for place in (3, 4, 5) for form in TOY.answer(map(Upload, range(5)), place))


def one_answer_for_another_list(seen: View) -> None:
    """A single member answers for a second list: a number of each polynomial of one donor is known."""
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
    """A third member tells one donor's stream: more than c shares of its polynomials are known."""
    seen.observe(TOY.stream(Upload(3), 3))


def a_check_of_shares(seen: View) -> None:
    """Before the list is certified, members say a combination of one donor's columns, for the server's coefficients."""
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
    """The question can be answered otherwise: with each leak, something of a single honest donor is in the span."""
    seen = a_day(range(6), range(2, 7))
    leak(seen)
    assert 1 in learnt(seen)


@pytest.mark.parametrize("leak", [nonce_used_twice, upload_in_clear, key_in_clear, streams_of_one_donor])
def test_leaks_of_uploads_are_found_before_anybody_answered(leak):
    """What leaks with the upload itself is found without any answer."""
    seen = a_day(range(6), ())
    assert learnt(seen) == (None, None)
    leak(seen)
    assert 1 in learnt(seen)


def test_an_upload_without_noise_is_found():
    """An opened sum has the noise of all its honest donors but the one that added none."""
    seen = View(TOY.prime)
    for donor in range(DONORS):
        seen.observe(TOY.received(Upload(donor), noisy=donor != 3))
        seen.observe(form for bad in BAD for form in TOY.stream(Upload(donor), bad + 1))
    seen.observe(form for place in (3, 4, 5) for form in TOY.answer(map(Upload, range(6)), place))
    assert {noise_makers(form) for form in seen.of_honest(MESSAGES, HONEST)} == {frozenset({2, 4, 5})}


def test_days_don_t_add_up():
    """Two days of the same donors: each day's sum is known, and nothing of fewer donors."""
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
    """Ends of stories in which somebody answered, one of those in which the server has the same: else all are alike."""
    seen = set()
    for world in worlds:
        for state in last_states(world, rules):
            has = what_the_server_has(world, state)
            if has not in seen and any(answers for *_, answers in has):
                seen.add(has)
                yield world, state


def what_the_server_has(world: World, state: State) -> frozenset[tuple[object, ...]]:
    """Uploads and answers of each kin, and of how many homes."""
    count: Counter[tuple[Kin, frozenset[int], frozenset[int]]] = Counter()
    for (kin, _), homes in zip(world.homes, state, strict=True):
        for home, number in homes:
            count[kin, home.given.uploads, home.given.answered] += number
    return frozenset((number, *key) for key, number in count.items())


def check_stories(worlds: Iterable[World], rules: Rules = PROTOCOL) -> int:
    """Count the stories by which something of fewer honest donors than promised is in the span.

    The search's own count must be what the rank says, in every story.
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
    """All stories of two lists, up to five members of two plans, too: the rank agrees with the search."""
    frame = Frame(0, corrupt + 2)
    assert not check_stories(one_tree(sharing(members, corrupt), (frame,), corrupt))
    if members <= 5:
        assert not check_stories(one_tree(sharing(members, corrupt), (frame,), 0))
        assert not check_stories(one_tree(sharing(members, corrupt), (frame, frame), corrupt))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(4, 4), (4, 5), (5, 5), (4, 7)])
def test_no_story_of_two_trees_leaves_a_small_sum_in_the_span(first, second):
    """All stories of two trees with one list each, however many honest homes are in both."""
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
    """The same question finds the attack where a rule is broken, in just the stories in which the search finds it."""
    assert check_stories(one_tree(sharing(4, 1), (Frame(0, 3),), 1), rules)


def fewest(forms: list[Form]) -> int | None:
    """The smallest form's donors in the span of forms."""
    return View(97).fewest(forms)


def test_the_smallest_form_of_a_span():
    """Two sums of three donors span the difference of two; a sum of four and one of its halves span the other half."""
    one = [TOY.message(Upload(donor))[0] for donor in range(4)]
    assert fewest([plus(one[0], one[1], one[2]), plus(one[1], one[2], one[3])]) == 2
    assert fewest([plus(*one), plus(one[0], one[1])]) == 2
    assert fewest([plus(*one), plus(one[0], one[1], one[2])]) == 1
    assert fewest([]) is None
