"""Algorithm 1 of Korolova et al. (WWW '09): queries whose noisy count exceeds a threshold, with fresh noisy counts."""

from dataclasses import asdict
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.log_release.algorithms.korolova_accounting import Parameters, guarantee
from pdd_research.log_release.algorithms.noise import exceed
from pdd_research.log_release.algorithms.noisy_counts import clicks_on, law_of, selected
from pdd_research.log_release.logs.activity import Activity, Contributions, activity_of
from pdd_research.log_release.release import Release, with_urls

THEOREM = (
    "Korolova, Kenthapadi, Mishra and Ntoulas, Releasing search queries and clicks privately, WWW '09, theorem 1: "
    "for logs that differ in one user, each user's first d searches and first d_c clicks being counted"
)
TIGHT = "delta by docs/reference/privacy.md, A lower threshold for Algorithm 1"


def release(
    log: pl.LazyFrame | Activity,
    parameters: Parameters,
    results: pl.DataFrame | None = None,
    urls: Parameters | None = None,
) -> Release:
    """Release a log's queries and, for each, URLs with their numbers of clicks, by Algorithm 1.

    Args:
        log: the rows of a `Log`, normalised or as written, or its activity on another engine.
        parameters: caps, noise scales and threshold. Without `b_q` the counts of queries are null.
        results: public result lists (columns query and url). They must not be derived from the log.
        urls: parameters to select URLs of the log itself instead, as queries are selected. There `d` is the cap on a
            user's clicks on released queries.

    Returns:
        The released queries and clicks, with a manifest of the parameters and their cost.
    """
    activity = activity_of(log)
    queries = selected(activity.searches(parameters.d), lambda found: chosen(found, parameters), parameters.b_q)
    if urls is None:
        clicks = clicks_on(results, queries["query"], activity, parameters.d_c, parameters.b_c)
        return Release(queries, clicks, _manifest(parameters))
    pairs = activity.clicks(urls.d, queries["query"])
    clicks = selected(pairs, lambda found: chosen(found, urls), urls.b_q)
    cost = guarantee(urls)
    epsilon_of = {"selection": cost.selection, "counts": cost.query_counts}
    return Release(queries, clicks, with_urls(_manifest(parameters), asdict(urls), epsilon_of, cost.delta))


def chosen(found: Contributions, parameters: Parameters) -> NDArray[np.bool_]:
    """Return for each item whether its noisy count exceeds the threshold (Algorithm 1, step 4)."""
    counts = found.items["count"].to_numpy().astype(np.int64)
    return exceed(counts, parameters.threshold, law_of(parameters.b))


def _manifest(parameters: Parameters) -> dict[str, Any]:
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
        "theorem": f"{THEOREM}; {TIGHT}" if parameters.tight else THEOREM,
    }
