"""The claims tried on the real algorithms: neighbouring tiny logs, released thousands of times, and broken variants.

A log is copied with users, queries and URLs of its own each, so that one release is as many independent runs.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from math import exp

import polars as pl
import pytest
from scipy import stats

from pdd_research.log_release.algorithms import baselines, korolova, pool, set_union
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, guarantee, optimal
from pdd_research.log_release.algorithms.pool_accounting import Pool, Step
from pdd_research.log_release.algorithms.set_union import Counts
from pdd_research.log_release.algorithms.set_union_accounting import Round, Union, plan
from pdd_research.log_release.logs.log import COLUMNS, in_order
from pdd_research.log_release.release import Release

COPIES = 6_000
CONFIDENCE = 1 - 1e-6
NOON = datetime(2006, 3, 1, 12)
OTHERS = [("a", "flu", "x.example"), ("b", "flu", "x.example"), ("b", "cold", "y.example"), ("c", "flu", "x.example")]
ONE_MORE = [("u", "flu", "x.example"), ("u", "mine", "z.example"), ("u", "flu", "own.example")]
"""A user who searches what others do and what nobody does, and clicks on what nobody else clicked on."""

Releasing = Callable[[pl.LazyFrame], Release]
Outcome = tuple[str, ...]


def copied(rows: list[tuple[str, str, str]]) -> pl.LazyFrame:
    """Return a tiny log many times; each of its rows is a search with a click."""
    table = [
        (f"{n} {user}", NOON + timedelta(minutes=minute), f"{n} {query}", f"{n}.{url}", 1)
        for n in range(COPIES)
        for minute, (user, query, url) in enumerate(rows)
    ]
    return in_order(pl.LazyFrame(table, schema=dict(COLUMNS), orient="row"))


WITH, WITHOUT = copied(OTHERS + ONE_MORE), copied(OTHERS)
"""A copy of a release whose user is there, and one whose is not."""


def seen(found: Release) -> Counter[Outcome]:
    """Return how many copies had each outcome: released queries and pairs with rough counts."""
    queries = found.queries.select(copy=pl.col("query").str.split(" ").list.first(), said=_said("query"))
    clicks = found.clicks.select(copy=pl.col("query").str.split(" ").list.first(), said=_said("query", "url"))
    together = pl.concat([queries, clicks]).group_by("copy").agg(pl.col("said").sort())
    outcomes = Counter(map(tuple, together["said"].to_list()))
    outcomes[()] = COPIES - outcomes.total()
    return outcomes


def _said(*names: str) -> pl.Expr:
    """Return a released item without its copy's number, and whether its count is above 4."""
    item = pl.concat_str([pl.col(name).str.replace(r"^\d+[ .]", "") for name in names], separator=" > ")
    return pl.concat_str([item, (pl.col("count") > 4).cast(pl.String).fill_null("")], separator=" ")


def excess(releasing: Releasing, epsilon: float, delta: float) -> float:
    """Return by how much a set of outcomes is likelier in one neighbouring log than epsilon and delta allow.

    The set is chosen on one run and tried on another; the bounds on both probabilities hold with CONFIDENCE.
    """
    found = [[seen(releasing(log)) for log in (WITH, WITHOUT)] for _ in range(2)]
    worst = 0.0
    for one, other in ((0, 1), (1, 0)):
        chosen = [out for out, n in found[0][one].items() if n > exp(epsilon) * found[0][other][out]]
        likely, unlikely = (sum(found[1][log][out] for out in chosen) for log in (one, other))
        low = stats.beta.ppf(1 - CONFIDENCE, likely, COPIES - likely + 1) if likely else 0.0
        high = stats.beta.ppf(CONFIDENCE, unlikely + 1, COPIES - unlikely) if unlikely < COPIES else 1.0
        worst = max(worst, float(low - exp(epsilon) * high - delta))
    return worst


ALGORITHM_1 = Parameters(2, *optimal(0.5, 0.05, 2), b_q=8.0)
UNION = plan(0.5, 0.05, 2)
LITTLE_NOISE = Round(0.05, 3.05)
"""A threshold between what "flu" weighs with and without the user, and far above what the user's own weighs."""


