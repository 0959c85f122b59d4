"""The caps on hits hold for all searches, and the first hits are the ones that count."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pdd_shared.counting.hits import within_caps
from pdd_shared.protocol.terms import Caps, CohortTerms, PlainTerms
from tests.support.terms import cohort_terms, terms

CAPS = st.one_of(
    st.builds(Caps.of, st.integers(1, 6), st.integers(1, 4), st.none(), st.none()),
    st.tuples(st.integers(1, 6), st.integers(1, 8), st.integers(1, 8)).map(
        lambda three: Caps.of(three[0], None, max(three[1:]), min(three[1:]))
    ),
)
SEARCHES = st.lists(st.sets(st.integers(0, 4)).map(sorted), max_size=6)
HITS = {"max_matches": None, "max_hits": 2, "max_hits_per_keyword": 1}


def hits_of(searches: list[list[int]]) -> list[tuple[int, int]]:
    """Draw the hits of searches, each of which names the keywords that it matches."""
    return [(keyword, place) for search in searches for place, keyword in enumerate(search)]


@given(SEARCHES, CAPS)
def test_no_searches_pass_the_caps(searches: list[list[int]], caps: Caps) -> None:
    """Whatever a donor searches for, its counts are within the caps from which the sensitivity is computed."""
    searches = searches[: caps.searches]
    hits = hits_of(searches)
    counted = [hit for hit, counts in zip(hits, within_caps(hits, caps), strict=True) if counts]
    counts = [sum(keyword == one for one, _ in counted) for keyword in range(5)]
    assert caps.allow(len(searches), counts)
    assert sum(count * count for count in counts) <= caps.squared_l2


@given(SEARCHES, CAPS)
def test_a_hit_is_left_out_only_where_a_cap_is_reached(searches: list[list[int]], caps: Caps) -> None:
    """A hit is left out only if it would exceed a cap beside the hits counted before it."""
    hits = hits_of(searches)
    before: list[int] = []
    for (keyword, place), counts in zip(hits, within_caps(hits, caps), strict=True):
        is_full = len(before) == caps.hits or before.count(keyword) == caps.hits_per_keyword
        assert counts != (is_full or (caps.matches is not None and place >= caps.matches))
        before += [keyword] * counts


@given(SEARCHES, st.integers(1, 6), st.integers(1, 4))
def test_campaigns_from_before_count_as_they_did(searches: list[list[int]], most: int, matches: int) -> None:
    """With `max_matches`, each of the first searches counts for its first matches, and no other cap is reached."""
    hits = hits_of(searches[:most])
    expected = [place < matches for _, place in hits]
    assert list(within_caps(hits, Caps.of(most, matches, None, None))) == expected


@pytest.mark.parametrize("found", [terms(), cohort_terms()])
def test_terms_from_before_keep_their_bytes(found: PlainTerms | CohortTerms) -> None:
    """Terms without caps on hits keep their bytes, on which signatures and digests depend."""
    assert "max_hits" not in found.model_dump_json()
    assert type(found).model_validate_json(found.model_dump_json()) == found


def test_terms_with_caps_on_hits_have_no_cap_on_matches() -> None:
    """Signed terms with caps on hits name these, in the documented order, and no cap on matches."""
    found = cohort_terms(**HITS)
    assert list(json.loads(found.model_dump_json()))[2:5] == ["max_searches", "max_hits", "max_hits_per_keyword"]
    assert found.caps == Caps(20, 2, 1)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"max_matches": None}, "max_hits_per_keyword with max_hits, max_campaign_hits or both, or max_matches alone"),
        ({"max_hits": 2}, "max_matches alone"),
        ({**HITS, "max_matches": 1}, "max_matches alone"),
        ({**HITS, "max_hits_per_keyword": None}, "max_hits_per_keyword with max_hits"),
        ({**HITS, "max_hits_per_keyword": 3}, "more hits than all keywords together"),
        ({**HITS, "max_hits": 0}, "greater than or equal to 1"),
        ({**HITS, "max_hits": 100_001}, "less than or equal to 100000"),
    ],
)
def test_caps_that_contradict_each_other_are_refused(changed: dict[str, Any], says: str) -> None:
    """Terms whose caps don't fix how much a donor adds are refused."""
    with pytest.raises(ValidationError, match=says):
        cohort_terms(**changed)
    with pytest.raises(ValidationError, match=says):
        PlainTerms(**{**terms().model_dump(), "max_searches": 20, **changed})


