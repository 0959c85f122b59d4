"""Private set union: its claim computed exactly on neighbouring logs, its weights, and what it finds."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import product
from math import exp, log, prod, sqrt

import mpmath
import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from pdd_research.errors import ParameterError
from pdd_research.log_release.algorithms import korolova
from pdd_research.log_release.algorithms.korolova_accounting import Parameters, optimal
from pdd_research.log_release.algorithms.noise import BITS
from pdd_research.log_release.algorithms.set_union import Counts, between, bits_of, first_passed, release, tail, united
from pdd_research.log_release.algorithms.set_union_accounting import (
    MOST,
    Round,
    Union,
    delta_of,
    noise_of_owners,
    passing,
    plan,
    sigma_for,
    together,
)
from pdd_research.log_release.logs.activity import QUERY, UNIT, Capped
from pdd_research.log_release.logs.log import COLUMNS

Log = list[frozenset[int]]
"""What each user searched."""
NOON = datetime(2006, 3, 1, 12)


Emphasis = dict[int, int]
NEGLIGIBLE = 1e-8
"""Courses as unlikely as this are left out of the computation below."""


def weight_of(log: Log, query: int, emphasis: Emphasis) -> float:
    """Return what users who share by this emphasis give to one query, in floats, user by user."""
    totals = (sum(emphasis.get(q, 0) for q in own) for own in log if query in own)
    return sum(np.floor(UNIT * sqrt(emphasis[query] / total)) / UNIT for total in totals)


def answers(weight: float, one: Round) -> list[tuple[float, int | None]]:
    """Return a round's possible answers about a query: the chance and the next emphasis; None means released."""
    bounds = [one.threshold, *reversed(one.ample), *([] if one.hopeless is None else [one.hopeless])]
    tails = [0.0, *(stats.norm.sf((bound - weight) / one.sigma) for bound in bounds), 1.0]
    after = [None, *(MOST >> level for level in range(len(one.ample), 0, -1))]
    after += [] if one.hopeless is None else [MOST]
    return list(zip(np.diff(tails), [*after, 0], strict=True))


def outcomes(log: Log, union: Union) -> dict[frozenset[int], float]:
    """Return the probability of every set of queries that can be released, over all courses of the rounds."""
    found: dict[frozenset[int], float] = {}

    def play(number: int, emphasis: Emphasis, released: frozenset[int], chance: float) -> None:
        if number == len(union.rounds) or not emphasis:
            found[released] = found.get(released, 0.0) + chance
            return
        queries = sorted(emphasis)
        for course in product(*(answers(weight_of(log, q, emphasis), union.rounds[number]) for q in queries)):
            if (here := chance * prod(part for part, _ in course)) > NEGLIGIBLE:
                out = frozenset(q for q, (_, after) in zip(queries, course, strict=True) if after is None)
                still = {q: after for q, (_, after) in zip(queries, course, strict=True) if after}
                play(number + 1, still, released | out, here)

    play(0, dict.fromkeys(frozenset().union(*log), 1), frozenset(), 1.0)
    return found


def divergence(one: Log, other: Log, union: Union, epsilon: float) -> float:
    """Return the least delta for which both logs' releases are (epsilon, delta)-close."""
    second = outcomes(other, union)
    return sum(max(0.0, p - exp(epsilon) * second.get(released, 0.0)) for released, p in outcomes(one, union).items())


owned_by_one = st.frozensets(st.integers(0, 2), min_size=1, max_size=3)


@settings(max_examples=6, deadline=None)
@given(log=st.lists(owned_by_one, min_size=1, max_size=4), user=owned_by_one, rounds=st.sampled_from([1, 2, 3]))
@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 0.05), (2.5, 0.2), (0.4, 0.01)])
def test_the_union_is_as_private_as_claimed(
    epsilon: float, delta: float, log: Log, user: frozenset[int], rounds: int
) -> None:
    """With a user more or less, no set of outcomes is likelier than epsilon and delta allow."""
    union = plan(epsilon, delta, 3, rounds)
    assert divergence([*log, user], log, union, epsilon) <= delta + 1e-4
    assert divergence(log, [*log, user], union, epsilon) <= delta + 1e-4


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_users_own_queries_are_where_delta_goes(rounds: int) -> None:
    """A user who alone has all its queries uses most of what thresholds may let through, and no more."""
    union = plan(1.0, 0.05, 3, rounds)
    own = max(divergence([frozenset(range(n))], [frozenset({3})], union, 1.0) for n in (1, 2, 3))
    assert 0.01 < own <= 0.05


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_broken_union_is_found_out(rounds: int) -> None:
    """With thresholds that ignore users' own queries the same computation exceeds the claim."""
    whole = plan(1.0, 0.05, 3, rounds)
    broken = replace(whole, rounds=tuple(replace(one, threshold=1.0, ample=(), hopeless=0.5) for one in whole.rounds))
    assert divergence([frozenset({0, 1, 2})], [frozenset({3})], broken, 1.0) > 0.05


