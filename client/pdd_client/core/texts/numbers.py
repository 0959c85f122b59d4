"""Numbers as a person reads them, never in scientific notation. A promise is rounded in the direction that keeps it."""

from decimal import ROUND_DOWN, ROUND_UP, Decimal

_UNITS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
_LARGEST = 10**15
_DIGITS = 3


def at_most(number: float) -> str:
    """Return an upper bound as text, rounded up to three digits: "2.35", "12,400", "1.24 million"."""
    if number >= _LARGEST:
        return "more than a thousand trillion"
    # Twelve digits first, so that the binary rounding error of 0.3 does not turn into 0.301.
    return _in_units(_rounded(Decimal(format(number, ".12g")), ROUND_UP))


def exactly(number: Decimal) -> str:
    """Return a number that a person has chosen with all its digits, but without zeros at the end."""
    text = format(number, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def chance(delta: Decimal) -> str:
    """Return a probability above zero as text, rounded up: "one in a million"."""
    times = 1 / delta
    if times >= _LARGEST:
        return "less than one in a thousand trillion"
    return f"one in {_in_units(_rounded(times, ROUND_DOWN))}".replace("in 1 ", "in a ")


def with_slack(delta: Decimal) -> str:
    """Return the words that add `delta` to the cost before them; empty if `delta` is 0.

    Slack is the plain word for delta: the guarantee allows every probability to differ by so much more.
    """
    return f", with a slack of {chance(delta)}" if delta else ""


def counted(number: int, one: str) -> str:
    """Return a number with its noun, plural where needed: "1 day", "2 days"."""
    return f"{number:,} {one if number == 1 else one + 's'}"


def _rounded(number: Decimal, rounding: str) -> Decimal:
    return number.quantize(Decimal(1).scaleb(number.adjusted() + 1 - _DIGITS), rounding) if number else number


def _in_units(number: Decimal) -> str:
    size, name = next(((size, f" {name}") for size, name in _UNITS if number >= size), (1, ""))
    return exactly(number / size) + name


_LEAST_COHORT = 3
"""Donors in the smallest sum that any donor accepts, whatever a campaign says: the floor of the smallest tree
(docs/reference/cohort.md)."""


def others_in_cohort(min_cohort: int) -> int:
    """Return the fewest other people whose counts are in a sum with the donor's; `min_cohort` as in the terms."""
    return max(min_cohort, _LEAST_COHORT) - 1