CAMPAIGN = {"max_matches": None, "max_campaign_hits": 8, "max_hits_per_keyword": 4}


def test_a_cap_on_the_campaign_takes_the_place_of_one_on_its_periods() -> None:
    """Without `max_hits` a period may have all hits of the campaign; with what is left, only those."""
    found = cohort_terms(**CAMPAIGN)
    assert list(json.loads(found.model_dump_json()))[2:5] == [
        "max_searches",
        "max_hits_per_keyword",
        "max_campaign_hits",
    ]
    assert found.caps == Caps(20, 8, 4, campaign_hits=8)
    assert found.caps.with_left(3) == Caps(20, 3, 4, campaign_hits=8)
    assert cohort_terms(**CAMPAIGN, max_hits=5).caps.with_left(6).hits == 5


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"max_hits_per_keyword": 9}, "more hits than all keywords together"),
        ({"max_hits": 3}, "more hits than all keywords together"),
        ({"max_hits": 9}, "one period more hits than all periods together"),
        ({"max_hits_per_keyword": None}, "max_hits_per_keyword with max_hits"),
        ({"max_matches": 1}, "max_matches alone"),
        ({"max_campaign_hits": 0}, "greater than or equal to 1"),
    ],
)
def test_a_cap_on_the_campaign_that_contradicts_others_is_refused(changed: dict[str, Any], says: str) -> None:
    """A cap that another cap makes impossible is refused, and `plain` has no such cap."""
    with pytest.raises(ValidationError, match=says):
        cohort_terms(**CAMPAIGN | changed)
    with pytest.raises(ValidationError, match="max_campaign_hits"):
        PlainTerms(**{**terms().model_dump(), **CAMPAIGN})


def test_terms_without_a_cap_on_the_campaign_are_weaker() -> None:
    """A donor is asked again before its hits of all periods together may become more."""
    capped, free = cohort_terms(**CAMPAIGN), cohort_terms(**{**CAMPAIGN, "max_campaign_hits": None, "max_hits": 8})
    assert capped.no_weaker_than(free)
    assert not free.no_weaker_than(capped)
    assert cohort_terms(**CAMPAIGN | {"max_campaign_hits": 7}).no_weaker_than(capped)
    assert not capped.no_weaker_than(cohort_terms(**CAMPAIGN | {"max_campaign_hits": 7}))


@pytest.mark.parametrize(
    ("changed", "is_no_weaker"),
    [({}, True), ({"max_hits": 1}, True), ({"max_hits": 3}, False), ({"max_hits_per_keyword": 2}, False)],
)
def test_higher_caps_on_hits_are_weaker_terms(changed: dict[str, Any], is_no_weaker: bool) -> None:
    """Higher caps on hits are weaker terms, so the donor is asked again."""
    assert cohort_terms(**HITS | changed).no_weaker_than(cohort_terms(**HITS)) is is_no_weaker


def test_a_cap_on_matches_is_not_dropped_without_asking() -> None:
    """A donor who read that a search counts for three keywords is asked before it counts for more."""
    assert cohort_terms(max_matches=2).no_weaker_than(cohort_terms())
    assert not cohort_terms(max_searches=2, max_matches=4).no_weaker_than(cohort_terms())
    assert not cohort_terms(**HITS).no_weaker_than(cohort_terms())


def test_a_cap_on_hits_may_become_a_cap_on_matches() -> None:
    """Terms whose searches, hits and hits of a keyword are no more than agreed to are no weaker."""
    agreed = cohort_terms(max_matches=None, max_hits=60, max_hits_per_keyword=20)
    assert cohort_terms().no_weaker_than(agreed)
    assert not cohort_terms().no_weaker_than(cohort_terms(**HITS))
