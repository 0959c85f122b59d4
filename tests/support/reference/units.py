"""Noise in units: what a unit costs and how counts are rounded, computed with exact fractions; no project code.

Run it to write the vectors anew: `python -m tests.support.reference.units`.
"""

import hashlib
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "privacy" / "units.json"
NOISES = [("3.5", 1), ("128", 2), ("128.001", 4), ("4306.422", 32), ("9999.999999999999999999", 65536)]
COUNTS = [0, 1, 2, 3, 7, 8, 9, 31, 32, 33, 500, 1000]


def charged(scale: str, unit: int) -> str:
    """Return the scale that is charged, u (s - 1/2), as messages write numbers."""
    exact = unit * (Fraction(scale) - Fraction(1, 2)) if unit > 1 else Fraction(scale)
    with localcontext(prec=60):
        text = f"{Decimal(exact.numerator) / Decimal(exact.denominator):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def up(count: int, unit: int, word: int) -> int:
    """Return the count in units: rounded up if the word's place within the unit is below the count's."""
    whole, left = divmod(count, unit)
    return whole + 1 if word % unit < left else whole


def rounding() -> Iterator[dict[str, Any]]:
    """Yield counts, random bytes and what the counts become, for some units."""
    for unit in (1, 2, 8, 32, 1024, 65536):
        random = hashlib.shake_256(b"rounding %d" % unit).digest(4 * len(COUNTS))
        words = [int.from_bytes(random[at : at + 4], "little") for at in range(0, len(random), 4)]
        # The last words are just below and just at what is left of their counts.
        words[-2:] = [COUNTS[-2] % unit - 1 if COUNTS[-2] % unit else 0, COUNTS[-1] % unit]
        yield {
            "unit": unit,
            "counts": COUNTS,
            "random": b"".join(word.to_bytes(4, "little") for word in words).hex(),
            "rounded": [up(count, unit, word) for count, word in zip(COUNTS, words, strict=True)],
        }


def document() -> dict[str, Any]:
    return {
        "charged": [{"scale": scale, "unit": unit, "charged": charged(scale, unit)} for scale, unit in NOISES],
        "rounding": list(rounding()),
    }


if __name__ == "__main__":
    VECTORS.write_text(as_text(document()), "utf-8")
