"""The server's floor, and the list length for which a window waits: both follow two weeks of lists."""

from collections import deque
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.protocol.limits import SUB_COHORTS
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED, awaited_entries, server_floor
from pdd_shared.rounds.cohort.parameters import TreeSize

shares = st.lists(st.fractions(0, 1), max_size=5)


@pytest.mark.parametrize(
    ("leaves", "lists", "floor"),
    [
        (1000, [], 700),
        (1000, [Fraction(9, 10), Fraction(6, 10)], 420),
        (1000, [Fraction(1, 10)], 300),
        (10_000, [], 3500),
        (1001, [], 701),
        (4, [], 3),
    ],
)
def test_the_floor_follows_the_smallest_list(leaves: int, lists: list[Fraction], floor: int) -> None:
    """The floor is 7/10 of the smallest list's share of the leaves, rounded up; 7/10 without any list, and at least
    three.
    """
    assert server_floor(TreeSize(leaves), [10], 1, lists) == floor


def test_sub_cohorts_divide_the_floor() -> None:
    """Each of two sub-cohorts has half of the cohort's leaves and half its floor."""
    assert server_floor(TreeSize(8000), [10], 2, []) == 2800
    assert server_floor(TreeSize(8000), [10], 1, []) == 5600


def test_a_low_list_leaves_the_noise_makers_that_are_needed() -> None:
    """If 0.3 of the leaves would leave fewer than two honest donors, the homes' own bound applies."""
    size = TreeSize(60)
    floor = server_floor(size, [10], 1, [Fraction(3, 10)])
    assert floor > 18
    assert size.noise_makers(floor, 10) == 2
    assert size.noise_makers(floor - 1, 10) < 2


def test_one_short_list_leaves_half_the_noise_makers() -> None:
    """After one list of half the usual length, 60 donors keep 12 of their 23 noise makers, and not 2.

    If all lists are that short, the floor follows them.
    """
    size = TreeSize(60)
    usual, short = Fraction(1), Fraction(1, 2)
    makers = [
        size.noise_makers(server_floor(size, [10], 1, lists), 10) for lists in ([usual], [usual, short], [short] * 14)
    ]
    assert makers == [23, 12, 2]


def test_a_window_waits_for_nine_tenths_of_the_longest_list() -> None:
    """A window waits for 9/10 of the longest list, rounded up; for all leaves before any day closed; never for less
    than the floor.
    """
    size = TreeSize(1001)
    assert awaited_entries(size, 700, 1, []) == 901
    assert awaited_entries(size, 700, 1, [Fraction(4, 5), Fraction(1, 2)]) == 721
    assert awaited_entries(size, 730, 1, [Fraction(4, 5), Fraction(1, 2)]) == 730
    assert awaited_entries(TreeSize(8000), 2800, 2, [Fraction(9, 10)]) == 3240


@given(st.integers(4, 100_000), st.lists(st.sampled_from([5, 10]), max_size=3), st.sampled_from(SUB_COHORTS), shares)
def test_homes_accept_every_floor(leaves: int, percents: list[int], sub_cohorts: int, lists: list[Fraction]) -> None:
    """No floor is below the least one that any campaign's homes accept, or above the number of leaves."""
    size = TreeSize(leaves)
    floor = server_floor(size, percents, sub_cohorts, lists)
    assert all(floor >= size.least_floor(percent, sub_cohorts) for percent in percents)
    if sub_cohorts == 1:
        assert floor <= -(-leaves // size.cohorts)


@given(st.integers(4, 100_000), st.sampled_from([5, 10]), shares)
def test_noise_makers_are_half_of_the_best_days(leaves: int, percent: int, lists: list[Fraction]) -> None:
    """Whatever the lists were, the floor leaves half the noise makers that the largest list alone would give."""
    size = TreeSize(leaves)
    best = server_floor(size, [percent], 1, [max(lists)] if lists else [])
    floor = server_floor(size, [percent], 1, lists)
    assert floor <= best
    assert 2 * size.noise_makers(floor, percent) >= size.noise_makers(best, percent)


WEEKS = {
    "from 8,192 to 8,193 leaves": [(8192, 1)] * 20 + [(8193, 1)] * 20 + [(8192, 1)] * 10,
    "into sub-cohorts and out of them": [(4200, 1)] * 20 + [(4200, 8)] * 6 + [(4200, 4)] * 6 + [(4200, 1)] * 20,
    "from a class to two cohorts": [
        (n, 1) for n in (10, 12, 60, 72, 255, 256, 300, 2000, 8192, 8193) for _ in range(8)
    ],
    "into sub-cohorts of two cohorts": [(8192, 1)] * 16 + [(8193, 8)] * 8 + [(8193, 1)] * 16,
}
"""Leaves and sub-cohorts, day by day."""


@pytest.mark.parametrize("there", [0.75, 0.85, 0.97])
@pytest.mark.parametrize("days", WEEKS.values(), ids=WEEKS)
def test_growth_and_sub_cohorts_lose_no_day_and_add_no_noise(days: list[tuple[int, int]], there: float) -> None:
    """With the usual donors present, every part meets its floor, whatever the tree's size and parts.

    Leaves are dealt to parts by chance, and the smallest list counts. From 2,000 leaves on, noise makers are at least
    half of those that the usual share gives while a cohort is divided, and at least four fifths otherwise.
    """
    random = np.random.default_rng(8193)  # noqa: TID251 - a simulation in a test
    remembered: deque[Fraction] = deque(maxlen=DAYS_REMEMBERED)
    for leaves, sub_cohorts in days:
        size = TreeSize(leaves)
        parts = size.cohorts * sub_cohorts
        lists = random.binomial(random.multinomial(leaves, [1 / parts] * parts), there)
        if leaves < 256:
            # Among few donors chance alone makes days of which few are there; such days may be lost.
            lists[:] = -(-leaves * there // 1)
        floor = server_floor(size, [10], sub_cohorts, remembered)
        assert floor <= min(lists)
        usual = max(size.least_floor(10, sub_cohorts), int(size.share(sub_cohorts) * Fraction(0.7 * there)))
        makers, best = (size.noise_makers(each, 10, sub_cohorts) for each in (floor, usual))
        assert makers >= best / 2
        if sub_cohorts == 1 and leaves >= 2000:
            assert makers >= best * 0.8
        remembered.append(Fraction(int(min(lists))) / size.share(sub_cohorts))
