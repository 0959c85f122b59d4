"""Donors' noise once more, slowly: what vectors and fast code are held against. It shares no code with `pdd_shared`.

Two ways. `exact_thresholds` follows the law: NB(1 / m) by Gamma functions at 400 bits, cut where the bound on what is
left is below 2^-100. `thresholds` follows docs/protocol.md, "Donors' noise", in integers, which fixes the last bits.

`python -m tests.support.reference_shares` writes tests/vectors/donors_noise.json anew.
"""

import hashlib
import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath

VECTORS = Path(__file__).parents[1] / "vectors" / "donors_noise.json"
BITS, ONE = 400, 2**192
SCALES, SHARES = ("0.5", "1", "54", "81.5", "1000"), (1, 3, 40)


def exact_thresholds(scale: str, m: int) -> list[int]:
    """floor(2^128 P(X <= k | kept)) of NB(1 / m), from the law alone."""
    with mpmath.workprec(BITS):
        a, r = mpmath.exp(-1 / mpmath.mpf(scale)), mpmath.mpf(1) / m
        total, sums, k = mpmath.mpf(0), [], 0
        while True:
            weight = mpmath.rf(r, k) / mpmath.factorial(k) * a**k if k < 50 else _far_weight(a, r, k)
            total += weight
            sums.append(total)
            if weight * a / (1 - a) <= total / 2**100:
                return [int(mpmath.floor(part / total * 2**128)) for part in sums[:-1]]
            k += 1


def _far_weight(a: mpmath.mpf, r: mpmath.mpf, k: int) -> mpmath.mpf:
    """Gamma(k + r) / (Gamma(r) k!) a^k by logarithms of the Gamma function."""
    return mpmath.exp(mpmath.loggamma(k + r) - mpmath.loggamma(r) - mpmath.loggamma(k + 1) + k * mpmath.log(a))


def exponential(scale: str) -> int:
    """Step 1 of the protocol: e^(-1 / scale), 2^192 being one."""
    x = 1 / Fraction(scale)
    a, term, n = 0, ONE, 0
    while term > 0:
        a = a + term if n % 2 == 0 else a - term
        n += 1
        term = term * x.numerator // (x.denominator * n)
    return a


