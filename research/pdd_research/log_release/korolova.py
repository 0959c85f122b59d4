"""Algorithm 1 of Korolova et al. (WWW '09): queries whose noisy count exceeds a threshold, with fresh noisy counts."""

from dataclasses import asdict

import numpy as np
import polars as pl

from pdd_research.log_release.activity import counts_of_first_searches
from pdd_research.log_release.counting import clicks_on, law_of, noised
from pdd_research.log_release.korolova_theorem import Parameters, guarantee
from pdd_research.log_release.noise import exceed
from pdd_research.log_release.release import Release

THEOREM = (
    "Korolova, Kenthapadi, Mishra and Ntoulas, Releasing search queries and clicks privately, WWW '09, theorem 1: "
    "for logs that differ in one user, each user's first d searches and first d_c clicks being counted"
)


def release(rows: pl.LazyFrame, parameters: Parameters, results: pl.DataFrame | None = None) -> Release:
    """Release a log's queries, and of the public `results` of those released how often each was clicked.

    `rows` are those of a `Log`, normalised or as written; `results` has query and url, and never comes from the log.
    Without `b_q` queries have no counts (null); without `b_c` or results no clicks are released.
    """
    counted = counts_of_first_searches(rows, parameters.d).collect(engine="streaming")
    counts = counted["count"].to_numpy().astype(np.int64)
    chosen = exceed(counts, parameters.threshold, law_of(parameters.b))
    # In the order of their text: any order that the log had would say something of it.
    queries = counted.filter(pl.Series(chosen)).sort("query")
    return Release(
        queries.with_columns(count=noised(queries["count"], parameters.b_q)),
        clicks_on(results, queries["query"], rows, parameters.d_c, parameters.b_c),
        _manifest(parameters),
    )


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
