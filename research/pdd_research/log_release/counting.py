"""Noisy counts of what is released: of queries, and of clicks on their public results (Algorithm 1, steps 5 and 6)."""

from decimal import Decimal

import numpy as np
import polars as pl

from pdd_research.log_release.activity import first_clicks
from pdd_research.log_release.noise import Laplace


def law_of(scale: float) -> Laplace:
    """The discrete Laplace law of exactly this scale."""
    return Laplace(Decimal(scale))


def noised(counts: pl.Series, scale: float | None) -> pl.Series:
    """Each count with noise of this scale; nulls where there is none."""
    if scale is None:
        return pl.Series([None] * len(counts), dtype=pl.Int64)
    return pl.Series(law_of(scale).add(counts.to_numpy().astype(np.int64)))


def clicks_on(
    results: pl.DataFrame | None, queries: pl.Series, rows: pl.LazyFrame, most: int, scale: float | None
) -> pl.DataFrame:
    """For each of these queries and each of its public results, the noisy number of clicks, also where it was 0.

    The first `most` clicks of a user count. Without results or a scale there are no rows.
    """
    if results is None or scale is None:
        return pl.DataFrame(schema={"query": pl.String, "url": pl.String, "count": pl.Int64})
    clicked = first_clicks(rows, most).group_by("query", "url").len("count").collect(engine="streaming")
    shown = results.filter(pl.col("query").is_in(queries.implode())).sort("query", "url")
    found = shown.join(clicked, on=["query", "url"], how="left", maintain_order="left")
    return found.with_columns(count=noised(found["count"].fill_null(0), scale))
