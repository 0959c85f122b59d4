"""The small logs that audits release: a canary's searches, and other users who do nearly as much."""

from datetime import datetime, timedelta

import numpy as np
import polars as pl

from pdd_research.log_release.logs.log import in_order

CANARY = "canary"
"""The planted user that attacks look for, and the query that this user searches."""
_NOON = datetime(2006, 3, 1, 12)  # noqa: DTZ001  logs have no zone


def together(*rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows in a log's order: by user and time."""
    return in_order(pl.concat(rows))


def searches(user: str, queries: list[str]) -> pl.LazyFrame:
    """Return one user's searches, a second apart, each with a click on the query's own URL."""
    times = pl.Series([_NOON + timedelta(seconds=number) for number in range(len(queries))], dtype=pl.Datetime("us"))
    frame = pl.LazyFrame({"user": [user] * len(queries), "time": times, "query": queries})
    return frame.select("user", *_columns(pl.col("time"), pl.col("query"), pl.col("query")))


def one_each(queries: list[str]) -> pl.LazyFrame:
    """Return as many users as queries, each of whom searches one of them."""
    frame = pl.LazyFrame({"query": queries}, {"query": pl.String}).with_row_index("number")
    nowhere = pl.lit(None, pl.String)
    return frame.select(pl.format("u{}", "number").alias("user"), *_columns(pl.lit(_NOON), pl.col("query"), nowhere))


def nobody() -> pl.LazyFrame:
    """Return a bystander whose only query no attack looks for, because a log without rows can't be released."""
    return searches("nobody", ["else"])


def crowd(number: int, clicks: int) -> pl.LazyFrame:
    """Return users who search the canary's query, some of whom click on its URL, and one bystander.

    Args:
        number: how many users. Each searches once, or more often if there are more clicks than users.
        clicks: how many of these searches have a click; none if there are no users.
    """
    often = max(number, clicks if number else 0)
    rows = pl.LazyFrame({"row": np.arange(often)}).with_columns(user=pl.format("u{}", pl.col("row") % max(number, 1)))
    url = pl.when(pl.col("row") < clicks).then(pl.lit(CANARY))
    return together(nobody(), rows.select("user", *_columns(pl.lit(_NOON), pl.lit(CANARY), url)))


def _columns(time: pl.Expr, query: pl.Expr, url: pl.Expr) -> tuple[pl.Expr, ...]:
    rank = pl.lit(1, pl.Int32).alias("rank")
    return time.cast(pl.Datetime("us")).alias("time"), query.alias("query"), url.alias("url"), rank
