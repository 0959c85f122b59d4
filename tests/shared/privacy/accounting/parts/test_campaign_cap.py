"""A cap over all periods (theorem 18): a donor who reacts to what it sees tells no more than the worst vector.

The donor here knows every number that was seen before it chooses which part it moves next, and how far. The server
chooses the noise of that number among the laws that it may use.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import exp

import numpy as np
import pytest
from scipy.signal import fftconvolve

from pdd_shared.privacy.accounting.parts.contributions import PartCaps
from pdd_shared.privacy.accounting.parts.ratio_grid import RatioLaw, law_of_shift
from pdd_shared.privacy.accounting.parts.ratios import LawName, Reals
from pdd_shared.privacy.accounting.parts.release import Part, delta, epsilon
from tests.support.statistics.hockey_stick import Pair, divergence, exchanged, shifted, together
from tests.support.statistics.shifted_noise import pair

Noise = Callable[[int], Pair]
HALF, WIDER = partial(shifted, Fraction(1, 2)), partial(shifted, Fraction(2, 3))
LAPLACE = cache(partial(pair, "discrete-laplace", "0.9"))
SKELLAM = cache(partial(pair, "skellam", "0.5", reach=6))
TAIL = Fraction(1, 10**9)
"""More than what lies beyond the reach of the Skellam noise."""
XS = [Fraction(2) ** power for power in range(-6, 9)] + [Fraction(tenths, 10) for tenths in range(3, 20, 2)]


@dataclass(frozen=True)
class Left:
    """What a donor may still add to a part, and the laws that the server may choose from; the first is charged."""

    hits: int
    k: int
    laws: tuple[Noise, ...] = (HALF,)


@cache
def reached(x: Fraction, *parts: Left) -> Fraction:
    """Return the largest D_x that choosing number after number reaches: the theorem's recursion, in fractions."""
    found = [max(Fraction(0), 1 - x)]
    for place, part in enumerate(parts):
        for law, shift in product(part.laws, range(1, min(part.k, part.hits) + 1)):
            left = *parts[:place], replace(part, hits=part.hits - shift), *parts[place + 1 :]
            found.append(sum((mass * r * reached(x / r, *left) for r, mass in law(shift).items()), Fraction(0)))
    return max(found)


def charged(x: Fraction, *parts: Left) -> Fraction:
    """Return D_x of the parts' worst vectors, which are fixed."""
    shifts = [(part.laws[0], Counter(dict(PartCaps(part.hits, part.k, part.hits).worst))) for part in parts]
    return divergence(together(law(shift) for law, worst in shifts for shift in worst.elements()), x)


@pytest.mark.parametrize("a", [Fraction(1, 2), Fraction(9, 10)], ids=str)
def test_reacting_reaches_the_worst_vector_and_no_more(a: Fraction) -> None:
    """With discrete Laplace both are equal where the charged curve bends. Between, the other is below: it is convex."""
    law = partial(shifted, a)
    for hits, k in product(range(2, 7), range(1, 5)):
        assert exchanged(law(k)) == law(k)
        for power in range(-hits - 1, hits + 2):
            assert reached(a**power, Left(hits, k, (law,))) == charged(a**power, Left(hits, k, (law,)))


def is_accounted(law: LawName, scale: str, caps: PartCaps, epsilon: float, found: float) -> bool:
    """Return whether the accounted delta is at least what was found, and close to it."""
    return found - 1e-12 <= delta({Part(law, Decimal(scale), caps): 1}, epsilon) <= 1.03 * found + 1e-9


@pytest.mark.parametrize(("law", "scale", "noise"), [("discrete-laplace", "0.9", LAPLACE), ("skellam", "0.5", SKELLAM)])
def test_what_is_accounted_is_never_below(law: LawName, scale: str, noise: Noise) -> None:
    """For three hits, the accounted delta is at least what reacting reaches, by enumeration."""
    for k, each in product((1, 3), (0.5, 4.0)):
        found = reached(Fraction(exp(each)), Left(3, k, (noise,)))
        assert is_accounted(law, scale, PartCaps(3, k, 3), each, float(found))


