"""The vector of a day: a donor fills its own blocks and nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.protocol.messages import Part
from pdd_shared.rounds.cohort.messages import CohortPart
from pdd_shared.rounds.layout import Counts, blocks, fill, from_bytes, layout_digest, to_bytes, width
from tests.support.terms import cohort_terms, terms

TERMS = terms(max_searches=5, max_matches=2)


def part(campaign: str, entries: int, *strata: str) -> Part:
    return Part(campaign=campaign, entries=entries, vocabulary="00" * 32, strata=strata, terms=TERMS)


LAYOUT = (part("flu", 3, "north", "south"), part("sleep", 2))


def test_a_donor_fills_its_own_stratum_only():
    """The block of the donor's stratum holds `[joined, searches, counts]`; everything else is zero."""
    vector = fill(LAYOUT, {("flu", "south"): Counts(4, (1, 0, 2))})
    assert vector.tolist() == [0] * 5 + [1, 4, 1, 0, 2] + [0] * 4


def test_entries_appended_since_consent_stay_zero():
    """Counts shorter than the block are filled up with zeros."""
    assert fill(LAYOUT, {("sleep", None): Counts(2, (7,))}).tolist() == [0] * 10 + [1, 2, 7, 0]


def test_who_gives_nothing_sends_zeros():
    """A donor that joined nothing sends a vector of zeros of the usual size, `joined` included."""
    assert not fill(LAYOUT, {}).any()
    assert len(fill(LAYOUT, {})) == width(LAYOUT) == 14


@pytest.mark.parametrize("name", [("flu", None), ("flu", "east"), ("other", None)])
def test_counts_without_a_place_are_refused(name):
    """Counts for a campaign or stratum that the plan does not have are an error and shift no other number."""
    with pytest.raises(ValueError, match="no place"):
        fill(LAYOUT, {name: Counts(1, (1,))})


def test_too_many_counts_are_refused():
    """Counts beyond the block are refused, because they would spill into the next one."""
    with pytest.raises(ValueError, match="no place"):
        fill(LAYOUT, {("sleep", None): Counts(1, (1, 1, 1))})


def test_full_stands_after_the_counts():
    """Where the hits of all periods are capped, each block ends with `full`; elsewhere there is no place for it."""
    capped = cohort_terms(max_matches=None, max_campaign_hits=8, max_hits_per_keyword=8)
    cohort = CohortPart(campaign="cold", entries=2, vocabulary="00" * 32, strata=("a", "b"), terms=capped)
    layout = (cohort, LAYOUT[1])
    assert width(layout) == 2 * 5 + width(LAYOUT[1:])
    given = {("cold", "b"): Counts(3, (7,), is_full=True), ("sleep", None): Counts(1, (1,))}
    assert fill(layout, given).tolist()[:13] == [*[0] * 5, 1, 3, 7, 0, 1, 1, 1, 1]
    assert fill(layout, {("cold", "a"): Counts(3, (1, 2))}).tolist()[:5] == [1, 3, 1, 2, 0]
    with pytest.raises(ValueError, match="no place"):
        fill(layout, {("sleep", None): Counts(1, (1,), is_full=True)})


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), max_size=5))
def test_blocks_tile_the_vector(shape):
    """For any campaigns, blocks follow each other without gap or overlap up to the width."""
    layout = [part(f"c{i}", entries, *(f"s{k}" for k in range(strata))) for i, (entries, strata) in enumerate(shape)]
    places = [block.place for block in blocks(layout)]
    assert [p.start for p in places] == [0, *(p.stop for p in places)][: len(places)]
    assert width(layout) == (places[-1].stop if places else 0)


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_bytes_round_trip(numbers):
    """A vector reads back from its bytes; one byte more or less is refused."""
    vector = np.array(numbers, dtype=np.uint32)
    data = to_bytes(vector)
    assert from_bytes(data, len(numbers)).tolist() == numbers
    with pytest.raises(ValueError, match="bytes"):
        from_bytes(data + b"\0", len(numbers))


def test_a_layout_is_named_by_every_part_of_it():
    """Another cap, stratum, order or vocabulary gives a layout another digest."""
    variants = [
        LAYOUT,
        LAYOUT[::-1],
        LAYOUT[:1],
        (part("flu", 3, "south", "north"), LAYOUT[1]),
        (LAYOUT[0].model_copy(update={"vocabulary": "11" * 32}), LAYOUT[1]),
        (LAYOUT[0].model_copy(update={"terms": TERMS.model_copy(update={"max_searches": 6})}), LAYOUT[1]),
    ]
    assert len({layout_digest(layout) for layout in variants}) == len(variants)
