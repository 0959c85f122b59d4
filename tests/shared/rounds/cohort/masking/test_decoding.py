"""Decoding a summed key: lies up to the bound are located anywhere, and beyond it nothing wrong is accepted."""

import os
from collections.abc import Iterable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdd_shared.rounds.cohort.masking.decoding import Decoded, Undecodable, decode
from pdd_shared.rounds.cohort.masking.field import Elements, add, interpolation, multiply, subtract, uniform
from pdd_shared.rounds.cohort.masking.ring import MaskSeed, is_sound, mask, read_sum
from pdd_shared.rounds.cohort.masking.sharing import packed, secret_points, share_key
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize, Q, TreeSize
from tests.support.stages import mostly_slow

SEED, CONTEXT = MaskSeed(b"s" * 32), b"C" * 32
SECRET = SEED.secret()
SIZES = [4, 5, 6, 7, 10, 60, 255, 256]
ENTRIES = 2100
"""Two blocks: a wrong key that reads well in one would have to do so in both."""


def committee(leaves: int) -> CommitteeSize:
    return TreeSize(leaves).committee


def answers(size: CommitteeSize, places: Iterable[int] | None = None) -> dict[int, Elements]:
    """Return the right shares at these places, or at all places."""
    shares = share_key(SECRET, SEED.polynomial_key(), size)
    return {place: shares[place - 1] for place in places or range(1, size.members + 1)}


def drawn(name: object, columns: int) -> Elements:
    return uniform(repr(name).encode().ljust(32, b".")[:32], columns)


def draw_from(name: object, many: Iterable[int], number: int) -> list[int]:
    """Draw so many of the numbers, seeded by a name so that every run draws the same."""
    numbers = sorted(many)
    order = drawn(name, len(numbers)).argsort()
    return [numbers[index] for index in order[:number]]


def lie(shares: dict[int, Elements], places: Iterable[int]) -> dict[int, Elements]:
    """Return the answers with something random added at these places."""
    return shares | {place: add(shares[place], drawn(("lie", place), len(shares[place]))) for place in places}


def assert_decodes(found: Decoded, wrong: Iterable[int] = ()) -> None:
    assert (found.key == SECRET).all()
    assert found.wrong == frozenset(wrong)


def reads_well(key: Elements) -> bool:
    """Return whether the key unmasks an empty upload with the numbers, zeros and errors that it must have."""
    upload = mask(np.zeros(ENTRIES, dtype=np.int64), SEED, CONTEXT)
    return is_sound(read_sum(upload, key, CONTEXT, ENTRIES, 100), 1, np.ones(ENTRIES, dtype=np.int64), 100)


