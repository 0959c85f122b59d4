"""A slow reference of donors' noise, to check vectors and fast code against. It shares no code with `pdd_shared`.

Two ways. `exact_thresholds` follows the law: NB(1 / m) by Gamma functions at 400 bits, cut where the bound on what is
left is below 2^-100. `thresholds` follows docs/reference/cohort.md, "Donors' noise", in integers, which fixes the last
bits.

`python -m tests.support.reference.donor_shares` writes tests/vectors/privacy/donors_noise.json anew:
`tables` and what is drawn from them, `terms` that readers accept (one of each protocol), and `bad` ones, which differ
from these in what `why` says.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath

from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "privacy" / "donors_noise.json"
BITS, ONE = 400, 2**192
SCALES, SHARES = ("0.5", "1", "54", "81.5", "1000"), (1, 3, 40)


def exact_thresholds(scale: str, m: int) -> list[int]:
    """Return floor(2^128 P(X <= k | kept)) of NB(1 / m), from the law alone."""
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
    """Return Gamma(k + r) / (Gamma(r) k!) a^k by logarithms of the Gamma function."""
    return mpmath.exp(mpmath.loggamma(k + r) - mpmath.loggamma(r) - mpmath.loggamma(k + 1) + k * mpmath.log(a))


def exponential(scale: str) -> int:
    """Step 1 of the protocol: return e^(-1 / scale), 2^192 being one."""
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


def stream(name: str) -> Iterator[int]:
    """Return reproducible bytes: SHAKE-256 of a name."""
    yield from hashlib.shake_256(name.encode()).digest(1 << 16)


def taken(octets: Iterator[int], number: int) -> bytes:
    return bytes(next(octets) for _ in range(number))


def table_case(scale: str, m: int, rows: list[int], first: int = 0) -> dict[str, Any]:
    """Return a few rows of a table that begins at `first`, and draws: at, below and above thresholds, at the ends, and
    between.
    """
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
        "draws": [{"bytes": u.to_bytes(16, "little").hex(), "drawn": first + bisect_right(rows, u)} for u in drawn],
    }


def cohort_terms(**changed: Any) -> dict[str, Any]:
    kinds = ("joined", "searches", "counts")
    return {
        "protocol": "cohort",
        "period": "day",
        "max_searches": 20,
        "max_matches": 3,
        "noise": {kind: {"law": "discrete-laplace", "scale": "81.5", "unit": 1} for kind in kinds},
        "colluders": 10,
        "budget": {"epsilon": "45", "delta": "0.000001"},
        "min_cohort": 5,
        **changed,
    }


def in_units() -> dict[str, Any]:
    """Return noise whose units are the smallest, an ordinary one and the largest."""
    units = {"joined": ("128", 2), "searches": ("4306.422", 32), "counts": ("10000", 65536)}
    return {kind: {"law": "discrete-laplace", "scale": scale, "unit": unit} for kind, (scale, unit) in units.items()}


def capped_terms(**caps: int) -> dict[str, Any]:
    """Return terms with these caps in place of `max_matches`."""
    return {name: value for name, value in cohort_terms(**caps).items() if name != "max_matches"}


def plain_terms(**changed: Any) -> dict[str, Any]:
    noise, budget = {"law": "discrete-laplace", "scale": "81.5"}, {"epsilon": "45", "delta": "0.000001"}
    caps = {"max_searches": 20, "max_matches": 3}
    return {"protocol": "plain", **caps, "noise": noise, "budget": budget, "min_group": 5, **changed}


BAD_SCALES = {
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
}


def bad_noise() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return terms whose noise no reader accepts."""
    cohort, plain = cohort_terms()["noise"], plain_terms()["noise"]
    changes: dict[str, dict[str, Any]] = {
        "more noise than tables are made for": {"scale": "10000.1"},
        "a law that donors don't draw": {"law": "discrete-gaussian"},
        "an unknown law": {"law": "laplace"},
        "a unit for too little noise": {"unit": 2},
        "a unit that is no power of two": {"unit": 3, "scale": "200"},
        "no unit": {"unit": 0},
        "too large a unit": {"unit": 131072, "scale": "200"},
        "Skellam noise with a unit": {"law": "skellam", "unit": 2, "scale": "200"},
    }
    scales: dict[str, dict[str, Any]] = {why: {"scale": scale} for why, scale in BAD_SCALES.items()}
    for kind in cohort:
        for why, change in (changes | scales if kind == "counts" else changes).items():
            yield f"cohort, {kind}: {why}", cohort_terms(noise={**cohort, kind: {**cohort[kind], **change}})
        without = {other: cohort[other] for other in cohort if other != kind}
        yield f"cohort, {kind}: without its noise", cohort_terms(noise=without)
    changes = {
        "more noise than campaigns can read": {"scale": "1000000.1"},
        "an unknown law": {"law": "laplace"},
        "donors who add it": {"added_by": "donors"},
        "donors who collude": {"colluders": 0},
    }
    for why, change in (changes | scales).items():
        yield f"plain: {why}", plain_terms(noise={**plain, **change})


