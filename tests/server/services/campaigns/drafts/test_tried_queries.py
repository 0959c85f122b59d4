"""What keywords find in queries that a researcher tries, and which spellings are suggested."""

import pytest

from pdd_server.services.campaigns.drafts.tried_queries import MOST_QUERIES, try_queries
from pdd_shared.counting.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("keyword", "query", "labels", "near"),
    [
        ("grippe", "Grippe -vogel", ("grippe",), ()),
        ("grippe", "grippesymptome kind", (), ("grippesymptome",)),
        ("독감", "독감증상", (), ("독감증상",)),
        ("müde", "immer muede", (), ("muede",)),
        ("fièvre", "fievre", (), ("fievre",)),
        ("grippe", "wetter site:grippe.example", (), ()),
        ("it", "italia", (), ()),
        ("?", "x", (), ()),
    ],
)
def test_a_query_counts_or_comes_close(
    keyword: str, query: str, labels: tuple[str, ...], near: tuple[str, ...]
) -> None:
    """A query that counts for nothing shows its words that have a keyword inside, or spell it in another way."""
    texts = [] if keyword == "?" else [keyword]
    (one,) = try_queries(texts, ["", f" {query} "], ["en"]).queries
    assert (one.query, one.labels, one.near) == (query, labels, near)


@pytest.mark.parametrize(
    ("entry", "languages", "index"),
    [
        ("müde", ["de-AT"], "müde (spellings): any of müde, muede, mude"),
        ("fièvre", ["fr"], "fièvre (spellings): any of fièvre, fievre, fièvres"),
        ("독감", ["ko", "en"], "독감 (spellings): any of 독감, 독감은, 독감이, 독감을, 독감의, 독감도"),
        ("기침 + 열", ["ko"], None),
        ("flu", ["en"], None),
        ("ρίγος", ["el"], None),
        ('"süßes kind"', ["de"], 'süßes kind (spellings): any of "süßes kind", "suesses kind", "susses kind"'),
        ("cold index: any of cold, fever", ["en"], "cold index: any of cold, fever, colds, fevers"),
    ],
)
def test_spellings_are_suggested_by_language(entry: str, languages: list[str], index: str | None) -> None:
    """A suggestion is a line that a draft takes, and has no spelling that is counted anyway."""
    found = try_queries([entry], [], languages).indexes
    if entry.startswith("기침"):
        assert "기침은 + 열을" in found[0]
    else:
        assert found == (() if index is None else (index,))
    assert Vocabulary.parse(found).texts == found


def test_a_trial_is_bounded() -> None:
    """Only so many queries are tried; one without an end is cut, and keywords as long as may be give no bad line."""
    tried = try_queries(["ö" * 199, " + ".join(f"ä{n}" for n in range(8))], ["x" * 9_999] * 9_999, ["de"])
    assert (len(tried.queries), len(tried.queries[0].query)) == (MOST_QUERIES, 200)
    assert len(Vocabulary.parse(tried.indexes)) == 2
