"""Which donors form a group, for each strategy."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_server.config import LARGEST_FLOOR
from pdd_server.services.rounds.plain.grouping import arrange, is_frequent, split
from pdd_server.store.donors import Attendance
from pdd_shared.protocol.messages import Member
from pdd_shared.rounds.plain.group_sizes import LARGEST_GROUP
from tests.server.simulated_server import keep_order

MEMBER = Member(identity="0" * 64, exchange="0" * 64, signature="0" * 128)


@st.composite
def crowds(draw: st.DrawFn) -> list[Attendance]:
    histories = draw(st.lists(st.integers(0, 60).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d)))))
    return [Attendance(str(index), MEMBER, seen, days) for index, (seen, days) in enumerate(histories)]


@given(st.integers(0, 3000), st.integers(1, LARGEST_GROUP))
def test_groups_are_balanced_and_complete(number: int, size: int) -> None:
    """Every donor is in one group, sizes differ by at most 1, and there are floor(N / size) groups unless one
    exceeds 255.
    """
    groups = split(range(number), size)
    assert [donor for group in groups for donor in group] == list(range(number))
    sizes = [len(group) for group in groups]
    assert not sizes or max(sizes) - min(sizes) <= 1
    assert not sizes or max(sizes) <= LARGEST_GROUP
    if number and (len(groups) != max(1, number // size)):
        assert -(-number // max(1, number // size)) > LARGEST_GROUP


@given(st.data())
def test_no_group_falls_below_the_floor(data: st.DataObject) -> None:
    """For any allowed floor and size, a crowd at or above the floor is split into groups at or above it."""
    floor = data.draw(st.integers(3, LARGEST_FLOOR))
    size = data.draw(st.integers(floor, LARGEST_GROUP))
    number = data.draw(st.integers(floor, 3000))
    assert min(len(group) for group in split(range(number), size)) >= floor


@given(crowds(), st.randoms(use_true_random=False))
def test_shuffled_takes_everybody_in_the_order_of_the_shuffle(crowd: list[Attendance], random: object) -> None:
    """The shuffled order depends on the random source and nothing else."""
    expected = list(crowd)
    expected.reverse()
    assert arrange("shuffled", crowd, 2, lambda donors: donors.reverse()) == expected
    assert sorted(arrange("shuffled", crowd, 2, random.shuffle), key=id) == sorted(crowd, key=id)  # type: ignore[attr-defined]


@given(crowds(), st.integers(0, 5))
def test_frequent_is_equation_five(crowd: list[Attendance], delay: int) -> None:
    """`frequent` is equation 5: seen / (d - 1) >= 1 / delay for delay > 0 and d > delay, d - 1 days after
    registration.
    """
    chosen = arrange("frequent", crowd, delay, keep_order)
    for donor in crowd:
        d = donor.days + 1
        asked = delay > 0 and d > delay and d > 1
        expected = not asked or Fraction(donor.seen, d - 1) >= Fraction(1, delay)
        assert (donor in chosen) == expected


@pytest.mark.parametrize(
    ("seen", "days", "delay", "expected"),
    [(0, 5, 0, True), (0, 1, 2, True), (0, 2, 2, False), (1, 2, 2, True), (1, 3, 2, False), (0, 0, 1, True)],
)
def test_frequent_case_by_case(seen: int, days: int, delay: int, expected: bool) -> None:
    """Without delay or history everybody is frequent; otherwise a donor must come once in `delay` days."""
    assert is_frequent(Attendance("a", MEMBER, seen, days), delay) == expected


@given(crowds())
def test_ranked_groups_donors_of_similar_activity(crowd: list[Attendance]) -> None:
    """`ranked` keeps every donor, sorts by share of active days, and leaves ties in the order of the shuffle."""
    ranked = arrange("ranked", crowd, 2, lambda donors: donors.reverse())
    assert sorted(donor.donor for donor in ranked) == sorted(donor.donor for donor in crowd)
    keys = [(-Fraction(d.seen, d.days) if d.days else Fraction(0), -int(d.donor)) for d in ranked]
    assert keys == sorted(keys)