def bad_terms() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return terms that no reader accepts, whatever their noise."""
    for percent in (0, 7, 10.5, "10", None):
        yield f"cohort: {percent!r} percent who collude", cohort_terms(colluders=percent)
    yield "cohort: another period", cohort_terms(period="month")
    yield "cohort: a floor of nobody", cohort_terms(min_cohort=0)
    yield "cohort: the noise of plain", cohort_terms(noise=plain_terms()["noise"])
    yield "plain: the noise of cohort", plain_terms(noise=cohort_terms()["noise"])
    yield "plain: a group of nobody", plain_terms(min_group=0)
    for name, good in (("cohort", cohort_terms()), ("plain", plain_terms())):
        yield f"{name}: a protocol that nobody knows", {**good, "protocol": "other"}
        yield f"{name}: no protocol", {field: good[field] for field in good if field != "protocol"}
    yield "the protocol of the other terms", {**plain_terms(), "protocol": "cohort"}
    yield "the protocol of the other terms, the other way round", {**cohort_terms(), "protocol": "plain"}


def bad_caps() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return terms whose caps on hits contradict each other."""
    for why, caps in {
        "more hits for one period than for all": {"max_hits": 5, "max_hits_per_keyword": 2, "max_campaign_hits": 4},
        "more hits of a keyword than in all periods": {"max_hits_per_keyword": 5, "max_campaign_hits": 4},
        "more hits of a keyword than in a period": {"max_hits": 2, "max_hits_per_keyword": 3, "max_campaign_hits": 4},
        "a cap over all periods without one on a keyword": {"max_campaign_hits": 4},
        "a cap on a keyword alone": {"max_hits_per_keyword": 4},
        "no hit in all periods": {"max_hits_per_keyword": 0, "max_campaign_hits": 0},
        "too many hits in all periods": {"max_hits_per_keyword": 1, "max_campaign_hits": 100_001},
    }.items():
        yield f"cohort: {why}", capped_terms(**caps)
    yield "cohort: a cap over all periods beside max_matches", cohort_terms(max_campaign_hits=60)
    caps = {"max_hits_per_keyword": 1, "max_campaign_hits": 4}
    yield "cohort: caps on hits beside max_matches", cohort_terms(**caps)
    yield "plain: a cap over all periods", plain_terms(max_campaign_hits=60)


def document() -> dict[str, Any]:
    bad = [{"why": why, "terms": terms} for why, terms in (*bad_noise(), *bad_terms(), *bad_caps())]
    capped = capped_terms(max_hits_per_keyword=4, max_campaign_hits=4)
    in_periods = capped_terms(max_hits=3, max_hits_per_keyword=2, max_campaign_hits=3)
    return {
        "tables": [table_case(scale, m, thresholds(scale, m)) for scale in SCALES for m in SHARES],
        "terms": [cohort_terms(), cohort_terms(noise=in_units()), capped, in_periods, plain_terms()],
        "bad": bad,
    }


if __name__ == "__main__":
    VECTORS.write_text(as_text(document()), "utf-8")
