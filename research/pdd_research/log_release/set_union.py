"""Private set union: queries whose noisy weight exceeds a threshold, in two rounds (docs/privacy.md)."""

import os
from dataclasses import asdict, dataclass
from math import isqrt

import mpmath
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.log_release.activity import first_searches
from pdd_research.log_release.counting import clicks_on, noised
from pdd_research.log_release.noise import BITS, RandomBytes, happen
from pdd_research.log_release.release import Release
from pdd_research.log_release.set_union_theorem import Round, Union

UNIT = 512
"""Weights are whole numbers of 1 / UNIT, rounded down: sums are exact, and few of them differ."""
_FAR = 20
"""Standard deviations beyond which a tail has none of its first BITS bits."""
_PRECISION = BITS + 64
THEOREM = (
    "docs/privacy.md, Private set union: for logs that differ in one user, each user's first d searches being counted"
)


@dataclass(frozen=True)
class Counts:
    """The scales of noisy counts, None where they are left out, which cost as in Algorithm 1; `d_c` clicks a user."""

    b_q: float | None = None
    d_c: int = 0
    b_c: float | None = None

    def epsilon(self, d: int) -> float:
        """What they add to the epsilon of the union."""
        queries = d / self.b_q if self.b_q is not None else 0.0
        return queries + (self.d_c / self.b_c if self.b_c is not None else 0.0)


def release(rows: pl.LazyFrame, union: Union, counts: Counts, results: pl.DataFrame | None = None) -> Release:
    """Release a log's queries, and counts of them and of clicks on their public results as `korolova` does."""
    searches = first_searches(rows, union.d).collect(engine="streaming")
    owned = _owned(searches)
    chosen = pl.Series(owned.names.gather(np.flatnonzero(united(owned, union))))
    counted = searches.filter(pl.col("query").is_in(chosen.implode())).group_by("query").len("count").sort("query")
    return Release(
        counted.with_columns(count=noised(counted["count"], counts.b_q)),
        clicks_on(results, counted["query"], rows, counts.d_c, counts.b_c),
        _manifest(union, counts),
    )


@dataclass(frozen=True)
class Owned:
    """Who searched what, each pair once: `users` and `queries` by number, and the queries' names."""

    users: NDArray[np.uint32]
    queries: NDArray[np.uint32]
    names: pl.Series


def _owned(searches: pl.DataFrame) -> Owned:
    numbered = searches.unique().select(
        user=pl.col("user").rank("dense") - 1, number=pl.col("query").rank("dense") - 1, query="query"
    )
    names = numbered.select("number", "query").unique().sort("number")["query"]
    return Owned(numbered["user"].to_numpy(), numbered["number"].to_numpy(), names)


def united(owned: Owned, union: Union, random: RandomBytes = os.urandom) -> NDArray[np.bool_]:
    """Of each query, whether it is released.

    After the first round each user drops what it released and what it made hopeless, and shares a whole new weight
    among the rest. Nothing is drawn for queries that nobody searched: they can neither be released nor be dropped.
    """
    released = np.zeros(len(owned.names), np.bool_)
    open_queries = np.ones(len(owned.names), np.bool_)
    for one in union.rounds:
        kept = open_queries[owned.queries]
        weights = _weights(owned.users[kept], owned.queries[kept], len(owned.names))
        places = np.flatnonzero(open_queries)
        passed, hopeful = _pass(weights[places], one, random)
        released[places[passed]] = True
        open_queries[places[passed | ~hopeful]] = False
    return released


def _weights(users: NDArray[np.uint32], queries: NDArray[np.uint32], number: int) -> NDArray[np.int64]:
    """The sum of what users give to each query: of t queries each gets 1 / sqrt(t), rounded down to a unit."""
    had = np.bincount(users)
    largest = int(had.max(initial=0))
    shares = np.array([0, *(isqrt(UNIT**2 // t) for t in range(1, largest + 1))], np.int64)
    # Sums of whole numbers below 2^53 are exact in floats.
    return np.bincount(queries, shares[had[users]], number).astype(np.int64)


def _pass(weights: NDArray[np.int64], one: Round, random: RandomBytes) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Of each weight with Gaussian noise, whether it exceeds the threshold, and whether it is not hopeless.

    What is needed of the noise are these two answers, so they are drawn, from their exact probabilities: first whether
    the threshold is passed, and of the rest, whether the lower bound is.
    """
    distinct, which = np.unique(weights, return_inverse=True)
    above = [_tail(int(weight), one.threshold, one.sigma) for weight in distinct]
    passed = happen([_bits(chance) for chance in above], which, random)
    if one.hopeless is None:
        return passed, np.ones(len(weights), np.bool_)
    lower = [_tail(int(weight), one.hopeless, one.sigma) for weight in distinct]
    between = [_bits((low - high) / (1 - high) if high < 1 else low) for low, high in zip(lower, above, strict=True)]
    return passed, passed | happen(between, which, random)


def _tail(weight: int, bound: float, sigma: float) -> mpmath.mpf:
    """P(weight / UNIT + N(0, sigma^2) > bound)."""
    with mpmath.workprec(_PRECISION):
        distance = (mpmath.mpf(weight) / UNIT - mpmath.mpf(bound)) / mpmath.mpf(sigma)
        if abs(distance) > _FAR:
            return mpmath.mpf(int(distance > 0))
        return mpmath.ncdf(distance)


def _bits(probability: mpmath.mpf) -> int:
    with mpmath.workprec(_PRECISION):
        bits: int = min(int(mpmath.floor(mpmath.ldexp(probability, BITS))), 2**BITS - 1)
        return bits


def _manifest(union: Union, counts: Counts) -> dict[str, object]:
    return {
        "algorithm": "set-union",
        "parameters": {"d": union.d, "rounds": [asdict(one) for one in union.rounds], **asdict(counts), "unit": UNIT},
        "epsilon": union.epsilon + counts.epsilon(union.d),
        "delta": union.delta,
        "epsilon_of": {"selection": union.epsilon, "counts": counts.epsilon(union.d)},
        "neighbours": "one user's whole activity",
        "theorem": THEOREM,
    }
