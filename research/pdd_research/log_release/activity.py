"""What of a user's activity counts: the first searches and the first clicks (WWW '09, Algorithm 1, step 2)."""

import polars as pl


def first_searches(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` searches of each user: user, query. Rows of one user, time and query are clicks of one search.

    Which come first depends on the user's own rows alone; searches of the same time go by their text.
    """
    searches = rows.select("user", "time", "query").unique()
    return _first(searches, most, ["user", "time", "query"]).select("user", "query")


def first_clicks(rows: pl.LazyFrame, most: int) -> pl.LazyFrame:
    """The first `most` clicks of each user: user, query, url; at the same time by query, rank and URL."""
    clicks = rows.filter(pl.col("url").is_not_null())
    return _first(clicks, most, ["user", "time", "query", "rank", "url"]).select("user", "query", "url")


def _first(rows: pl.LazyFrame, most: int, order: list[str]) -> pl.LazyFrame:
    """Of each user's rows in this order, the first so many."""
    return rows.sort(order).filter(pl.int_range(pl.len()).over("user") < most)
