"""Manifests of right releases, and of releases with only part of the noise that they claim."""

from typing import Any

import polars as pl

from pdd_research.log_release.algorithms import korolova, pool, set_union
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step, selecting
from pdd_research.log_release.algorithms.set_union import Counts
from pdd_research.log_release.algorithms.set_union_accounting import plan

D = 3
NOTHING = pl.LazyFrame(
    schema={"user": pl.String, "time": pl.Datetime("us"), "query": pl.String, "url": pl.String, "rank": pl.Int32}
)


def korolova_manifest(noise: float = 1.0, urls: bool = False) -> dict[str, Any]:
    """Return a manifest of epsilon 2 at delta 1e-4, with this part of its noise."""
    threshold, scale = optimal(1.0, 1e-4, D)
    right = Parameters(D, threshold, scale, D / 0.5, 2, 2 / 0.5)
    of_urls = Parameters(2, *optimal(0.5, 1e-4, 2), 2 / 0.5) if urls else None
    manifest = korolova.release(NOTHING, right, None, of_urls).manifest
    less = {"b": scale * noise, "b_q": D / 0.5 * noise, "b_c": 2 / 0.5 * noise}
    return {**manifest, "parameters": {**manifest["parameters"], **less}}


def union_manifest(noise: float = 1.0, urls: bool = False) -> dict[str, Any]:
    """Return a manifest of epsilon 1 for the union's selection, 1 for counts, and as much for URLs."""
    right = plan(1.0, 1e-4, D)
    of_urls = plan(1.0, 1e-4, 2) if urls else None
    counts = Counts(D / 1.0, 2, 2 / 1.0) if urls else Counts(D / 1.0)
    manifest = set_union.release(NOTHING, right, counts, None, of_urls).manifest
    rounds = [{**one, "sigma": one["sigma"] * noise} for one in manifest["parameters"]["rounds"]]
    return {**manifest, "parameters": {**manifest["parameters"], "rounds": rounds, "b_q": D * noise}}


CAP, PUBLIC = 2, 20
PLAN = Pool(
    selecting(1.0, CAP, PUBLIC),
    selecting(1.0, CAP, PUBLIC),
    Step(CAP, CAP / 0.5),
    Step(CAP, CAP / 0.5),
    selecting(0.5, CAP, PUBLIC**2),
    Step(CAP, CAP / 0.5),
)
"""Epsilon 2 for queries, their counts and clicks, 1 for terms, and 1 for transitions with their counts."""


def pool_manifest(noise: float = 1.0) -> dict[str, Any]:
    """Return a manifest of this plan with this part of its steps' noise."""
    made = pool.release(NOTHING, pl.Series(["flu"]), PLAN).manifest
    steps = {
        name: {**step, "scale": step["scale"] * noise} if isinstance(step, dict) else step
        for name, step in made["parameters"].items()
    }
    return {**made, "parameters": steps}
