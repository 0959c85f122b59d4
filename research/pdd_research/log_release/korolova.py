"""Algorithm 1 of Korolova et al. (WWW '09): queries whose noisy count exceeds a threshold, with fresh noisy counts."""

from dataclasses import asdict
from decimal import Decimal

import numpy as np
import polars as pl

from pdd_research.log_release.activity import first_clicks, first_searches
from pdd_research.log_release.korolova_theorem import Parameters, guarantee
from pdd_research.log_release.noise import Laplace, exceed
from pdd_research.log_release.release import Release

THEOREM = (
    "Korolova, Kenthapadi, Mishra and Ntoulas, Releasing search queries and clicks privately, WWW '09, theorem 1: "
    "for logs that differ in one user, each user's first d searches and first d_c clicks being counted"
)


def release(rows: pl.LazyFrame, parameters: Parameters, results: pl.DataFrame | None = None) -> Release:
    """Release a log's queries, and of the public `results` of those released how often each was clicked.

    `rows` are those of a `Log`; `results` has query and url, and never comes from the log. Without `b_q` queries have
    no counts (null); without `b_c` or results no clicks are released.
    """
    counted = first_searches(rows, parameters.d).group_by("query").len("count").collect(engine="streaming")
    counts = counted["count"].to_numpy().astype(np.int64)
    chosen = exceed(counts, parameters.threshold, _law(parameters.b))
    # In the order of their text: any order that the log had would say something of it.
    queries = counted.filter(pl.Series(chosen)).sort("query")
    return Release(
        queries.with_columns(count=_noised(queries["count"], parameters.b_q)),
        _clicks(rows, parameters, queries, results),
        _manifest(parameters),
    )


def _clicks(
    rows: pl.LazyFrame, parameters: Parameters, queries: pl.DataFrame, results: pl.DataFrame | None
) -> pl.DataFrame:
    """For each released query and each of its public results, the noisy number of clicks, also where it was 0."""
    if results is None or parameters.b_c is None:
        return pl.DataFrame(schema={"query": pl.String, "url": pl.String, "count": pl.Int64})
    clicked = first_clicks(rows, parameters.d_c).group_by("query", "url").len("count").collect(engine="streaming")
    shown = results.join(queries.select("query"), on="query", how="semi").sort("query", "url")
    found = shown.join(clicked, on=["query", "url"], how="left", maintain_order="left")
    return found.with_columns(count=_noised(found["count"].fill_null(0), parameters.b_c))


def _noised(counts: pl.Series, scale: float | None) -> pl.Series:
    if scale is None:
        return pl.Series([None] * len(counts), dtype=pl.Int64)
    return pl.Series(_law(scale).add(counts.to_numpy().astype(np.int64)))


def _law(scale: float) -> Laplace:
    return Laplace(Decimal(scale))


def _manifest(parameters: Parameters) -> dict[str, object]:
    cost = guarantee(parameters)
    return {
        "algorithm": "korolova",
        "parameters": {**asdict(parameters), "threshold": parameters.threshold, "noise": "discrete-laplace"},
        "epsilon": cost.epsilon,
        "delta": cost.delta,
        "epsilon_of": {
            "selection": cost.selection,
            "query_counts": cost.query_counts,
            "click_counts": cost.click_counts,
        },
        "neighbours": "one user's whole activity",
        "theorem": THEOREM,
    }
