"""Retrieval scores compared with ones computed by hand, and which users are held out."""

from datetime import datetime
from math import log2

import polars as pl
import pytest

from pdd_research.click_graph import ClickGraph, Released, evaluate, split
from pdd_research.click_graph.evaluation import ranking, scored
from pdd_research.click_graph.query_ranking import after
from pdd_research.errors import ParameterError

NOON = datetime(2006, 3, 1, 12)


def searches(*clicked: tuple[str, str, str]) -> pl.DataFrame:
    """Return users' clicks (user, query, url) at noon."""
    rows = [(user, NOON, query, url) for user, query, url in clicked]
    return pl.DataFrame(rows, schema=["user", "time", "query", "url"], orient="row")


def a_ranking(query: str, *urls: str) -> pl.DataFrame:
    return pl.DataFrame({"query": [query] * len(urls), "url": urls, "place": range(1, len(urls) + 1)})


def test_scores_are_those_of_their_definitions() -> None:
    """Scores follow their definitions for a first hit, for hits at places 2 and 3 of three clicks, and for none."""
    clicked = searches(
        ("ann", "flu", "a"), ("bob", "flu", "b"), ("bob", "flu", "c"), ("bob", "flu", "elsewhere"), ("cy", "flu", "x")
    )
    found = scored(clicked, a_ranking("flu", "a", "b", "c", "d")).sort("user")
    assert found["precision"].to_list() == [1, 0, 0]
    assert found["recall"].to_list() == pytest.approx([1, 2 / 3, 0])
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert found["ndcg"].to_list() == pytest.approx([1, (1 / log2(3) + 1 / log2(4)) / ideal, 0])


def test_many_clicks_are_measured_against_ten() -> None:
    """For a user who clicked on twelve URLs, ten of them are perfect precision and incomplete recall."""
    urls = [f"u{number}" for number in range(12)]
    found = scored(searches(*(("ann", "flu", url) for url in urls)), a_ranking("flu", *urls[:10]))
    assert found["ndcg"].item() == pytest.approx(1)
    assert found["recall"].item() == pytest.approx(10 / 12)


def a_release(*clicks: tuple[str, str, int]) -> Released:
    table = pl.DataFrame(clicks, schema=["query", "url", "count"], orient="row")
    queries = pl.DataFrame({"query": ["flu", "lonely"], "count": [30, -2]})
    return Released(queries, table, {})


def test_unreleased_queries_score_zero_in_the_mean_over_all() -> None:
    """Of four held-out searches two are of a released query with clicks, one of one without, one of none."""
    held_out = searches(("ann", "flu", "a"), ("bob", "flu", "b"), ("cy", "lonely", "z"), ("di", "secret", "a")).lazy()
    found = evaluate(a_release(("flu", "a", 9), ("flu", "b", 4)), held_out)
    of_flu = 1 + 1 / log2(3)
    assert found.ndcg == pytest.approx(of_flu / 3)
    assert found.ndcg_all == pytest.approx(of_flu / 4)
    assert found.precision == pytest.approx(1 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert (found.queries_evaluated, found.searches_evaluated, found.searches_held_out) == (2, 3, 4)
    assert (found.distinct_released, found.impressions_released) == (2, 28)


def test_a_release_without_counts_has_no_impressions() -> None:
    """A release without counts reports no impressions instead of 0, and one without testable clicks scores 0."""
    bare = a_release(("flu", "a", 9))
    without = Released(bare.queries.with_columns(count=pl.lit(None, pl.Int64)), bare.clicks, {})
    found = evaluate(without, searches(("ann", "flu", "a")).lazy().filter(pl.lit(False)))
    assert found.impressions_released is None
    assert (found.ndcg, found.ndcg_all, found.searches_held_out) == (0, 0, 0)


def test_rankings_hold_ten_urls_in_a_settled_order() -> None:
    """Rankings have ten URLs, the strongest first, ties by text; queries that the graph lacks are left out."""
    clicks = [("flu", f"u{number:02}", 5) for number in range(12)] + [("flu", "z", 50)]
    graph = ClickGraph.of(a_release(*clicks).clicks)
    found = ranking(graph, pl.Series(["unknown", "flu"]), "forward")
    assert found["url"].to_list() == ["z", *(f"u{number:02}" for number in range(9))]
    assert found["place"].to_list() == list(range(1, 11))


def test_a_user_is_held_out_whole_and_always() -> None:
    """Users are held out whole, the same ones in any log, and a larger share contains the smaller one's users."""
    users = [f"u{number}" for number in range(4_000)]
    rows = searches(*((user, query, "a") for user in users for query in ("flu", "cold")))
    seen, held = (part.collect() for part in split(rows.lazy(), 0.1))
    assert len(seen) + len(held) == len(rows)
    assert not set(seen["user"]) & set(held["user"])
    assert held["user"].n_unique() / len(users) == pytest.approx(0.1, abs=0.02)
    fewer = split(rows.filter(pl.col("user").is_in(users[:500])).lazy(), 0.1)[1].collect()
    assert set(fewer["user"]) == set(held["user"]) & set(users[:500])
    assert set(held["user"]) < set(split(rows.lazy(), 0.3)[1].collect()["user"])


@pytest.mark.parametrize("share", [0, 1, -0.5, float("nan")])
def test_an_invalid_share_of_users_is_refused(share: float) -> None:
    """Holding out nobody or everybody is refused."""
    with pytest.raises(ParameterError, match="held-out is"):
        split(searches(("ann", "flu", "a")).lazy(), share)


def test_fears_are_ranked_by_their_counts() -> None:
    """Fears are ranked by the counts of what follows "fear of"; other queries with these letters don't count."""
    queries = pl.DataFrame(
        {"query": ["fear of heights", "fear of flying", "fear office", "no fear of it"], "count": [5, 9, 7, 8]}
    )
    assert after(queries, "Fear of").rows() == [("flying", 9), ("heights", 5)]
