"""What people search after some words, such as "fear of" for the ranking of fears (WWW '09, section 7.2.1)."""

import polars as pl


def after(queries: pl.DataFrame, words: str) -> pl.DataFrame:
    """Return the rest of each query that starts with these words, largest count first.

    Args:
        queries: a release's queries (query, count).
        words: the start, such as "fear of"; a space must follow it in the query.

    Returns:
        The columns rest and count. Queries without a count come last.
    """
    start = words.strip().lower() + " "
    rest = pl.col("query").str.strip_prefix(start).alias("rest")
    found = queries.filter(pl.col("query").str.starts_with(start)).select(rest, "count")
    return found.sort(["count", "rest"], descending=[True, False], nulls_last=True)
