"""Composition is an upper bound: compared with exact divergences, computed without rounding."""

from decimal import Decimal
from fractions import Fraction
from itertools import product

import mpmath
import pytest

from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon
from tests.support.statistics.hockey_stick import Pair, divergence, shifted, together

DELTAS = [1e-3, 1e-6, 1e-9, 1e-11]
mpf = mpmath.mpf


def laplace(scale: str, sensitivity: int) -> Charge:
    return Charge("discrete-laplace", Decimal(scale), sensitivity)


def ratio_of(scale: str) -> Fraction:
    """Return e^(-1 / scale) as a fraction, with an error below 1e-60."""
    with mpmath.workprec(400):
        return Fraction(int(mpmath.floor(mpmath.exp(-1 / mpf(scale)) * 2**220)), 2**220)


def true_epsilon(pair: Pair, delta: float) -> float:
    """Return the least epsilon at which the divergence is at most delta, found by halving."""
    low, high = 0.0, float(mpmath.log(max(pair))) + 1e-9
    for _ in range(60):
        middle = (low + high) / 2
        with mpmath.workprec(200):
            k = Fraction(int(mpmath.exp(mpf(middle)) * 2**120), 2**120)
        low, high = (middle, high) if divergence(pair, k) > delta else (low, middle)
    return high


@pytest.mark.parametrize("days", [1, 2, 3])
@pytest.mark.parametrize("sensitivity", [1, 2, 3])
@pytest.mark.parametrize("scale", ["0.5", "2", "7.3"])
def test_epsilon_is_never_below_the_truth_and_close_to_it(scale: str, sensitivity: int, days: int) -> None:
    """Epsilon is never below the exact value over all outcomes of up to three days, and at most 0.1% above it."""
    whole = together([shifted(ratio_of(scale), sensitivity)] * days)
    for delta in DELTAS:
        true, ours = true_epsilon(whole, delta), epsilon({laplace(scale, sensitivity): days}, delta)
        assert true <= ours * (1 + 1e-12)
        assert ours <= true * 1.001 + 1e-6


@pytest.mark.parametrize(("first", "second"), list(product([("0.5", 3), ("2", 1)], [("3", 2), ("7.3", 3)])))
def test_days_of_two_charges_are_never_below_the_truth(first: tuple[str, int], second: tuple[str, int]) -> None:
    """Epsilon is never below the exact value for one day of one charge and two days of another."""
    (b, s), (c, t) = first, second
    whole = together([shifted(ratio_of(b), s), shifted(ratio_of(c), t), shifted(ratio_of(c), t)])
    for delta in DELTAS:
        true, ours = true_epsilon(whole, delta), epsilon({laplace(b, s): 1, laplace(c, t): 2}, delta)
        assert true <= ours * (1 + 1e-12)
        assert ours <= true * 1.001 + 1e-6


def test_months_of_two_charges_are_never_below_the_truth_and_close_to_it() -> None:
    """Epsilon of months of two charges is never below the exact value and close to it.

    The losses of the two lie on different lattices. The exact value sums over all pairs of the two binomial laws.
    """
    days = {laplace("10", 1): 90, laplace("17", 1): 45}
    with mpmath.workprec(200):
        (ones, others) = (losses_of(int(charge.scale), times) for charge, times in days.items())
        for delta in (1e-3, 1e-6, 1e-9, 2e-12):
            cost = epsilon(days, delta)
            true = [
                sum(p * q * (1 - mpmath.exp(at - x - y)) for x, p in ones for y, q in others if x + y > at)
                for at in (mpf(cost), mpf(cost) * mpf("0.999"))
            ]
            assert true[0] <= delta
            assert true[1] > delta or delta < 1e-9


def losses_of(scale: int, days: int) -> list[tuple[mpmath.mpf, mpmath.mpf]]:
    """Return the losses of so many days of sensitivity 1, each with its probability; one day's loss is +-1/scale."""
    a = mpmath.exp(-1 / mpf(scale))
    return [(mpf(days - 2 * j) / scale, mpmath.binomial(days, j) * a**j / (1 + a) ** days) for j in range(days + 1)]


def delta_of_many(scale: int, days: int, cost: float) -> mpmath.mpf:
    """Return the exact divergence of so many days of sensitivity 1, whose losses are +-1/scale, as a binomial sum."""
    a = mpmath.exp(-1 / mpf(scale))
    weight, total = (a / (1 + a)) ** days, mpf(0)
    for up in range(days + 1):
        loss = mpf(2 * up - days) / scale
        total += max(mpf(0), weight * (1 - mpmath.exp(mpf(cost) - loss)))
        weight *= mpf(days - up) / (up + 1) / a
    return total


@pytest.mark.parametrize("delta", [1e-3, 1e-6, 1e-9, 1e-11, 2e-12, 1e-14])
@pytest.mark.parametrize(("scale", "days"), [(10, 30), (10, 365), (1, 100), (100, 1000), (1000, 365)])
def test_a_year_is_never_below_the_truth_and_close_to_it(scale: int, days: int, delta: float) -> None:
    """The exact delta of a year at our epsilon is at most delta, and more than delta at 0.1% less, despite rounding."""
    cost = epsilon({laplace(str(scale), 1): days}, delta)
    with mpmath.workprec(300):
        assert delta_of_many(scale, days, cost) <= delta
        if delta >= 1e-9:
            assert delta_of_many(scale, days, cost * 0.999) > delta
