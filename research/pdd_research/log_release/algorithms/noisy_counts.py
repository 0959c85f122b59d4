"""Noisy counts of released queries and clicks (Algorithm 1, steps 5 and 6)."""

from collections.abc import Callable
from decimal import Decimal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.log_release.algorithms.noise import Laplace
from pdd_research.log_release.logs.activity import Activity, Contributions

Selection = Callable[[Contributions], NDArray[np.bool_]]
"""A private selection: returns for each item whether it is released."""


def law_of(scale: float) -> Laplace:
    """Return the discrete Laplace law of exactly this scale."""
    return Laplace(Decimal(scale))


def noised(counts: pl.Series, scale: float | None) -> pl.Series:
    """Return each count with noise of this scale; nulls if the scale is None."""
    if scale is None:
        return pl.Series([None] * len(counts), dtype=pl.Int64)
    return pl.Series(law_of(scale).add(counts.to_numpy().astype(np.int64)))


def selected(found: Contributions, selection: Selection, scale: float | None) -> pl.DataFrame:
    """Return the items that a selection releases, with noisy counts, in alphabetical order.

    Any order taken from the log, such as by true count, would reveal something about it.

    Args:
        found: the items and their counts, with users' contributions limited.
        selection: decides privately which items are released.
        scale: the scale of the noise on counts; None for null counts.
    """
    chosen = pl.Series(selection(found), dtype=pl.Boolean)
    items = found.items.filter(chosen)
    kept = items.sort([name for name in items.columns if name != "count"])
    return kept.with_columns(count=noised(kept["count"], scale))


def clicks_on(
    results: pl.DataFrame | None, queries: pl.Series, activity: Activity, most: int, scale: float | None
) -> pl.DataFrame:
    """Return the noisy number of clicks of each public result of each query, also where nobody clicked.

    Leaving out results without a click would reveal which have one.

    Args:
        results: public result lists (query, url); None for no rows.
        queries: the released queries.
        activity: the log's clicks.
        most: the most clicks of one user that count, its first.
        scale: the scale of the noise; None for no rows.
    """
    if results is None or scale is None:
        return pl.DataFrame(schema={"query": pl.String, "url": pl.String, "count": pl.Int64})
    shown = results.filter(pl.col("query").is_in(queries.implode())).sort("query", "url")
    found = shown.join(activity.clicks(most).items, on=["query", "url"], how="left", maintain_order="left")
    return found.with_columns(count=noised(found["count"].fill_null(0), scale))
