"""What of a user's activity counts: the first searches and the first clicks (WWW '09, Algorithm 1, step 2).

Which come first depends on the user's own rows alone; those of one time keep the order that the log has them in.
"""

import polars as pl

from pdd_research.log_release.log import normalised


def first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` searches of each user: user, query. Rows of one user, time and query are clicks of one search.

    Queries are normalised once they are this few, which may make two of a user's alike; one that is then empty is gone.
    """
    keys = ("user", "time", "query")
    ordered = rows.select(keys).sort("user", "time", maintain_order=True)
    another = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in keys)
    return _first(ordered.filter(another), most, "query")


def first_clicks(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` clicks of each user: user, query, url."""
    clicks = rows.filter(pl.col("url").is_not_null()).select("user", "time", "query", "url")
    return _first(clicks.sort("user", "time", maintain_order=True), most, "query", "url")


def _first(ordered: pl.LazyFrame, most: int, *columns: str) -> pl.LazyFrame:
    """Of each user's rows, which are in order, the first so many."""
    kept = ordered.group_by("user").agg(pl.col(column).head(most) for column in columns).explode(*columns)
    return kept.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")
