"""Releases without differential privacy, to compare with: every query, and every query of at least k users."""

import polars as pl

from pdd_research.errors import ParameterError
from pdd_research.log_release.release import Release

NO_THEOREM = "none: this release protects nobody, and is made for comparison alone"


def raw(rows: pl.LazyFrame) -> Release:
    """Release every query and every click with its exact count; this protects nobody, and its manifest says so."""
    return _release(rows, rows, {"algorithm": "raw", "parameters": {}})


def k_anonymous(rows: pl.LazyFrame, k: int) -> Release:
    """Release the queries of at least k users, and the clicks that at least k users made, with exact counts.

    Args:
        rows: the rows of a `Log`, with normalised queries.
        k: the fewest users, 1 or more.

    Returns:
        The release. Its manifest claims no epsilon.

    Raises:
        ParameterError: if k is below 1.
    """
    if k < 1:
        raise ParameterError(f"k is {k}; it must be 1 or more")
    queries = _by_at_least(rows, k, "query")
    clicks = _by_at_least(rows.filter(pl.col("url").is_not_null()), k, "query", "url")
    searched = rows.join(queries, on="query", how="semi")
    clicked = searched.join(clicks, on=["query", "url"], how="semi")
    return _release(searched, clicked, {"algorithm": "k-anonymous", "parameters": {"k": k}})


def _by_at_least(rows: pl.LazyFrame, k: int, *keys: str) -> pl.LazyFrame:
    users = rows.group_by(keys).agg(pl.col("user").n_unique().alias("users"))
    return users.filter(pl.col("users") >= k).select(keys)


def _release(searched: pl.LazyFrame, clicked: pl.LazyFrame, made: dict[str, object]) -> Release:
    searches = searched.select("user", "time", "query").unique()
    queries = searches.group_by("query").len("count").sort("query")
    clicks = clicked.drop_nulls("url").group_by("query", "url").len("count").sort("query", "url")
    counts = pl.col("count").cast(pl.Int64)
    return Release(
        queries.with_columns(counts).collect(engine="streaming"),
        clicks.with_columns(counts).collect(engine="streaming"),
        {**made, "epsilon": None, "delta": None, "theorem": NO_THEOREM},
    )
