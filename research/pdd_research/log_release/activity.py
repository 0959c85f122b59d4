"""What of a user's activity counts: the first searches and the first clicks (WWW '09, Algorithm 1, step 2).

Which come first depends on the user's own rows alone; those of one time keep the order that the log has them in. Rows
are in order of user and time, as a `Log` has them.
"""

import polars as pl

from pdd_research.log_release.log import normalised


def first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` searches of each user: user, query. Rows of one user, time and query are clicks of one search.

    Queries are normalised once they are this few, which may make two of a user's alike; one that is then empty is gone.
    """
    return _normalised(_first(_searches(rows), most, "query"))


def counts_of_first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """How often each query is among the first `most` searches of all users: query, count."""
    written = _first(_searches(rows), most, "query").group_by("query").len("count")
    return _normalised(written).group_by("query").agg(pl.col("count").sum())


def first_clicks(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` clicks of each user: user, query, url."""
    return _normalised(_first(rows.filter(pl.col("url").is_not_null()), most, "query", "url"))


def _searches(rows: pl.LazyFrame) -> pl.LazyFrame:
    keys = ("user", "time", "query")
    another = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in keys)
    return rows.select(keys).filter(another)


def _first(rows: pl.LazyFrame, most: int, *columns: str) -> pl.LazyFrame:
    """Of each user's rows the first so many."""
    first = (pl.col(column).sort_by("time", maintain_order=True).head(most) for column in columns)
    return rows.group_by("user").agg(first).explode(*columns)


def _normalised(rows: pl.LazyFrame) -> pl.LazyFrame:
    return rows.with_columns(query=normalised(pl.col("query"))).filter(pl.col("query") != "")
