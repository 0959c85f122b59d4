"""The mean number of hits of one count, beside searches that are drawn, matched and capped one by one."""

import numpy as np
import pytest

from pdd_shared.counting.hits import within_caps
from pdd_shared.counting.vocabulary import Vocabulary
from pdd_shared.planning.expected_hits import Kind, hits_counted
from pdd_shared.planning.measured import keyword_and_index
from pdd_shared.planning.question import Rates
from pdd_shared.protocol.terms import Caps

INDEX = "flu index: any of flu, fever + child, cough"
WORDS = ("flu", "fever + child", '"flu symptoms"', "cold")
QUERIES = {"flu": 0.03, "flu symptoms": 0.02, "fever child": 0.02, "cough": 0.02, "cold": 0.04, "flu cold cough": 0.01}


def counted_by_hand(vocabulary: tuple[str, ...], caps: Caps, searches: float, donors: int) -> np.ndarray:
    """Return the mean count of each entry: queries are drawn, matched by the matcher and held to the caps."""
    generator = np.random.default_rng(6)  # noqa: TID251 - a simulation in a test
    entries = Vocabulary.parse(vocabulary)
    matches = [entries.matches(query) for query in (*QUERIES, "weather")]
    shares = [*QUERIES.values(), 1 - sum(QUERIES.values())]
    counts = np.zeros(len(entries))
    for made in np.minimum(generator.poisson(searches, donors), caps.searches):
        asked = generator.choice(len(matches), made, p=shares)
        hits = [(entry, place) for query in asked for place, entry in enumerate(matches[query])]
        for (entry, _), counts_it in zip(hits, within_caps(hits, caps), strict=True):
            counts[entry] += counts_it
    return counts / donors


@pytest.mark.parametrize("caps", [Caps(70, 1, 1), Caps(70, 2, 1), Caps(70, 4, 2), Caps(8, 30, 8), Caps(8, 16, 8, 2)])
@pytest.mark.parametrize("vocabulary", [(INDEX, *WORDS), (*WORDS, INDEX)], ids=["index-first", "index-last"])
def test_hits_are_those_of_drawn_searches(vocabulary: tuple[str, ...], caps: Caps) -> None:
    """A plan's index and its mean keyword have the counts of drawn searches, wherever they stand in the vocabulary."""
    means = counted_by_hand(vocabulary, caps, 5.0, 12_000)
    single, index = keyword_and_index(vocabulary, Rates(of_queries=QUERIES))
    assert index is not None
    place = vocabulary.index(INDEX)
    assert hits_counted(5.0, index.kinds, caps) == pytest.approx(means[place], rel=0.05)
    assert hits_counted(5.0, single.kinds, caps) == pytest.approx(np.delete(means, place).mean(), rel=0.08, abs=0.002)


@pytest.mark.parametrize(
    ("rate", "share", "caps"),
    [
        (5.0, 0.4, Caps(100, 9, 1)),
        (40.0, 0.2, Caps(200, 9, 3)),
        (12.0, 0.3, Caps(10, 10, 10)),
        (0.4, 1.0, Caps(1, 1, 1)),
    ],
)
def test_the_caps_on_searches_and_on_a_keyword_are_exact(rate: float, share: float, caps: Caps) -> None:
    """The mean count of a keyword that stands alone, where only one of its two caps is ever reached."""
    generator = np.random.default_rng(4)  # noqa: TID251 - a simulation in a test
    searches = np.minimum(generator.poisson(rate, 400_000), caps.searches)
    drawn = np.minimum(generator.binomial(searches, share), caps.hits_per_keyword).mean()
    assert hits_counted(rate, [Kind(share, own=True)], caps) == pytest.approx(drawn, rel=0.02)


def test_very_many_states_are_reckoned_by_their_means() -> None:
    """Where all hits are far more than a large cap, a keyword gets its share of the cap."""
    kinds = [Kind(0.01, own=True), Kind(0.5, own=False, after=1)]
    assert hits_counted(1_000.0, kinds, Caps(1_000, 102, 102)) == pytest.approx(2, rel=0.03)


def test_nothing_searched_counts_nothing() -> None:
    """A donor without searches has no hits, and neither has a count that no search matches."""
    assert hits_counted(0.0, [Kind(0.5, own=True)], Caps(10, 2, 1)) == 0
    assert hits_counted(5.0, [Kind(0.5, own=False, after=1)], Caps(10, 2, 1)) == 0
