"""Draws from a tree's root: fixed by root and size alone, fair, and the same one by one as all at once."""

from collections import Counter
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.rounds.cohort.epoch.draws import Draw, committee_digest
from tests.shared.rounds.cohort.epoch.test_tree import leaf

ROOT = bytes(range(32))
DAY = date(2026, 11, 20)


@pytest.mark.parametrize("size", [4, 10, 255, 256])
def test_everybody_serves_up_to_256_leaves(size):
    """Up to 256 leaves there is one cohort, and place p is leaf p - 1."""
    draw = Draw(ROOT, size)
    assert draw.committee(0) == tuple(range(size))
    assert draw.members_of(0).tolist() == list(range(size))


@pytest.mark.parametrize("size", [257, 300, 8192, 8193, 20_000])
def test_a_committee_is_256_different_leaves(size):
    """Above 256 leaves each cohort has its own committee of 256 different leaves from the whole tree."""
    draw = Draw(ROOT, size)
    committees = [draw.committee(cohort) for cohort in range(draw.tree_size.cohorts)]
    for committee in committees:
        assert len(set(committee)) == 256
        assert 0 <= min(committee) <= max(committee) < size
    assert len(set(committees)) == len(committees)


@given(st.integers(8193, 40_000))
def test_dealing_all_leaves_is_dealing_each(size):
    """`members_of` and `cohort_of` agree, and every leaf is in exactly one cohort."""
    draw = Draw(ROOT, size)
    members = [draw.members_of(cohort).tolist() for cohort in range(draw.tree_size.cohorts)]
    assert sorted(index for cohort in members for index in cohort) == list(range(size))
    for cohort, indices in enumerate(members):
        for index in (*indices[:3], *indices[-3:]):
            assert draw.cohort_of(index) == cohort


def test_other_roots_and_sizes_draw_otherwise():
    """Another root or another size gives another draw, so a server cannot keep a draw that it likes."""
    first, root, size = Draw(ROOT, 20_000), Draw(bytes(32), 20_000), Draw(ROOT, 20_001)
    assert len({draw.seed for draw in (first, root, size)}) == 3
    assert len({draw.committee(1) for draw in (first, root, size)}) == 3
    assert len({tuple(draw.members_of(1).tolist()) for draw in (first, root, size)}) == 3


def test_cohorts_are_alike():
    """Each of 16 cohorts gets its share of 100,000 leaves, within six standard deviations."""
    draw = Draw(ROOT, 100_000)
    share = 100_000 / draw.tree_size.cohorts
    assert draw.tree_size.cohorts == 16
    for cohort in range(16):
        assert abs(len(draw.members_of(cohort)) - share) < 6 * share**0.5


def test_an_appended_leaf_has_a_cohort():
    """A leaf past the tree is dealt like any other."""
    draw = Draw(ROOT, 20_000)
    dealt = Counter(draw.cohort_of(index) for index in range(20_000, 20_400))
    assert set(dealt) == {0, 1, 2, 3}


def test_sub_cohorts_change_by_day():
    """A leaf's sub-cohort has other members each day, which is how an offender is found."""
    draw = Draw(ROOT, 8000)
    first, second = ([draw.sub_cohort_of(leaf, day, 8) for leaf in range(8000)] for day in (DAY, date(2026, 11, 21)))
    assert all(abs(count - 1000) < 200 for count in Counter(first).values())
    assert set(first) == set(range(8))
    assert abs(sum(a == b for a, b in zip(first, second, strict=True)) - 1000) < 200
    assert {draw.sub_cohort_of(leaf, DAY, 1) for leaf in range(100)} == {0}


def test_rest_orders_differ():
    """Each leaf has an order of its own each day."""
    draw = Draw(ROOT, 100)
    orders = [draw.rest_order(leaf, day) for leaf in range(100) for day in (DAY, date(2026, 11, 21))]
    assert len(set(orders)) == 200
    assert all(len(order) == 32 for order in orders)


def test_a_committee_digest_names_places():
    """The digest changes with the root, the cohort, any leaf's keys, and the order of places."""
    leaves = [leaf(index) for index in range(4)]
    others = [
        committee_digest(bytes(32), 0, leaves),
        committee_digest(ROOT, 1, leaves),
        committee_digest(ROOT, 0, leaves[::-1]),
        committee_digest(ROOT, 0, [*leaves[:3], leaf(3, other=1)]),
        committee_digest(ROOT, 0, leaves[:3]),
    ]
    assert len({committee_digest(ROOT, 0, leaves), *others}) == 6


def test_small_trees_and_unknown_cohorts_are_errors():
    """A tree with fewer than four leaves, and a cohort that the tree does not have, are errors."""
    with pytest.raises(ValueError, match="4 leaves"):
        Draw(ROOT, 3)
    for cohort in (-1, 1):
        with pytest.raises(ValueError, match="no cohort"):
            Draw(ROOT, 100).committee(cohort)
        with pytest.raises(ValueError, match="no cohort"):
            Draw(ROOT, 100).members_of(cohort)
