"""A slow reference of donors' Skellam noise, to check vectors and fast code against. It shares no code with
`pdd_shared`.

`python -m tests.support.reference.skellam_shares` writes tests/vectors/privacy/skellam_shares.json anew: `tables` and
what is drawn from them, and `shares` of several numbers. tests/vectors/README.md says how a table is made.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.reference.cases import as_text
from tests.support.reference.donor_shares import stream, table_case, taken

VECTORS = Path(__file__).parents[2] / "vectors" / "privacy" / "skellam_shares.json"
ONE = 2**192
LAWS = (("0.001", 1), ("0.3", 2), ("1", 1), ("3.404", 40), ("3.141592653589793238", 3), ("60", 8192), ("357.351", 100))
LARGE = ("1500.5", 2)
"""A table of more than 10,000 rows."""


def weights(mean: Fraction, k: int, way: int) -> Iterator[int]:
    """Yield the weights of the numbers beyond the mode `k` on one side of it, `way` being 1 or -1."""
    weight = ONE
    while True:
        step = mean / (k + 1) if way > 0 else k / mean
        if step < 1 and weight * step / (1 - step) <= ONE // 2**104:
            return
        weight, k = int(weight * step), k + way
        yield weight


@cache
def table(scale: str, m: int) -> tuple[int, list[int]]:
    """Return the table's first number and its thresholds."""
    mean = Fraction(scale) ** 2 / (2 * m)
    mode = int(mean)
    below = list(weights(mean, mode, -1))
    kept = [*reversed(below), ONE, *weights(mean, mode, 1)]
    all_kept, total, thresholds = sum(kept), 0, []
    for weight in kept[:-1]:
        total += weight
        thresholds.append(total * 2**128 // all_kept)
    return mode - len(below), thresholds or [2**128 - 1]


def draw(scale: str, m: int, u: int) -> int:
    """Return the table's first number plus the number of thresholds that are at most u."""
    first, rows = table(scale, m)
    return first + sum(threshold <= u for threshold in rows)


def tables_case(scale: str, m: int) -> dict[str, Any]:
    """Return a table's first number, a few of its rows, and draws."""
    first, rows = table(scale, m)
    return {"first": first, **table_case(scale, m, rows, first)}


def shares_case(why: str, scale: str, m: int, numbers: int) -> dict[str, Any]:
    """Return the shares of one donor on several numbers: each is a draw less the draw from the next 16 bytes."""
    random = taken(stream(f"shares {scale} {m}"), 32 * numbers)
    words = [int.from_bytes(random[at : at + 16], "little") for at in range(0, len(random), 16)]
    drawn = [draw(scale, m, words[at]) - draw(scale, m, words[at + 1]) for at in range(0, len(words), 2)]
    return {"why": why, "scale": scale, "shares": m, "numbers": numbers, "random": random.hex(), "drawn": drawn}


def document() -> dict[str, Any]:
    shares = [
        shares_case("keywords", "3.404", 40, 20),
        shares_case("searches", "357.351", 2, 20),
        shares_case("hardly any noise", "0.001", 1, 3),
        shares_case("no numbers", "3.404", 40, 0),
    ]
    return {"tables": [tables_case(*law) for law in (*LAWS, LARGE)], "shares": shares}


if __name__ == "__main__":
    VECTORS.write_text(as_text(document()), "utf-8")