LIES = [(leaves, lies) for leaves in SIZES for lies in range((leaves - committee(leaves).quorum) // 2 + 1)]


@pytest.mark.parametrize(("leaves", "lies"), mostly_slow(LIES, lambda one: one[0] <= 60 or one[1] % 20 == 0))
def test_every_number_of_lies_up_to_the_bound_is_located(leaves, lies):
    """With all members answering, any number of lies up to the bound is located and the key is right."""
    size = committee(leaves)
    shares = answers(size)
    wrong = draw_from(("liars", leaves, lies), shares, lies)
    assert_decodes(decode(lie(shares, wrong), size, os.urandom), wrong)


@settings(max_examples=60)
@given(st.sampled_from([4, 5, 7, 10, 13, 60]), st.data())
def test_missing_erased_and_wrong_places(leaves, data):
    """Any places may be missing or erased, with a quorum left and two further answers for each lie.

    An erased place that lied is named, too.
    """
    size = committee(leaves)
    order = data.draw(st.permutations(range(1, leaves + 1)))
    used = data.draw(st.integers(size.quorum, leaves))
    erased = frozenset(order[used:][: data.draw(st.integers(0, leaves - used))])
    places = [*order[:used], *erased]
    wrong = set(order[: data.draw(st.integers(0, (used - size.quorum) // 2))])
    wrong |= set(list(erased)[: data.draw(st.integers(0, len(erased)))])
    shares = lie(answers(size, places), wrong)
    assert_decodes(decode(shares, size, os.urandom, erased), wrong)


def test_who_is_erased_need_not_answer():
    """An erased place that did not answer counts like any missing one."""
    size = committee(10)
    assert_decodes(decode(answers(size, range(1, 9)), size, os.urandom, frozenset({9, 10})))


@pytest.mark.parametrize("column", [0, 50, 97])
def test_lies_in_one_column_are_located(column):
    """A lie in a single column is located by the random combination, whichever column it is."""
    size = committee(60)
    shares = answers(size)
    wrong = [1, 2, 30, 59, 60]
    for place in wrong:
        shares[place] = shares[place].copy()
        shares[place][column] = (shares[place][column] + 1) % Q
    assert_decodes(decode(shares, size, os.urandom), wrong)


def test_lies_in_different_columns_are_located():
    """Lies in different columns are located, also zeros and another member's share."""
    size = committee(60)
    shares = answers(size)
    for place in range(10, 16):
        shares[place] = shares[place].copy()
        shares[place][place] = (shares[place][place] + 1) % Q
    shares[20], shares[21], shares[22] = np.zeros_like(shares[20]), shares[5], shares[6]
    wrong = [*range(10, 16), 20, 21, 22]
    assert_decodes(decode(shares, size, os.urandom), wrong)


def test_members_who_exchange_their_answers_are_located():
    """Two members who exchange their answers are located as two liars."""
    size = committee(60)
    shares = answers(size)
    shares[7], shares[8] = shares[8], shares[7]
    assert_decodes(decode(shares, size, os.urandom), [7, 8])


def test_lies_that_cancel_need_the_coefficients_beforehand():
    """Liars who know the coefficients beforehand can hide from the location, but not from the columns.

    Fresh coefficients then locate them.
    """
    size = committee(60)
    known = bytes(range(32))
    coefficients = uniform(known, size.columns)
    shares = answers(size)
    shares[3] = shares[3].copy()
    shares[3][0] = (int(shares[3][0]) + int(coefficients[1])) % Q
    shares[3][1] = (int(shares[3][1]) - int(coefficients[0])) % Q
    with pytest.raises(Undecodable, match="more answers are wrong"):
        decode(shares, size, lambda _: known)
    assert_decodes(decode(shares, size, os.urandom), [3])


@pytest.mark.parametrize("leaves", [7, 10, 13, 60])
def test_more_lies_than_the_bound_are_found_out(leaves):
    """More random lies than the bound, up to all members, never give a key."""
    size = committee(leaves)
    shares = answers(size)
    most = (leaves - size.quorum) // 2
    for lies in range(most + 1, leaves + 1, max(1, leaves // 7)):
        with pytest.raises(Undecodable, match="wrong"):
            decode(lie(shares, draw_from(("many", leaves, lies), shares, lies)), size, os.urandom)


@pytest.mark.parametrize("leaves", [4, 5, 7, 10, 60])
def test_too_few_answers_are_not_decoded(leaves):
    """With one answer below the quorum, missing or erased, nothing is decoded."""
    size = committee(leaves)
    few = answers(size, range(1, size.quorum))
    with pytest.raises(Undecodable, match="too few"):
        decode(few, size, os.urandom)
    with pytest.raises(Undecodable, match="too few"):
        decode(few | answers(size, [leaves]), size, os.urandom, frozenset({leaves}))
    with pytest.raises(Undecodable, match="too few"):
        decode({}, size, os.urandom)


@pytest.mark.parametrize(("leaves", "column"), [(4, 0), (4, -1), (10, 0), (10, -1), (60, 0), (256, 0)])
def test_a_lie_among_exactly_a_quorum_shows_only_when_the_key_is_used(leaves, column):
    """A lie among exactly a quorum gives a wrong key, and the sum that it reads is refused.

    No answer is left to compare with. That holds for each column but the last, and for a full last one (4 and 10
    leaves).
    """
    size = committee(leaves)
    shares = answers(size, range(1, size.quorum + 1))
    shares[2] = shares[2].copy()
    shares[2][column] = (shares[2][column] + 1) % Q
    found = decode(shares, size, os.urandom)
    assert (found.key != SECRET).any()
    assert not found.wrong
    assert reads_well(SECRET)
    assert not reads_well(found.key)


@pytest.mark.parametrize("leaves", [5, 60, 255, 256])
def test_the_zeros_show_a_lie_in_the_last_column(leaves):
    """Where the key does not fill the last column, a lie among exactly a quorum changes each of its zeros."""
    size = committee(leaves)
    assert size.secrets * size.columns > DEGREE
    shares = lie(answers(size, range(1, size.quorum + 1)), [size.quorum])
    with pytest.raises(Undecodable, match="not zero"):
        decode(shares, size, os.urandom)


def test_a_key_with_more_behind_it_is_not_decoded():
    """Donors who share something beyond the key's end are found by the zeros, although all shares fit."""
    size = committee(256)
    values = packed(SECRET, size).copy()
    values[-1, -1] = 1
    nodes = (*range(1, size.corrupt + 1), *secret_points(size))
    random = uniform(bytes(32), size.corrupt * size.columns).reshape(size.corrupt, size.columns)
    others = range(size.corrupt + 1, size.members + 1)
    rest = multiply(interpolation(nodes, others), np.concatenate((random, values)))
    shares = dict(enumerate(np.concatenate((random, rest)), 1))
    with pytest.raises(Undecodable, match="not zero"):
        decode(shares, size, os.urandom)


@pytest.mark.parametrize("leaves", [5, 6, 7, 10, 60])
def test_a_lie_among_a_quorum_and_one_is_found_by_leaving_one_out(leaves):
    """A lie among a quorum and one shows; leaving out each place in turn, only the set without the liar gives a
    sound sum.
    """
    size = committee(leaves)
    liar = 3
    shares = lie(answers(size, range(1, size.quorum + 2)), [liar])
    with pytest.raises(Undecodable, match="more answers are wrong"):
        decode(shares, size, os.urandom)
    sound = {}
    for place in shares:
        try:
            found = decode(shares, size, os.urandom, frozenset({place}))
        except Undecodable:
            continue
        if reads_well(found.key):
            sound[place] = found
    assert set(sound) == {liar}
    assert_decodes(sound[liar], [liar])


def test_liars_who_agree_beyond_the_bound_frame_others_and_the_sum_is_refused():
    """With quorum + 2 answers two liars who agree can make a third member look like the liar.

    They add a code word that is zero but at three places, of which the third is honest. The sum of the wrong key is
    refused.
    """
    size = committee(10)
    places = list(range(1, size.quorum + 3))
    shares = answers(size, places)
    zeros, liars, framed = places[3:], places[:2], places[2]
    added = multiply(interpolation([*zeros, framed], liars), np.eye(1, size.quorum, size.quorum - 1, dtype=np.uint64).T)
    for place, value in zip(liars, added, strict=True):
        shares[place] = shares[place].copy()
        shares[place][:1] = add(shares[place][:1], value)
    found = decode(shares, size, os.urandom)
    assert found.wrong == {framed}
    assert (found.key != SECRET).any()
    assert not reads_well(found.key)


def quadruples(size: CommitteeSize) -> list[tuple[int, ...]]:
    """Return places (framed, framed, liar, liar) for which the shortest shift register locates the framed members.

    Of three syndromes the register of length two is not unique. Massey's algorithm finds 1 - (a + b) x + a b x^2 for
    errors at a and b if they cancel so that a (a - c) (a - d) = b (b - c) (b - d), c and d the liars' places.
    """
    found = permutations(range(1, size.members + 1), 4)
    return [(a, b, c, d) for a, b, c, d in found if a * (a - c) * (a - d) == b * (b - c) * (b - d) and a < b and c < d]


def test_liars_who_agree_do_not_profit_from_an_odd_answer():
    """With quorum + 3 answers, two liars who agree get no wrong key decoded.

    They add a code word that is zero but at four places, so that the other two would be named. For some places the
    register's roots would name exactly these, were it not for the bound.
    """
    size = committee(10)
    chosen = quadruples(size)
    assert chosen
    for framed, other, *liars in chosen:
        shares = answers(size)
        nodes = [*(place for place in shares if place not in (framed, other, *liars)), framed]
        added = multiply(interpolation(nodes, liars), np.eye(1, len(nodes), len(nodes) - 1, dtype=np.uint64).T)
        for place, value in zip(liars, added, strict=True):
            shares[place] = shares[place].copy()
            shares[place][:1] = add(shares[place][:1], value)
        with pytest.raises(Undecodable, match="more answers are wrong"):
            decode(shares, size, os.urandom)


def test_sums_of_shares_give_the_sum_of_keys():
    """For several donors, the hidden shares less the streams decode to the sum of the keys."""
    size = committee(10)
    seeds = [MaskSeed(bytes([number]) * 32) for number in range(5)]
    hidden, keys = np.zeros((10, size.columns), dtype=np.uint64), np.zeros(DEGREE, dtype=np.uint64)
    for seed in seeds:
        hidden = add(hidden, share_key(seed.secret(), seed.polynomial_key(), size))
        keys = add(keys, seed.secret())
    streams = drawn("streams", hidden.size).reshape(hidden.shape)
    shares = dict(enumerate(subtract(add(hidden, streams), streams), 1))
    found = decode(lie(shares, [4]), size, os.urandom)
    assert (found.key == keys).all()
    assert found.wrong == {4}


@pytest.mark.parametrize("change", ["place 0", "place 11", "short", "not below q"])
def test_an_impossible_share_is_an_error(change):
    """A place outside 1 to m, or a share of the wrong size or range, is an error: messages were checked before."""
    size = committee(10)
    shares = answers(size)
    match change:
        case "short":
            shares[1] = shares[1][1:]
        case "not below q":
            shares[1] = np.full(size.columns, Q, dtype=np.uint64)
        case _:
            shares[int(change.split()[1])] = shares[1]
    with pytest.raises(ValueError, match="no share of a committee"):
        decode(shares, size, os.urandom)


def test_a_decoded_key_is_not_printed():
    """The repr of a decoded key does not show it."""
    found = decode(answers(committee(4)), committee(4), os.urandom)
    assert repr(found) == "Decoded(wrong=frozenset())"
