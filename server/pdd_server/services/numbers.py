"""Numbers as programs and people read them: without the digits that floating-point sums add at the end."""

from decimal import Decimal
from math import isfinite

_SETTLED = 12
"""Significant digits: fewer than floating point is right to after a year's sum, more than anybody reads."""


def settled(number: float) -> float:
    """Return a number in 12 significant digits: 75.6, not 75.60000000000001."""
    return float(f"{number:.{_SETTLED}g}")


def short(number: float, digits: int = 3) -> str:
    """Return a number in so many significant digits, or as a whole number where that has more: "0.166", "22,526".

    Powers of ten are used only below a billionth.
    """
    if not isfinite(number) or abs(number) >= 10**digits:
        return f"{number:,.0f}"
    return f"{number:.2g}" if abs(number) < 1e-9 else f"{Decimal(f'{number:.{digits}g}'):,f}"
