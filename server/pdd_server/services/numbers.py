"""Rounding of floating-point numbers for programs (`settled`) and for people (`short`)."""

from decimal import Decimal
from math import isfinite

_SETTLED = 12
"""Significant digits that `settled` keeps: all of them are right even after a year's sum, and nobody reads more."""


def settled(number: float) -> float:
    """Return a number rounded to 12 significant digits: 75.6, not 75.60000000000001."""
    return float(f"{number:.{_SETTLED}g}")


def short(number: float, digits: int = 3) -> str:
    """Return a number as text with this many significant digits, such as "0.166".

    A number whose whole part has more digits is rounded to a whole number, such as "22,526". Scientific notation is
    used only below a billionth.
    """
    if not isfinite(number) or abs(number) >= 10**digits:
        return f"{number:,.0f}"
    return f"{number:.2g}" if abs(number) < 1e-9 else f"{Decimal(f'{number:.{digits}g}'):,f}"
