"""Private set union: release items whose noisy weight exceeds a threshold, in rounds (docs/reference/privacy.md)."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import inf
from typing import Any

import mpmath
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms.noise import BITS, RandomBytes, happen
from pdd_research.log_release.algorithms.noisy_counts import clicks_on, selected
from pdd_research.log_release.algorithms.set_union_accounting import MOST, Union
from pdd_research.log_release.logs.activity import UNIT, Activity, Contributions, activity_of
from pdd_research.log_release.release import Release, with_urls

_FAR = 20
"""A tail beyond so many standard deviations is 0 in its first BITS bits."""
_PRECISION = BITS + 64
"""The precision of computed probabilities in bits: more than BITS, so that rounding errors don't reach those."""
THEOREM = (
    "docs/reference/privacy.md, Private set union: for logs that differ in one user, "
    "each user's first d searches being counted"
)


@dataclass(frozen=True)
class Counts:
    """The noise on counts, which costs the same as in Algorithm 1.

    Attributes:
        b_q: the scale of the noise on query counts; None for no counts.
        d_c: the most clicks of one user that count.
        b_c: the scale of the noise on click counts; None for no counts.
    """

    b_q: float | None = None
    d_c: int = 0
    b_c: float | None = None

    def __post_init__(self) -> None:
        """Raise ParameterError if a scale or the cap is out of its range."""
        if self.d_c < 0:
            raise ParameterError(f"d_c is {self.d_c}; it must be 0 or more")
        for name in ("b_q", "b_c"):
            scale = getattr(self, name)
            if scale is not None and not 0 < scale < inf:
                raise ParameterError(f"{name} is {scale}; a scale must be above 0")

    def epsilon(self, d: int) -> float:
        """Return what the counts add to the union's epsilon, if `d` searches of a user count."""
        queries = d / self.b_q if self.b_q is not None else 0.0
        return queries + (self.d_c / self.b_c if self.b_c is not None else 0.0)


def release(
    log: pl.LazyFrame | Activity,
    union: Union,
    counts: Counts,
    results: pl.DataFrame | None = None,
    urls: Union | None = None,
) -> Release:
    """Release a log's queries by private set union, and their counts and clicks as `korolova.release` does.

    Args:
        log: the rows of a `Log`, or its activity on another engine.
        union: the plan for selecting queries.
        counts: the noise on counts.
        results: public result lists (query, url), never derived from the log.
        urls: a plan to select URLs of the log itself instead. Its `d` is the cap on a user's clicks.

    Raises:
        ParameterError: if the `d` of `urls` is not `counts.d_c`.
    """
    if urls is not None and urls.d != counts.d_c:
        raise ParameterError(f"d_c is {counts.d_c}, and {urls.d} clicks of a user count for URLs; give one number")
    activity = activity_of(log)
    queries = selected(activity.searches(union.d), lambda found: united(found, union), counts.b_q)
    if urls is None:
        clicks = clicks_on(results, queries["query"], activity, counts.d_c, counts.b_c)
        return Release(queries, clicks, _manifest(union, counts))
    pairs = activity.clicks(urls.d, queries["query"])
    clicks = selected(pairs, lambda found: united(found, urls), counts.b_c)
    manifest, of_pairs = _manifest(union, Counts(counts.b_q)), Counts(b_q=counts.b_c)
    epsilon_of = {"selection": urls.epsilon, "counts": of_pairs.epsilon(urls.d)}
    return Release(queries, clicks, with_urls(manifest, {**asdict(urls), "b_q": counts.b_c}, epsilon_of, urls.delta))


def united(found: Contributions, union: Union, random: RandomBytes = os.urandom) -> NDArray[np.bool_]:
    """Return for each item whether it is released.

    After each round but the last, each user drops the items that were released and those that have become hopeless, and
    shares a whole new weight among the rest. Nothing is drawn for items that nobody has: they can neither be released
    nor dropped.

    Args:
        found: the items of users' first searches or clicks.
        union: the rounds, with noise and thresholds.
        random: a source of uniform random bytes; only tests give another one.
    """
    emphasis = np.ones(len(found.items), np.int64)
    released = np.zeros(len(emphasis), np.bool_)
    for one in union.rounds:
        places = np.flatnonzero(emphasis)
        bounds = [one.threshold, *reversed(one.ample), *([] if one.hopeless is None else [one.hopeless])]
        passed = first_passed(found.weights(emphasis)[places], bounds, one.sigma, random)
        released[places[passed == 0]] = True
        emphasis[places] = np.array([0, *(MOST >> level for level in range(len(one.ample), -1, -1)), 0])[passed]
    return released


def first_passed(
    weights: NDArray[np.int64], bounds: Sequence[float], sigma: float, random: RandomBytes
) -> NDArray[np.int64]:
    """Return for each noisy weight the index of the first bound that it exceeds, or the number of bounds.

    The noise itself is never drawn, only this index, from its exact probability: for each bound in turn, whether it is
    exceeded given that those before were not.

    Args:
        weights: exact weights, in UNITs.
        bounds: in falling order.
        sigma: the standard deviation of the noise.
        random: a source of uniform random bytes.
    """
    distinct, which = np.unique(weights, return_inverse=True)
    tails = [[tail(int(weight), bound, sigma) for weight in distinct] for bound in bounds]
    never = [mpmath.mpf(0) for _ in distinct]
    first = np.full(len(weights), len(bounds))
    for number, (higher, lower) in enumerate(pairwise([never, *tails])):
        left = np.flatnonzero(first == len(bounds))
        chances = [bits_of(between(high, low)) for low, high in zip(lower, higher, strict=True)]
        first[left[happen(chances, which[left], random)]] = number
    return first


def between(high: mpmath.mpf, low: mpmath.mpf) -> mpmath.mpf:
    """Return the probability of an event (`low`) given that an event contained in it (`high`) doesn't happen."""
    with mpmath.workprec(_PRECISION):
        return (low - high) / (1 - high) if high < 1 else low


def tail(weight: int, bound: float, sigma: float) -> mpmath.mpf:
    """Return P(weight / UNIT + N(0, sigma^2) > bound)."""
    with mpmath.workprec(_PRECISION):
        distance = (mpmath.mpf(weight) / UNIT - mpmath.mpf(bound)) / mpmath.mpf(sigma)
        if abs(distance) > _FAR:
            return mpmath.mpf(int(distance > 0))
        return mpmath.ncdf(distance)


def bits_of(probability: mpmath.mpf) -> int:
    """Return the first BITS bits of a probability, below 1."""
    with mpmath.workprec(_PRECISION):
        bits: int = min(int(mpmath.floor(mpmath.ldexp(probability, BITS))), 2**BITS - 1)
        return bits


def _manifest(union: Union, counts: Counts) -> dict[str, Any]:
    return {
        "algorithm": "set-union",
        "parameters": {"d": union.d, "rounds": [asdict(one) for one in union.rounds], **asdict(counts), "unit": UNIT},
        "epsilon": union.epsilon + counts.epsilon(union.d),
        "delta": union.delta,
        "epsilon_of": {
            "selection": union.epsilon,
            "query_counts": Counts(counts.b_q).epsilon(union.d),
            "click_counts": Counts(None, counts.d_c, counts.b_c).epsilon(union.d),
        },
        "neighbours": "one user's whole activity",
        "theorem": THEOREM,
    }
