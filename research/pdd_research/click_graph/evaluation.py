"""How well a release's click graph finds the pages that held-out users clicked."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.click_graph.graph import ClickGraph
from pdd_research.click_graph.release_reader import Released
from pdd_research.click_graph.walks import Direction, Hops, hops, retrieved

DEPTH = 10
"""How many ranked URLs are evaluated."""
_BATCH = 4_000
"""The number of queries whose walks are in memory at a time."""


@dataclass(frozen=True)
class Evaluation:
    """The quality of document retrieval by a release. Searches with clicks count once each.

    Attributes:
        ndcg: mean nDCG@10 over the held-out searches whose query was released; 0 for a released query without clicks.
        precision: mean precision@1 likewise.
        recall: mean recall@10 likewise.
        queries_evaluated: the number of different queries of these searches.
        ndcg_all: mean nDCG@10 over all held-out searches with clicks; 0 if the query was not released, so a release is
            charged for what it leaves out.
        distinct_released: the number of released queries.
        impressions_released: the sum of released counts; None if queries have no counts.
        searches_evaluated: the number of held-out searches whose query was released.
        searches_held_out: the number of held-out searches with clicks.
    """

    ndcg: float
    precision: float
    recall: float
    queries_evaluated: int
    ndcg_all: float
    distinct_released: int
    impressions_released: int | None
    searches_evaluated: int
    searches_held_out: int


def evaluate(
    released: Released, held_out: pl.LazyFrame, min_clicks: int = 1, direction: Direction = "forward"
) -> Evaluation:
    """Rank URLs by random walks from each released query, and return how well the ranking finds the clicked URLs.

    A search's relevant URLs are those clicked in it, each with a gain of 1 in nDCG.

    Args:
        released: the release.
        held_out: a log's rows of users whom the release didn't see, with normalised queries.
        min_clicks: the fewest clicks of an edge of the graph.
        direction: of the walks, see `walks.retrieved`.
    """
    graph = ClickGraph.of(released.clicks, min_clicks)
    clicked = held_out.drop_nulls("url").select("user", "time", "query", "url").unique().sort(pl.all()).collect()
    known = clicked.filter(pl.col("query").is_in(released.queries["query"].implode()))
    scores = scored(known, ranking(graph, known["query"].unique(), direction))
    searches = clicked.select("user", "time", "query").n_unique()
    counts = released.queries.get_column("count")
    return Evaluation(
        ndcg=_mean(scores["ndcg"], len(scores)),
        precision=_mean(scores["precision"], len(scores)),
        recall=_mean(scores["recall"], len(scores)),
        queries_evaluated=known["query"].n_unique(),
        ndcg_all=_mean(scores["ndcg"], searches),
        distinct_released=len(counts),
        impressions_released=None if counts.has_nulls() else int(counts.sum()),
        searches_evaluated=len(scores),
        searches_held_out=searches,
    )


def ranking(graph: ClickGraph, queries: pl.Series, direction: Direction = "forward") -> pl.DataFrame:
    """Return the first DEPTH URLs for each of these queries that is in the graph: query, url, place (from 1).

    URLs with equal weights are in alphabetical order.
    """
    there = queries.filter(queries.is_in(graph.queries.implode())).sort()
    positions = graph.queries.search_sorted(there).to_numpy().astype(np.int64)
    walk = hops(graph, direction)
    batches = [_places(graph, walk, positions[start : start + _BATCH]) for start in range(0, len(positions), _BATCH)]
    schema = {"query": pl.String, "url": pl.String, "place": pl.Int64}
    return pl.concat([pl.DataFrame(schema=schema), *batches])


def _places(graph: ClickGraph, walk: Hops, positions: NDArray[np.int64]) -> pl.DataFrame:
    """Return the ranking, as `ranking` does, for the queries at these positions in the graph."""
    found = retrieved(walk, positions).tocoo()
    rows, columns = found.coords
    weights = pl.DataFrame({"row": rows, "column": columns, "weight": found.data})
    best = weights.sort(["row", "weight", "column"], descending=[False, True, False]).with_columns(
        place=pl.int_range(1, pl.len() + 1).over("row")
    )
    kept = best.filter(pl.col("place") <= DEPTH)
    return pl.DataFrame(
        {
            "query": graph.queries.gather(pl.Series(positions[kept["row"].to_numpy()])),
            "url": graph.urls.gather(kept["column"]),
            "place": kept["place"],
        }
    )


def scored(clicked: pl.DataFrame, ranked: pl.DataFrame) -> pl.DataFrame:
    """Return the ndcg, precision and recall of each search under a ranking.

    Args:
        clicked: user, time, query and url, a row for each URL clicked.
        ranked: what `ranking` returns.

    Returns:
        A row for each search, in the order of `clicked`, with columns user, time, query, ndcg, precision, recall, and
        two that the computation needs.
    """
    placed = clicked.join(ranked, on=["query", "url"], how="left", maintain_order="left")
    gain = 1 / (pl.col("place") + 1).log(2)
    best = np.concatenate(([0.0], np.cumsum(1 / np.log2(np.arange(2, DEPTH + 2)))))
    searches = placed.group_by("user", "time", "query", maintain_order=True).agg(
        gained=gain.fill_null(0).sum(),
        precision=(pl.col("place") == 1).any().cast(pl.Float64),
        recall=pl.col("place").is_not_null().mean(),
        most=pl.len().clip(upper_bound=DEPTH),
    )
    ideal = pl.Series(best).gather(searches["most"])
    return searches.with_columns(ndcg=pl.col("gained") / ideal)


def _mean(scores: pl.Series, over: int) -> float:
    return float(scores.sum()) / over if over else 0.0
