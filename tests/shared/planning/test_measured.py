"""The keyword and the index of a plan, where a campaign's entries share searches."""

import pytest

from pdd_shared.planning.expected_hits import Kind
from pdd_shared.planning.measured import Overlap, keyword_and_index, overlap_of
from pdd_shared.planning.question import QuestionError, Rates, rates_of_csv
from pdd_shared.protocol.terms import Caps

INDEX = "flu index: any of flu, influenza, fever + child"


def test_an_index_of_all_keywords_has_their_rates_added_up() -> None:
    """Without an index, the plan compares with one of all keywords, which would stand alone; with one keyword none."""
    single, index = keyword_and_index(["flu", "fever + child"], Rates(0.01))
    assert set(single.kinds) == {Kind(0.01, own=True), Kind(0.01, own=False, after=1)}
    assert index is not None
    assert (index.name, index.kinds) == ("an index of all 2 keywords", (Kind(0.02, own=True),))
    assert keyword_and_index(["flu"], Rates(0.01))[1] is None


def test_a_campaigns_own_index_is_taken_with_what_is_counted_beside_it() -> None:
    """The index of the largest rate is compared with. A search for its keyword is a hit of both, in their order."""
    single, index = keyword_and_index(["flu", INDEX, "cold index: any of cold, sneeze"], Rates(0.01))
    assert index is not None
    assert index.name == "flu index"
    assert set(index.kinds) == {
        Kind(0.01, own=True, before=1),
        Kind(0.02, own=True),
        Kind(0.02, own=False, after=1),
    }
    assert set(single.kinds) == {Kind(0.01, own=True, after=1), Kind(0.04, own=False, after=1)}


def test_keywords_that_contain_each_other_are_not_added_up() -> None:
    """An index of `flu` and of keywords that contain it has the rate of `flu`, whether or not their rates are known."""
    parts = ["flu", *(f"flu + word{number}" for number in range(8))]
    text = f"flu index: any of {', '.join(parts)}"
    _, index = keyword_and_index([text], Rates(0.01))
    assert index is not None
    assert index.rate == pytest.approx(0.01)
    stated = rates_of_csv("flu,0.01\n" + "".join(f"{part},0.001\n" for part in parts[1:]))
    _, index = keyword_and_index([text], stated)
    assert index is not None
    assert index.rate == pytest.approx(0.01)


def test_a_keyword_of_an_index_has_their_mean_rate() -> None:
    """A campaign of indexes alone is compared with a keyword of them that had a count: of their mean rate."""
    rates = rates_of_csv("flu,0.01\nflu + shot,0.004\n")
    of_index, _ = keyword_and_index(["flu index: any of flu, flu + shot"], rates)
    alone, _ = keyword_and_index(["flu", "flu + shot"], rates)
    assert of_index.rate == pytest.approx(alone.rate) == pytest.approx(0.007)


def test_an_exact_query_shares_its_searches_with_its_words() -> None:
    """A search for an exact query is one for each of its words; one for these words need not be the exact query."""
    single, _ = keyword_and_index(
        ["flu", '"flu shot"', "flu + shot"], rates_of_csv('flu,0.1\n"""flu shot""",0.02\nflu + shot,0.05')
    )
    own = {(kind.before, kind.after): round(3 * kind.share, 9) for kind in single.kinds if kind.own}
    assert own == {(0, 0): 0.05, (0, 2): 0.02, (1, 1): 0.02, (2, 0): 0.02, (0, 1): 0.03, (1, 0): 0.03}


def test_queries_of_a_file_are_matched_as_searches_are() -> None:
    """Rates follow from queries by the counting rules, and queries that match no entry are named as the reason."""
    rates = rates_of_csv("query,rate\nFLU near me,0.001\nbird -flu,0.5\nfever of my child,0.002\n")
    _, index = keyword_and_index([INDEX], rates)
    assert index is not None
    assert index.rate == pytest.approx(0.003)
    with pytest.raises(QuestionError, match="no query of the list matches"):
        keyword_and_index(["sneeze"], rates)


@pytest.mark.parametrize(
    ("vocabulary", "hits", "expected"),
    [
        (["flu", '"flu shot"'], 1, Overlap(2, "flu shot", 1, "max_hits", ('"flu shot"',))),
        (['"flu shot"', "flu"], 1, Overlap(2, "flu shot", 1, "max_hits", ())),
        (["shot", "flu", "flu + shot"], 2, Overlap(3, "flu shot", 2, "max_hits", ("flu + shot",))),
        (["flu", INDEX], 1, Overlap(2, "flu", 1, "max_hits", ())),
        ([INDEX, "flu"], 1, Overlap(2, "flu", 1, "max_hits", ("flu",))),
        (["flu", "cold"], 1, Overlap(1, "flu", 1, "max_hits", ())),
    ],
)
def test_entries_that_never_count_are_named(vocabulary: list[str], hits: int, expected: Overlap) -> None:
    """An entry all of whose searches have their hits used up by entries before it would count nothing, for ever."""
    assert overlap_of(vocabulary, Caps(70, hits, 1)) == expected