@cache
def thresholds(scale: str, m: int) -> list[int]:
    """Steps 2 and 3 of the protocol."""
    a, w, total, k = exponential(scale), ONE, 0, 0
    sums = []
    while True:
        total += w
        sums.append(total)
        if w * a <= (ONE - a) * (total // 2**100):
            break
        w = (w * a // ONE) * (k * m + 1) // ((k + 1) * m)
        k += 1
    if k == 0:
        return [2**128 - 1]
    return [part * 2**128 // sums[-1] for part in sums[:-1]]


def draw(scale: str, m: int, u: int) -> int:
    """The number of thresholds that are at most u."""
    return sum(threshold <= u for threshold in thresholds(scale, m))


def stream(name: str) -> Iterator[int]:
    """Bytes that anybody can make again: SHAKE-256 of a name."""
    yield from hashlib.shake_256(name.encode()).digest(1 << 16)


def taken(octets: Iterator[int], number: int) -> bytes:
    return bytes(next(octets) for _ in range(number))


def noisy(vector: list[int], layout: list[dict[str, Any]], octets: Iterator[int]) -> list[int]:
    """The vector with one member's shares, number by number."""
    numbers, start = list(vector), 0
    for part in layout:
        terms, size = part["terms"], (2 + part["entries"]) * max(1, len(part["strata"]))
        scale, m = terms["noise"]["scale"], terms["min_group"] - terms["noise"]["colluders"]
        for place in range(start, start + size) if terms["noise"]["added_by"] == "donors" else ():
            plus, minus = (int.from_bytes(taken(octets, 16), "little") for _ in range(2))
            numbers[place] = (numbers[place] + draw(scale, m, plus) - draw(scale, m, minus)) % 2**32
        start += size
    return numbers


def table_case(scale: str, m: int) -> dict[str, Any]:
    """A few rows of a table, and draws: at, below and above thresholds, at the ends, and between."""
    rows = thresholds(scale, m)
    chosen = sorted({0, len(rows) // 2, len(rows) - 1})
    drawn = [0, 1, 2**64 - 1, 2**64, 2**127, 2**128 - 2, 2**128 - 1]
    drawn += [rows[k] + step for k in chosen for step in (-1, 0, 1) if 0 <= rows[k] + step < 2**128]
    drawn += [rows[k] >> 64 << 64 for k in chosen] + [rows[k] | (2**64 - 1) for k in chosen]  # upper halves equal
    octets = stream(f"draws {scale} {m}")
    drawn += [int.from_bytes(taken(octets, 16), "little") for _ in range(8)]
    return {
        "scale": scale,
        "shares": m,
        "rows": len(rows),
        "thresholds": {str(k): f"{rows[k]:032x}" for k in chosen},
        "digest": hashlib.sha256(b"".join(row.to_bytes(16, "little") for row in rows)).hexdigest(),
        "draws": [{"bytes": u.to_bytes(16, "little").hex(), "drawn": draw(scale, m, u)} for u in drawn],
    }


def terms(added_by: str, scale: str, colluders: int = 0) -> dict[str, Any]:
    noise = {"law": "discrete-laplace", "scale": scale, "added_by": added_by, "colluders": colluders}
    budget = {"epsilon": "45", "delta": "0.000001"}
    caps = {"max_searches": 20, "max_matches": 3}
    return {"protocol": "plain", **caps, "noise": noise, "budget": budget, "min_group": 5}


def vector_case() -> dict[str, Any]:
    """Two campaigns, the second in two strata with donors' noise: one member that joined, one that sends zeros."""
    flu = {"campaign": "flu", "entries": 2, "vocabulary": "11" * 32, "strata": [], "terms": terms("server", "81")}
    sleep = {
        "campaign": "sleep",
        "entries": 3,
        "vocabulary": "22" * 32,
        "strata": ["north", "south"],
        "terms": terms("donors", "81.5", 2),
    }
    layout = [flu, sleep]
    members = [("joined", [1, 4, 3, 1, 1, 4, 0, 2, 3, 0, 0, 0, 0, 0]), ("not joined", [0] * 14)]
    return {
        "why": "two campaigns, the second with donors' noise and two strata",
        "layout": layout,
        "members": [
            {
                "why": why,
                "vector": vector,
                "random": taken(stream(f"shares {why}"), 320).hex(),
                "noisy": noisy(vector, layout, stream(f"shares {why}")),
            }
            for why, vector in members
        ],
    }


def bad_cases() -> list[dict[str, Any]]:
    """Noise and terms that no reader accepts."""
    good = terms("donors", "81.5", 2)
    numbers = {
        "a zero that could be left out": "81.50",
        "a point without a fraction": "81.",
        "a zero before the number": "081.5",
        "no digit before the point": ".5",
        "a sign": "+81.5",
        "below zero": "-81.5",
        "an exponent": "8.15e1",
        "a space": " 81.5",
        "digits of another script": "\u0668\u0661",
        "no number": "nan",
        "nothing": "",
        "no noise": "0",
        "a floating-point number": 81.5,
        "more noise than tables are made for": "10000.1",
    }
    bad = [
        {"why": why, "terms": {**good, "noise": {**good["noise"], "scale": scale}}} for why, scale in numbers.items()
    ]
    changes = {
        "as many colluders as members, so that m is 0": {"colluders": 5},
        "colluders below zero": {"colluders": -1},
        "a law that donors don't draw": {"law": "discrete-gaussian"},
        "an unknown law": {"law": "laplace"},
        "nobody adds it": {"added_by": "nobody"},
        "the server's noise, with colluders": {"added_by": "server"},
    }
    bad.append({"why": "a protocol that nobody knows", "terms": {**good, "protocol": "cohort"}})
    bad.append({"why": "no protocol", "terms": {name: good[name] for name in good if name != "protocol"}})
    return bad + [
        {"why": why, "terms": {**good, "noise": {**good["noise"], **change}}} for why, change in changes.items()
    ]


def document() -> dict[str, Any]:
    tables = [table_case(scale, m) for scale in SCALES for m in SHARES]
    return {"tables": tables, "vectors": [vector_case()], "bad": bad_cases()}


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(document(), indent=1) + "\n")