def seen_first(law: RatioLaw, rest: Reals) -> Reals:
    """Return E_Q[rest(x / ratio)] at each place of the grid. It is not too low: `rest` falls and is at most 1."""
    padded = np.concatenate([np.ones(law.after - 1), rest, np.full(-law.first, rest[-1])])
    return np.asarray(fftconvolve(padded, law.masses, "valid")) + law.beyond


@pytest.mark.parametrize("scale", ["0.8", "2.5"])
def test_the_same_of_more_hits(scale: str) -> None:
    """For 2 to 6 hits of Skellam noise, on a grid finer than the accounting's. Its laws dominate the exact ones, and
    all curves are convex, so chords between places are upper bounds.
    """
    xs = (1 + 2.0**-9) ** np.arange(-10_000, 10_001)
    for k in range(1, 5):
        curves = [nothing := np.maximum(0, 1 - xs)]
        laws = [law_of_shift("skellam", Decimal(scale), shift, 9) for shift in range(1, k + 1)]
        for hits in range(1, 7):
            firsts = [seen_first(law, rest) for law, rest in zip(laws, reversed(curves), strict=False)]
            curves.append(np.maximum.reduce([nothing, *firsts]))
            for each in (0.0, 0.7, 3.0, 6.0):
                found = float(np.interp(exp(each), xs, curves[-1]))
                assert hits == 1 or is_accounted("skellam", scale, PartCaps(hits, k, hits), each, found)


def test_all_steps_together_need_no_more_exchanges_than_are_charged() -> None:
    """Exchanges from a shift and the worst vector of the rest add up to what one vector may need, for k = 2 exactly."""
    for k in range(1, 7):
        most = [0]
        for hits in range(1, 13):
            firsts = [(s, (hits - s) % k) for s in range(1, min(k, hits) + 1)]
            most.append(max(min(*each, k - max(each)) + most[hits - each[0]] for each in firsts))
            allowed = PartCaps(hits, k, hits).exchanges
            assert most[hits] == allowed if k == 2 else most[hits] <= allowed


def in_units(shift: int, unit: int = 2, a: Fraction = Fraction(7, 9)) -> Pair:
    """Return the pair of a number in units of noise a^|y|, which is rounded at random (theorem 17)."""
    whole, rest = divmod(shift, unit)
    up, masses = Fraction(rest, unit), enumerate(shifted(a, whole + 1).values())
    return {(1 - up) * a ** (abs(y - whole) - y) + up * a ** (whole + 1 - 2 * y): mass for y, mass in masses}


# e^(-1/s) = 7/9 is s = 3.979. The charge has b' = 2 (s - 1/2) = 6.958, and without the half unit 2 s = 7.958.
CHARGED, UNCHARGED = (cache(partial(pair, "discrete-laplace", scale)) for scale in ("6.958", "7.958"))
UNITS = (CHARGED, in_units, lambda shift: exchanged(in_units(shift)))