def contributed(log: Log, copies: int = 1) -> Capped:
    """Return a log as the algorithm takes it, so many times with users and queries of its own: "copy query"."""
    rows = [
        (f"{copy} {user}", f"{copy} {query}")
        for copy in range(copies)
        for user, own in enumerate(log)
        for query in sorted(own)
    ]
    return Capped(pl.LazyFrame(rows, schema=["user", "query"], orient="row"), QUERY)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_releases_come_out_as_often_as_computed(rounds: int) -> None:
    """Of 4,000 copies of a log in one run, as many release each set as the exact computation says."""
    log = [frozenset({0, 1, 2}), frozenset({0}), frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})] * 2
    union, copies = plan(4.0, 0.3, 3, rounds), 4_000
    expected, found = outcomes(log, union), contributed(log, copies)
    sets: dict[str, set[int]] = {}
    for name in found.items.filter(pl.Series(united(found, union)))["query"]:
        copy, query = name.split()
        sets.setdefault(copy, set()).add(int(query))
    seen = Counter(map(frozenset, sets.values()))
    seen[frozenset()] = copies - seen.total()
    often = [out for out, chance in expected.items() if chance * copies > 5]
    counts, chances = [seen[out] for out in often], np.array([expected[out] for out in often])
    # Of the others too few are expected for chi squared.
    assert stats.binomtest(copies - sum(counts), copies, max(0, 1 - chances.sum())).pvalue > 1e-7
    if len(counts) > 1:
        assert stats.chisquare(counts, sum(counts) * chances / chances.sum()).pvalue > 1e-7


def test_chances_have_all_their_bits() -> None:
    """Chances between bounds have all their bits: the lower ones are the law's, and no zeros as with floats."""
    high, low = tail(700, 1.6, 0.7), tail(700, 1.1, 0.7)
    bits = bits_of(between(high, low))
    assert bits % 2 ** (BITS - 60) != 0
    assert bits % 2**64 != 0
    with mpmath.workprec(4 * BITS):
        law = mpmath.ncdf((mpmath.mpf(700) / UNIT - mpmath.mpf(1.1)) / mpmath.mpf(0.7))
        beyond = mpmath.ncdf((mpmath.mpf(700) / UNIT - mpmath.mpf(1.6)) / mpmath.mpf(0.7))
        assert abs(mpmath.ldexp((law - beyond) / (1 - beyond), BITS) - bits) < 2


def test_bits_of_chances_between_bounds_are_drawn() -> None:
    """A draw that agrees with a chance in 64 bits is decided by the bits after them."""
    weight, bounds, sigma = np.array([700]), [1.6, 1.1], 0.7
    chance = bits_of(between(tail(700, 1.6, sigma), tail(700, 1.1, sigma)))
    for near, expected in ((chance - 1, 1), (chance, 2)):
        words = [near >> shift & (2**64 - 1) for shift in (0, 64, 128)] + [2**64 - 1]
        drawn = first_passed(weight, bounds, sigma, lambda _, left=words: left.pop().to_bytes(8, "little"))  # type: ignore[misc]
        assert drawn.tolist() == [expected]


def test_users_weigh_no_more_than_one() -> None:
    """Whatever the emphasis, a user's weights have a squared norm of at most 1, and nearly that; 0 gets nothing."""
    found = contributed([frozenset(range(7))])
    for emphasis in (np.ones(7, np.int64), np.array([8, 4, 1, 0, 2, 8, 0])):
        weights = found.weights(emphasis) / UNIT
        assert 0.97 < (weights**2).sum() <= 1
        assert ((weights > 0) == (emphasis > 0)).all()
    assert weights[0] == pytest.approx(weights[1] * sqrt(2), rel=0.01)


@given(epsilon=st.floats(0.05, 10), delta=st.floats(1e-12, 0.4))
def test_the_noise_is_enough_and_not_more(epsilon: float, delta: float) -> None:
    """The deviation gives delta, and a thousandth less does not."""
    sigma = sigma_for(epsilon, delta)
    assert delta_of(sigma, epsilon) <= delta
    assert delta_of(sigma * 0.999, epsilon) > delta


