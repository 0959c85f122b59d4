"""Numbers as a person reads them: never in scientific notation, and what is promised rounded so that it stays true."""

from decimal import ROUND_DOWN, ROUND_UP, Decimal

_UNITS = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"))
_LARGEST = 10**15
_DIGITS = 3


def at_most(number: float) -> str:
    """A bound, rounded up to three digits: "2.35", "12,400", "1.24 million"."""
    if number >= _LARGEST:
        return "more than a thousand trillion"
    # Twelve digits first: what a computer makes of 0.3 is not to become 0.301.
    return _in_units(_rounded(Decimal(format(number, ".12g")), ROUND_UP))


def exactly(number: Decimal) -> str:
    """A number that somebody has chosen, as it is."""
    text = format(number, ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def chance(delta: Decimal) -> str:
    """A chance above zero: "one in a million", rounded up."""
    times = 1 / delta
    if times >= _LARGEST:
        return "less than one in a thousand trillion"
    return f"one in {_in_units(_rounded(times, ROUND_DOWN))}".replace("in 1 ", "in a ")


def except_for(delta: Decimal) -> str:
    """The exception to a guarantee, as it follows the guarantee; nothing where there is none."""
    return f", except with a chance of {chance(delta)}" if delta else ""


def with_slack(delta: Decimal) -> str:
    """What a cost leaves out, as it follows the cost: delta is added to every probability; nothing where it is 0."""
    return f", with a slack of {chance(delta)}" if delta else ""


def counted(number: int, one: str) -> str:
    """So many things: "1 day", "2 days"."""
    return f"{number:,} {one if number == 1 else one + 's'}"


def _rounded(number: Decimal, rounding: str) -> Decimal:
    return number.quantize(Decimal(1).scaleb(number.adjusted() + 1 - _DIGITS), rounding) if number else number


def _in_units(number: Decimal) -> str:
    size, name = next(((size, f" {name}") for size, name in _UNITS if number >= size), (1, ""))
    return exactly(number / size) + name


_LEAST_COHORT = 3
"""No donor accepts a smaller sum, whatever a campaign says: the floor of the smallest tree
(docs/reference/cohort.md)."""


def others_in_cohort(min_cohort: int) -> int:
    """How many other people's counts a donor's are added to, at least; `min_cohort` as in a campaign's terms."""
    return max(min_cohort, _LEAST_COHORT) - 1