JOINED, COUNTS, CHANGED = Left(2, 1, (WIDER,)), Left(4, 2), Left(2, 2, (HALF, SKELLAM))
CASES = {
    "`full` beside the hits": ((Left(3, 2), Left(1, 1)), (COUNTS,)),
    "wider noise in some periods": ((Left(4, 2, (HALF, WIDER)),), (COUNTS,)),
    "two periods of `joined`": ((JOINED, COUNTS), (JOINED, COUNTS)),
    "a law that changes": ((CHANGED,), (Left(2, 2), Left(2, 2, (SKELLAM,)))),
    "units": ((Left(3, 2, UNITS),), (Left(3, 2, (CHARGED,)),)),
    "too small: a hit more beside `full`": ((COUNTS, Left(1, 1)), (COUNTS,)),
    "too small: `full` is not charged": ((Left(3, 2), Left(1, 1)), (Left(3, 2),)),
    "too small: k of one period is larger": ((Left(4, 3),), (COUNTS,)),
    "too small: the largest scale": ((Left(4, 2, (HALF, WIDER)),), (Left(4, 2, (WIDER,)),)),
    "too small: one period of `joined`": ((JOINED, COUNTS), (replace(JOINED, hits=1), COUNTS)),
    "too small: two laws share one cap": ((CHANGED,), (Left(1, 1), Left(1, 1, (SKELLAM,)))),
    "too small: half a unit is not charged": ((Left(3, 2, UNITS),), (Left(3, 2, (UNCHARGED,)),)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_charge_covers_what_may_be_chosen(case: str) -> None:
    """Whatever donor and server choose, it tells no more than what is charged. A charge that is too small is found."""
    donor, charge = CASES[case]
    excess = max(reached(x, *donor) - charged(x, *charge) for x in XS)
    assert excess > 100 * TAIL if case.startswith("too small") else excess <= TAIL


@pytest.mark.parametrize("k", [1, 3, 5])
def test_discrete_laplace_alone_has_a_pure_cost(k: int) -> None:
    """No ratio is above e^(L / b), and ratios up to it are reached, for any k. That is the epsilon at a tiny delta."""
    part, most = Left(5, k), Fraction(2) ** 5
    assert reached(most, part) == 0 < reached(most - TAIL, part)
    release = {Part("discrete-laplace", Decimal("0.9"), PartCaps(5, k, 5)): 1}
    assert epsilon(release, 1e-20) == pytest.approx(5 / 0.9)


@pytest.mark.parametrize("power", [1, 2])
def test_wider_discrete_laplace_is_the_narrower_and_more(power: int) -> None:
    """Characteristic functions, times both denominators, are linear in the cosine: equal at three if c is right."""
    for a, wider in ((Fraction(1, 9), Fraction(1, 2)), (Fraction(7, 9), Fraction(8, 9))):
        c = a / wider * ((1 - wider) / (1 - a)) ** power
        below = [(1 - 2 * a * cosine + a * a, 1 - 2 * wider * cosine + wider * wider) for cosine in (-1, 0, 1)]
        more = [(1 - a) ** 2 * (c * wide + (1 - c) * (1 - wider) ** 2) for _, wide in below]
        assert (more == [(1 - wider) ** 2 * narrow for narrow, _ in below]) == (power == 2)


TABLE, IDEAL = ({y: Fraction(n, 16) for y, n in enumerate(shape)} for shape in ((5, 7, 4), (4, 8, 4)))
Law = Mapping[tuple[int, ...], Fraction]


@cache
def moves(seen: tuple[int, ...]) -> bool:
    """Return whether the donor moves the next number: after an even sum, twice at most."""
    return sum(seen) % 2 == 0 and sum(moves(seen[:place]) for place in range(len(seen))) < 2


def next_seen(seen: Law, moved: Mapping[int, Fraction], other: Mapping[int, Fraction], gives: bool) -> Law:
    """Return the law with one number more: `moved` is the noise where the donor moves it, if it gives at all."""
    noise = ((before, chance, moved if moves(before) else other) for before, chance in seen.items())
    return {(*x, y + (gives and moves(x))): chance * p for x, chance, law in noise for y, p in law.items()}


@pytest.mark.parametrize("gives", [False, True])
def test_finite_tables_cost_the_numbers_that_are_moved(gives: bool) -> None:
    """Ideal noise on moved numbers alone changes either world by two numbers' distance at most; on all, by more."""
    real: Law = {(): Fraction(1)}
    near, far = real, real
    for _ in range(5):
        real = next_seen(real, TABLE, TABLE, gives)
        near, far = next_seen(near, IDEAL, TABLE, gives), next_seen(far, IDEAL, IDEAL, gives)
    distances = [sum(abs(real[x] - other[x]) for x in real) / 2 for other in (near, far)]
    assert distances[0] <= 2 * Fraction(1, 16) < distances[1]
