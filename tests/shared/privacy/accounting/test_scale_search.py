"""The search for the least noise needs few compositions, and each answer is proven by them."""

from decimal import Decimal
from itertools import pairwise

import pytest

from pdd_shared.privacy.accounting import composition
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.privacy.accounting.composition import epsilon, scale_for


@pytest.mark.parametrize(
    ("sensitivity", "days", "total", "delta"),
    [(81, 120, 9.0, 1e-6), (21, 365, 5.0, 1e-6), (81, 30, 1.0, 1e-6), (3, 1_000, 40.0, 1e-5), (81, 3, 30.0, 1e-9)],
)
def test_few_compositions_find_it(sensitivity: int, days: int, total: float, delta: float) -> None:
    """Eight compositions are enough where halving takes seventeen; the scale found suffices, and 0.01% less does
    not.
    """

    def at(scale: Decimal) -> Charge:
        return Charge("discrete-laplace", scale, sensitivity)

    composition._epsilon.cache_clear()
    scale = scale_for(at, days, total, delta)
    assert composition._epsilon.cache_info().misses <= 8
    assert epsilon({at(scale): days}, delta) <= total * (1 + 1e-9)
    less = scale - max(Decimal("0.001"), scale / 9_000)
    assert epsilon({at(less): days}, delta) > total


@pytest.mark.parametrize("steep", [0.2, 1.0, 3.0, 12.0])
@pytest.mark.parametrize("least", [1, 2, 999, 123_456, 999_999_999])
def test_it_is_found_however_the_cost_falls(steep: float, least: int) -> None:
    """The search ends with the right scale however the cost falls: slowly, steeply, or by a cliff below which
    nothing is known.
    """
    for cliff in (0, least // 2):
        asked: list[int] = []

        def cost(number: int, cliff: int = cliff, asked: list[int] = asked) -> float:
            asked.append(number)
            return float("inf") if number < cliff else (least / number) ** steep

        found = composition.least_enough(cost, 10**9)
        assert found is not None
        assert least <= found <= least + max(1, found // 10_000)
        assert len(asked) < 200
    assert composition.least_enough(lambda _: 2.0, 10**9) is None


def test_the_numbers_compared_fall() -> None:
    """The search's assumption holds: more noise never costs more."""
    charges = [Charge("discrete-laplace", Decimal(scale), 81) for scale in (300, 420, 501, 700, 1_080)]
    costs = [epsilon({charge: 120}, 1e-6) for charge in charges]
    assert all(more > less for more, less in pairwise(costs))
