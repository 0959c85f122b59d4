"""Private set union: its claim computed exactly on neighbouring logs, its weights, and what it finds."""

from datetime import datetime
from itertools import product
from math import exp, log, prod, sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pdd_research.log_release import korolova
from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.korolova_theorem import Parameters, optimal
from pdd_research.log_release.set_union import UNIT, Counts, Owned, release, united
from pdd_research.log_release.set_union_theorem import Union, delta_of, plan, sigma_for, threshold_for, together

Log = list[frozenset[int]]
"""What each user searched."""
NOON = datetime(2006, 3, 1, 12)


def weight_of(log: Log, query: int, open_: frozenset[int]) -> float:
    """What users who drop all but the open queries give to one of them, in floats, donor by donor."""
    return sum(np.floor(UNIT / sqrt(len(own & open_))) / UNIT for own in log if query in own & open_)


def outcomes(log: Log, union: Union) -> dict[frozenset[int], float]:
    """The probability of every set of queries that can be released, over all courses of the rounds."""
    found: dict[frozenset[int], float] = {}
    everything = frozenset().union(*log)

    def play(number: int, open_: frozenset[int], released: frozenset[int], chance: float) -> None:
        if number == len(union.rounds):
            found[released] = found.get(released, 0.0) + chance
            return
        one = union.rounds[number]
        queries = sorted(open_)
        weights = [weight_of(log, query, open_) for query in queries]
        up = [stats.norm.sf((one.threshold - w) / one.sigma) for w in weights]
        low = [stats.norm.sf((one.hopeless - w) / one.sigma) if one.hopeless is not None else 1.0 for w in weights]
        for course in product((0, 1, 2), repeat=len(queries)):
            parts = [(1 - down, down - high, high)[c] for c, high, down in zip(course, up, low, strict=True)]
            if (here := prod(parts)) > 0:
                out = frozenset(q for q, c in zip(queries, course, strict=True) if c == 2)
                still = frozenset(q for q, c in zip(queries, course, strict=True) if c == 1)
                play(number + 1, still, released | out, chance * here)

    play(0, everything, frozenset(), 1.0)
    return found


def divergence(one: Log, other: Log, union: Union, epsilon: float) -> float:
    """The least delta for which the one log's release is (epsilon, delta)-close to the other's."""
    second = outcomes(other, union)
    return sum(max(0.0, p - exp(epsilon) * second.get(released, 0.0)) for released, p in outcomes(one, union).items())


logs = st.lists(st.frozensets(st.integers(0, 3), min_size=1, max_size=3), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(log=logs, user=st.frozensets(st.integers(0, 3), min_size=1, max_size=3), rounds=st.sampled_from([1, 2]))
@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 0.05), (2.5, 0.2), (0.4, 0.01)])
def test_the_union_is_as_private_as_claimed(
    epsilon: float, delta: float, log: Log, user: frozenset[int], rounds: int
) -> None:
    """With a user more or less, no set of outcomes is likelier by more than epsilon and delta allow."""
    union = plan(epsilon, delta, 3, rounds)
    assert divergence([*log, user], log, union, epsilon) <= delta
    assert divergence(log, [*log, user], union, epsilon) <= delta


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_broken_union_is_found_out(rounds: int) -> None:
    """Thresholds as if users' own queries could not pass them: the same computation exceeds the claim."""
    whole = plan(1.0, 0.05, 3, rounds)
    broken = Union(3, tuple(type(one)(one.sigma, 1.0, one.hopeless and 0.5) for one in whole.rounds), 1.0, 0.05)
    assert divergence([frozenset({0, 1, 2})], [frozenset({3})], broken, 1.0) > 0.05


def owned(log: Log) -> Owned:
    """A log as the algorithm takes it; queries are named by their numbers."""
    pairs = [(user, query) for user, own in enumerate(log) for query in sorted(own)]
    names = pl.Series([str(n) for n in range(1 + max(q for _, q in pairs))])
    users, queries = (np.array(column, np.uint32) for column in zip(*pairs, strict=True))
    return Owned(users, queries, names)