def by_algorithm_1(log: pl.LazyFrame, used: Parameters = ALGORITHM_1, urls: bool = True) -> Release:
    """Release by algorithm 1: queries and pairs at 0.5 each, counts of both at 0.25 each."""
    return korolova.release(log, used, None, used if urls else None)


def by_union(log: pl.LazyFrame, used: Union = UNION, urls: bool = True) -> Release:
    """Release the same by the private union."""
    return set_union.release(log, used, Counts(8.0, 2, 8.0) if urls else Counts(8.0), None, used if urls else None)


def by_pool(log: pl.LazyFrame, narrower: float = 1) -> Release:
    """Release from a public pool, with counts of queries and clicks: 0.5 each."""
    public = pl.Series([f"{n} {query}" for n in range(COPIES) for query in ("flu", "mine")])
    results = pl.DataFrame({"query": public, "url": [f"{name.split()[0]}.x.example" for name in public]})
    select, count = Step(2, 4.0 * narrower, 3), Step(2, 4.0 * narrower)
    return pool.release(log, public, Pool(select, query_counts=count, click_counts=count), results)


LOW_THRESHOLD = partial(by_algorithm_1, used=replace(ALGORITHM_1, K=2))
LOW_UNION = partial(by_union, used=replace(UNION, rounds=(replace(UNION.rounds[-1], threshold=1.0),)))


@pytest.mark.parametrize(
    ("releasing", "epsilon", "delta"),
    [(by_algorithm_1, 1.5, 0.1), (by_union, 1.5, 0.1), (by_pool, 1.5, 0.0)],
    ids=["korolova", "set-union", "pool"],
)
def test_neighbours_are_as_close_as_claimed(releasing: Releasing, epsilon: float, delta: float) -> None:
    """No set of outcomes, pairs and counts included, distinguishes a log with one user more than the manifest says."""
    manifest = releasing(WITH.head(0)).manifest
    assert (manifest["epsilon"], manifest["delta"]) == (pytest.approx(epsilon), pytest.approx(delta))
    assert excess(releasing, epsilon, delta) <= 0


@pytest.mark.parametrize(
    ("releasing", "epsilon", "delta"),
    [
        (LOW_THRESHOLD, 1.5, 0.1),
        (partial(by_algorithm_1, used=replace(ALGORITHM_1, K=3, b=0.2)), 1.5, 0.1),
        (LOW_UNION, 1.5, 0.1),
        (partial(by_union, used=replace(UNION, rounds=(LITTLE_NOISE,))), 1.5, 0.1),
        (partial(by_pool, narrower=0.05), 1.5, 0.0),
        (baselines.raw, 1.5, 0.1),
        (partial(baselines.k_anonymous, k=4), 1.5, 0.1),
    ],
    ids=["low threshold", "little noise", "low union", "little union noise", "little pool noise", "raw", "k-anonymous"],
)
def test_a_broken_release_is_found_out(releasing: Releasing, epsilon: float, delta: float) -> None:
    """A release with too low a threshold, too little noise or none is found out."""
    assert excess(releasing, epsilon, delta) > 0


@pytest.mark.parametrize("releasing", [by_algorithm_1, by_union])
def test_pairs_cost_their_own_share(releasing: Callable[..., Release]) -> None:
    """The manifest states the cost of URLs from the log, which adds up; without them it has no such part."""
    whole, queries = releasing(WITH.head(0)).manifest, releasing(WITH.head(0), urls=False).manifest
    assert whole["delta"] == pytest.approx(queries["delta"] + whole["urls"]["delta"])
    assert whole["queries"] == {name: queries[name] for name in ("epsilon", "delta")}
    assert guarantee(Parameters(2, *optimal(0.5, 0.05, 2))).delta == pytest.approx(whole["urls"]["delta"])
    assert "urls" not in queries


@pytest.mark.parametrize("releasing", [LOW_THRESHOLD, LOW_UNION])
def test_pairs_are_of_released_queries_alone(releasing: Releasing) -> None:
    """Each released pair's query is released, and its URLs are the log's."""
    found = releasing(WITH)
    assert len(found.clicks) > COPIES // 4
    assert found.clicks["query"].is_in(found.queries["query"].implode()).all()
