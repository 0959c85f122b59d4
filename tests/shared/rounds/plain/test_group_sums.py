"""From groups' sums to a day's total: sums are bounded without revealing anybody's counts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pdd_shared.privacy.sensitivity import l1_sensitivity, squared_l2_sensitivity
from pdd_shared.protocol.messages import Part
from pdd_shared.protocol.terms import PlainTerms
from pdd_shared.rounds.plain.group_sizes import LARGEST_GROUP
from pdd_shared.rounds.plain.group_sums import RING, DaySum, bounded, honest_bounds
from tests.support.terms import terms

LARGEST_CAP = 1_000
"""Searches of a donor's day that terms allow at most; `test_no_terms_and_group_reach_the_quarter` holds it."""
numbers = st.integers(0, RING - 1)


def part(*strata: str, entries: int = 2, **bounds: object) -> Part:
    return Part(campaign="flu", entries=entries, vocabulary="11" * 32, strata=strata, terms=terms(**bounds))  # type: ignore[arg-type]


def on_small_ring(ring: int, bound: int) -> NDArray[np.int64]:
    """Return what every number of a small ring becomes."""
    return bounded(np.arange(ring, dtype=np.uint32), np.full(ring, bound), ring)


def one(value: int, bound: int) -> int:
    (found,) = bounded(np.array([value % RING], dtype=np.uint32), np.array([bound])).tolist()
    return int(found)


@pytest.mark.parametrize("ring", [4, 8, 16, 64, 256])
def test_neighbours_on_the_ring_stay_neighbours(ring: int) -> None:
    """Neighbours on a small ring move by at most 1, for every bound and sum, also across the seam from ring - 1 to
    0.
    """
    for bound in range(ring // 4 + 1):
        found = on_small_ring(ring, bound)
        assert abs(found - np.roll(found, 1)).max() <= 1
        assert found[: bound + 1].tolist() == list(range(bound + 1))
        assert (found.min(), found.max()) == (0, bound)


def test_a_plain_clip_is_rejected() -> None:
    """The same check rejects the obvious bound: a signed sum cut to [0, B] jumps from B to 0."""
    signed = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.int64)
    clipped = np.clip(signed, 0, 60)
    assert abs(clipped - np.roll(clipped, 1)).max() == 60


@given(numbers, st.integers(0, RING // 4), st.integers(0, 1_000))
def test_a_donors_count_moves_a_number_by_no_more_than_itself(others: int, bound: int, count: int) -> None:
    """On the real ring a donor's count moves a number by at most itself, whatever the others' sum is."""
    assert abs(one(others + count, bound) - one(others, bound)) <= count


@given(st.integers(1, RING // 4), st.integers(-2, 2), st.sampled_from(["0", "B", "h - B", "h", "ring"]))
def test_the_edges_of_the_definition(bound: int, beside: int, edge: str) -> None:
    """At each point where the definition changes, the value is that of the definition."""
    half = RING // 2
    value = ({"0": 0, "B": bound, "h - B": half - bound, "h": half, "ring": RING}[edge] + beside) % RING
    if value <= bound:
        expected = value
    elif value <= half - bound:
        expected = bound
    else:
        expected = half - value if value <= half else 0
    assert one(value, bound) == expected


def test_no_terms_and_group_reach_the_quarter() -> None:
    """The largest group with the largest cap stays far below the bound's own limit, beyond which it raises an error."""
    caps = [limit.le for limit in PlainTerms.model_fields["max_searches"].metadata if hasattr(limit, "le")]
    assert caps == [LARGEST_CAP]
    assert LARGEST_GROUP * LARGEST_CAP <= RING // 4
    one(0, RING // 4)
    with pytest.raises(ValueError, match="lower the caps"):
        one(0, RING // 4 + 1)


@st.composite
def days(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Draw the sum of a group's other members, any of them lying, and one donor's vector, in a part's block."""
    others = [draw(numbers) for _ in range(5)]
    searched = [draw(st.sets(st.integers(0, 2), max_size=2)) for _ in range(draw(st.integers(0, 4)))]
    counts = [sum(entry in matched for matched in searched) for entry in range(3)]
    return others, [draw(st.integers(0, 1)), len(searched), *counts]


@given(days())
def test_neighbouring_days_stay_within_the_sensitivity(day: tuple[list[int], list[int]]) -> None:
    """A donor's whole vector moves the bounded sum by at most its L1 and L2 norms, whatever others send."""
    others, given_by_one = day
    layout = (part(entries=3, max_searches=4, max_matches=2),)
    sums = []
    for vector in (given_by_one, [0] * 5):
        found = DaySum(layout)
        found.add(np.array(others, dtype=np.uint32) + np.array(vector, dtype=np.uint32), 7)
        sums.append(found.numbers)
    moved = abs(sums[0] - sums[1])
    assert moved.sum() <= sum(given_by_one) <= l1_sensitivity(layout[0].terms)
    assert (moved**2).sum() <= squared_l2_sensitivity(layout[0].terms)


def test_a_count_is_bounded_by_the_cap_of_its_keyword() -> None:
    """A false count reaches the totals up to what all members may add for a keyword, below their searches."""
    caps = {"max_matches": None, "max_hits": 4, "max_hits_per_keyword": 2}
    capped = part(max_searches=5)
    capped = capped.model_copy(update={"terms": capped.terms.model_copy(update=caps)})
    assert honest_bounds(capped, 3).tolist() == [3, 15, 6, 6]


def test_honest_sums_add_up_unchanged() -> None:
    """Honest sums at the caps, over groups and strata with different bounds, add up unchanged."""
    layout = (part("north", "south", max_searches=20), part(max_searches=5))
    assert honest_bounds(layout[0], 3).tolist() == [3, 60, 60, 60] * 2
    largest = np.concatenate([honest_bounds(one_part, 3) for one_part in layout])
    day = DaySum(layout)
    day.add(largest.astype(np.uint32), 3)
    day.add(largest.astype(np.uint32) // 2, 3)
    assert day.numbers.tolist() == (largest + largest // 2).tolist()
    assert (day.counted, day.bounded) == (6, 0)


def test_numbers_out_of_range_are_counted_and_no_group_is_left_out() -> None:
    """Numbers out of range are counted and bounded one by one; the rest of the group counts."""
    day = DaySum((part(max_searches=20),))
    day.add(np.array([4, 60, 61, RING - 1], dtype=np.uint32), 3)
    assert day.numbers.tolist() == [3, 60, 60, 0]
    assert (day.counted, day.bounded) == (3, 3)