@pytest.mark.parametrize("rounds", [1, 2])
def test_releases_come_out_as_often_as_computed(rounds: int) -> None:
    """3,000 runs of the algorithm have the probabilities that the computation above takes it to have."""
    log = [frozenset({0, 1, 2}), frozenset({0}), frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})]
    union = plan(4.0, 0.3, 3, rounds)
    expected, given_ = outcomes(log, union), owned(log)
    runs = 3_000
    seen: dict[frozenset[int], int] = {}
    for _ in range(runs):
        out = frozenset(int(q) for q in np.flatnonzero(united(given_, union)))
        seen[out] = seen.get(out, 0) + 1
    likely = sorted(expected, key=lambda out: -expected[out])
    found = np.array([seen.get(out, 0) for out in likely])
    chances = np.array([expected[out] for out in likely])
    often = chances * runs > 5
    rest = np.array([found[~often].sum()]), np.array([chances[~often].sum() * runs + 1e-9])
    assert set(seen) <= set(expected)
    assert stats.chisquare(np.append(found[often], rest[0]), np.append(chances[often] * runs, rest[1])).pvalue > 1e-7


@given(epsilon=st.floats(0.05, 10), delta=st.floats(1e-12, 0.4))
def test_the_noise_is_enough_and_not_more(epsilon: float, delta: float) -> None:
    """The deviation gives delta; a thousandth less does not."""
    sigma = sigma_for(epsilon, delta)
    assert delta_of(sigma, epsilon) <= delta
    assert delta_of(sigma * 0.999, epsilon) > delta


@given(sigma=st.floats(0.3, 20), delta=st.floats(1e-12, 0.4), d=st.integers(1, 60))
def test_thresholds_let_through_what_they_may(sigma: float, delta: float, d: int) -> None:
    """However many own queries, up to d: one of them passes with probability delta at most, at worst all but that."""
    bound = threshold_for(sigma, delta, d)
    passing = [-np.expm1(t * stats.norm.logcdf((bound - 1 / sqrt(t)) / sigma)) for t in range(1, d + 1)]
    assert max(passing) <= delta
    assert max(passing) > 0.99 * delta


def test_two_rounds_cost_what_one_does() -> None:
    """Their deviations together are those of one round, but for what the thresholds cost."""
    one, two = plan(2.0, 1e-6, 20, 1), plan(2.0, 1e-6, 20, 2)
    assert together(tuple(r.sigma for r in two.rounds)) == pytest.approx(one.rounds[0].sigma, rel=1e-5)


@pytest.mark.parametrize(
    ("epsilon", "delta", "d", "rounds"),
    [(0, 0.1, 1, 1), (1, 0, 1, 1), (1, 0.1, 0, 1), (1, 0.1, 1, 3), (0.01, 0.9, 3, 2)],
)
def test_what_cannot_be_is_refused(epsilon: float, delta: float, d: int, rounds: int) -> None:
    """No guarantee, no queries, no such rounds, a delta that leaves no epsilon."""
    with pytest.raises(ParameterError):
        plan(epsilon, delta, d, rounds)


def test_more_is_found_than_by_algorithm_1() -> None:
    """At the same epsilon, delta and d, on a log whose users search many queries of which a few are common."""
    frame = pl.DataFrame(
        [
            (f"u{user}", NOON, f"common {n}" if n < 12 else f"own {user} {n}", None, None)
            for user in range(150)
            for n in ([(user + step) % 40 for step in range(12)] + list(range(40, 48)))
        ],
        schema={"user": pl.String, "time": pl.Datetime("us"), "query": pl.String, "url": pl.String, "rank": pl.Int32},
        orient="row",
    )
    ours = release(frame.lazy(), plan(log(10), 1e-6, 20), Counts(b_q=10.0))
    theirs = korolova.release(frame.lazy(), Parameters(20, *optimal(log(10), 1e-6, 20)))
    assert len(theirs.queries) == 0
    assert len(ours.queries) >= 5
    assert all(name.startswith("common") for name in ours.queries["query"])
    assert ours.manifest["epsilon"] == pytest.approx(log(10) + 2)