weights_of_few = st.lists(st.floats(0.01, 1), min_size=1, max_size=6)


@settings(max_examples=30, deadline=None)
@given(weights=weights_of_few, epsilon=st.floats(0.5, 6), delta=st.floats(1e-9, 0.1), rounds=st.sampled_from([2, 3]))
def test_own_queries_pass_no_likelier_than_computed(
    weights: list[float], epsilon: float, delta: float, rounds: int
) -> None:
    """However a user shares its weight in the last round, its own queries pass no likelier than computed."""
    last = plan(epsilon, delta, 20, rounds).rounds[-1]
    shared = np.array(weights) / max(1.0, float(np.linalg.norm(weights)))
    chance = -np.expm1(stats.norm.logcdf((last.threshold - shared) / last.sigma).sum())
    hardly_dropped = Round(1.0, 9.0, -8.0)
    assert chance <= passing([hardly_dropped], last, np.array([float(len(weights))]))[0]


@pytest.mark.parametrize("d", [1, 2, 20, 300])
def test_every_part_of_delta_is_within_it(d: int) -> None:
    """Noise and all rounds' thresholds add up to at most delta, for any number of own queries."""
    for rounds in (1, 2, 3):
        union, items = plan(1.5, 1e-6, d, rounds), np.arange(1.0, d + 1)
        numbered = enumerate(union.rounds)
        lets = sum(passing(union.rounds[:n], one, items, n == rounds - 1) for n, one in numbered)
        noise = noise_of_owners([one.sigma for one in union.rounds], 1.5 - 1e-6, items)
        assert 0.9 * union.delta < (lets + noise).max() <= union.delta * (1 + 1e-6)


def test_all_rounds_together_cost_as_much_as_one() -> None:
    """The rounds' deviations together are those of one round."""
    one, *more = (plan(2.0, 1e-6, 20, rounds) for rounds in (1, 2, 3))
    for union in more:
        assert together([r.sigma for r in union.rounds]) == pytest.approx(one.rounds[0].sigma)


@pytest.mark.parametrize(
    ("epsilon", "delta", "d", "rounds"),
    [(0, 0.1, 1, 1), (1, 0, 1, 1), (1, 0.1, 0, 1), (1, 0.1, 1, 4), (0.01, 0.9, 3, 2)],
)
def test_impossible_parameters_are_refused(epsilon: float, delta: float, d: int, rounds: int) -> None:
    """No guarantee, no queries, invalid rounds, and a delta that leaves no epsilon are refused."""
    with pytest.raises(ParameterError):
        plan(epsilon, delta, d, rounds)


@pytest.mark.parametrize("counts", [{"d_c": -1}, {"b_q": 0.0}, {"d_c": 2, "b_c": float("inf")}])
def test_impossible_caps_and_scales_are_refused(counts: dict[str, float]) -> None:
    """Caps below 0 and invalid scales are refused."""
    with pytest.raises(ParameterError):
        Counts(**counts)  # type: ignore[arg-type]


def test_the_charge_for_urls_matches_their_cap() -> None:
    """Another number of clicks than the URLs' union is for is refused; their cost is under `urls`."""
    log, union = pl.LazyFrame(schema=COLUMNS), plan(1.0, 0.05, 3)
    with pytest.raises(ParameterError, match="d_c is 2, and 3"):
        release(log, union, Counts(8.0, 2, 4.0), urls=plan(1.0, 0.05, 3))
    manifest = release(log, union, Counts(8.0, 3, 4.0), urls=plan(0.5, 0.05, 3)).manifest
    assert manifest["queries"]["epsilon"] == pytest.approx(1.0 + 3 / 8)
    assert manifest["urls"]["epsilon"] == pytest.approx(0.5 + 3 / 4)
    assert manifest["epsilon"] == pytest.approx(1.5 + 3 / 8 + 3 / 4)


def test_more_is_found_than_by_algorithm_1() -> None:
    """More is found than by algorithm 1 at the same epsilon, delta and d, on a log with few common queries."""
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
    theirs = korolova.release(frame.lazy(), Parameters(20, *optimal(log(10), 1e-6, 20, tight=True), tight=True))
    assert len(theirs.queries) == 0
    assert len(ours.queries) >= 5
    assert all(name.startswith("common") for name in ours.queries["query"])
    assert ours.manifest["epsilon"] == pytest.approx(log(10) + 2)
