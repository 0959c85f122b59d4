"""The vectors of the accounting of parts: cases written here, with the numbers that Python's functions give.

`python -m tests.support.reference.parts` writes tests/vectors/privacy/parts.json anew. A case that is refused has
`refused` in place of `expected`. Long arrays are given by a digest of all their bits.
"""

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from pdd_shared.privacy.accounting.parts.contributions import PartCaps, parts_of
from pdd_shared.privacy.accounting.parts.exchange import excess
from pdd_shared.privacy.accounting.parts.ratio_grid import law_of_shift
from pdd_shared.privacy.accounting.parts.ratios import Reals, exp_between, shifted
from pdd_shared.privacy.accounting.parts.release import Part, delta, epsilon, keeps_to
from pdd_shared.protocol.terms import Caps
from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "privacy" / "parts.json"
Case = dict[str, Any]
Row = tuple[str, str, int, int, int, int]
"""A part's law, scale, hits, hits a number, numbers, and for how many periods it is published."""

JOINED, FLU = ("skellam", "10.211", 1, 1, 1), ("skellam", "3.404", 2, 1, 100)
WEEKS: list[Row] = [(*FLU, 18), (*JOINED, 18), ("skellam", "357.351", 35, 35, 1, 18)]
DAYS: list[Row] = [
    ("skellam", "9.2", 2, 1, 100, 129),
    ("skellam", "27.6", 1, 1, 1, 129),
    ("skellam", "270", 10, 10, 1, 129),
]
TWINS: list[Row] = [
    ("skellam", "5.5", 3, 3, 40, 7),
    ("skellam", "5.5", 3, 2, 40, 11),
    ("skellam", "5.5", 3, 2, 2, 5),
    ("skellam", "5.5", 3, 1, 40, 13),
    ("skellam", "5.5", 2, 2, 40, 6),
]
EXPONENTS = [0.0, 1.0, -1.0, 10.0, 1e-30, -(2.0**-53), -(2.0**-9), 700.5, 709.75, 710.0, 5e6, -708.5, -744.5, -5e6]
MIXED: list[Row] = [("skellam", "9", 7, 3, 100, 20), ("discrete-laplace", "12", 1, 1, 1, 129)]


def caps(why: str, hits: int, per_number: int, numbers: int, **more: Any) -> Case:
    return {"why": why, "hits": hits, "per_number": per_number, "numbers": numbers, **more}


def noise(why: str, law: str, scale: str, shift: int, **more: Any) -> Case:
    return {"why": why, "law": law, "scale": scale, "shift": shift, **more}


def power(why: str, law: str, scale: str, shift: int, bits: int, times: int, below: int) -> Case:
    return noise(why, law, scale, shift, bits=bits, times=times, below=below)


def exchange(why: str, law: str, scale: str, per_number: int, **more: Any) -> Case:
    return {"why": why, "law": law, "scale": scale, "per_number": per_number, "bits": 7, **more}


def released(why: str, parts: list[Row], epsilons: list[float], deltas: list[float], **more: Any) -> Case:
    fields = ("law", "scale", "hits", "per_number", "numbers", "periods")
    rows = [dict(zip(fields, row, strict=True)) for row in parts]
    return {"why": why, "parts": rows, "epsilons": epsilons, "deltas": deltas, **more}


CASES: dict[str, list[Case]] = {
    "caps": [
        caps("one hit a number", 2, 1, 100),
        caps("a rest in one more number", 7, 3, 100),
        caps("fewer numbers than would take all hits", 9, 2, 3),
        caps("one number", 35, 35, 1),
        caps("a cap above all hits", 3, 5, 9),
        caps("the most hits there can be", 100_000, 1000, 50_000),
        caps("no hits", 0, 1, 1, refused=True),
        caps("no hits a number", 1, 0, 1, refused=True),
        caps("no numbers", 1, 1, 0, refused=True),
    ],
    "campaigns": [
        {"why": "few hits", "searches": 35, "hits": 2, "hits_per_keyword": 1, "keywords": 100},
        {"why": "one keyword", "searches": 10, "hits": 4, "hits_per_keyword": 2, "keywords": 1},
        {"why": "no keywords", "searches": 10, "hits": 4, "hits_per_keyword": 2, "keywords": 0, "refused": True},
    ],
    "exponentials": [{"why": f"e^{exponent}", "exponent": exponent} for exponent in EXPONENTS],
    "ratios": [
        noise("the narrowest noise that hides a hit", "skellam", "0.05", 1),
        noise("keywords", "skellam", "3.404", 1),
        noise("several hits", "skellam", "24.5", 6),
        noise("a scale of many digits", "skellam", "3.141592653589793238", 2),
        noise("the widest noise", "skellam", "10000", 3),
        noise("noise that hides nothing", "skellam", "0.001", 1),
        noise("the server's noise", "discrete-gaussian", "12.3", 5),
        noise("a Gaussian of many digits", "discrete-gaussian", "2.718281828459045235", 1),
        noise("a Gaussian that hides nothing", "discrete-gaussian", "0.05", 1),
        noise("one hit", "discrete-laplace", "0.202", 1),
        noise("several hits, discrete Laplace", "discrete-laplace", "7.3", 12),
        noise("wider noise than the other laws have", "discrete-laplace", "1000000", 2),
        noise("no noise", "skellam", "0", 1, refused=True),
        noise("no noise, discrete Laplace", "discrete-laplace", "0", 1, refused=True),
        noise("more Skellam noise than is accounted for", "skellam", "10000.1", 1, refused=True),
        noise("more Gaussian noise than is accounted for", "discrete-gaussian", "10000.1", 1, refused=True),
    ],
    "powers": [
        power("nothing", "skellam", "3.404", 1, 7, 0, 10),
        power("one period", "skellam", "3.404", 1, 7, 1, 0),
        power("an odd number of periods", "skellam", "3.404", 1, 7, 35, 200),
        power("a fine grid", "discrete-laplace", "81", 9, 12, 3, 40),
        power("ratios too large for the grid", "discrete-laplace", "0.01", 1, 4, 2, 3),
        power("ratios too small for the grid", "discrete-laplace", "0.02", 2, 5, 1, 0),
        power("noise that hides nothing", "skellam", "0.001", 1, 7, 2, 10),
    ],
    "exchanges": [
        exchange("one hit a number", "skellam", "3.404", 1),
        exchange("three hits a number", "skellam", "9", 3),
        exchange("five hits a number", "discrete-gaussian", "12.3", 5),
        exchange("noise too small to be checked", "discrete-gaussian", "0.3", 2),
        exchange("proven", "discrete-laplace", "9", 50),
        exchange("more hits a number than are checked", "skellam", "9", 11, refused=True),
    ],
    "releases": [
        released("three parts, 18 weeks", WEEKS, [0.0, 1.0, 9.999, 10.0, 30.0], [1e-3, 1e-6, 1e-9]),
        released("three parts, 129 days", DAYS, [10.0], [1e-6]),
        released("the parts in another order", WEEKS[::-1], [10.0], [1e-6]),
        released("parts that differ in their caps alone, out of order", TWINS, [3.0], [1e-6]),
        released("a delta of which finite tables leave too little", [(*FLU, 150)], [], [3.66e-7, 3.7e-7]),
        released("two laws, and several hits a number", MIXED, [0.5, 10.0], [1e-3, 1e-6]),
        released("the server's noise", [("discrete-gaussian", "60", 4, 4, 1, 365)], [6.0], [1e-6]),
        released("one hit of pure discrete Laplace", [("discrete-laplace", "2", 1, 1, 1, 1)], [0.4], [0.01, 1e-12]),
        released("a delta that finite tables use up", [("discrete-laplace", "1", 3, 3, 1, 4)], [14.0], [1e-15, 1e-25]),
        released("noise that hides nothing", [("skellam", "0.001", 30, 1, 100, 10)], [1.0], [1e-6, 0.0]),
        released("an epsilon beyond what a float holds", [(*FLU, 18)], [720.0], []),
        released("as many hits as terms may allow", [("skellam", "10000", 100_000, 1, 100_000, 100)], [10.0], [1e-6]),
        released("ratios beyond the grid", [("discrete-laplace", "5.5", 100_000, 999, 100_000, 100)], [9.0], [1e-6]),
        released("nothing", [], [0.5], [1e-6]),
        released("a part in no period", [(*FLU, 0), (*JOINED, 2)], [1.0], [1e-6]),
        released("no noise", [(*JOINED, 1), ("skellam", "0", 1, 1, 1, 1)], [1.0], [], refused=True),
        released("too many hits a number", [("skellam", "90", 22, 11, 9, 1)], [1.0], [], refused=True),
        released("an epsilon below zero", [(*JOINED, 1)], [-1.0], [], refused=True),
        released("fewer periods than none", [(*JOINED, -1)], [1.0], [], refused=True),
    ],
}


def array(numbers: Reals) -> dict[str, Any]:
    """Return how many numbers there are, the SHA-256 of all of them, 8 bytes each, little endian, and three of them."""
    chosen = sorted({0, len(numbers) // 2, len(numbers) - 1})
    digest = hashlib.sha256(np.asarray(numbers, dtype="<f8").tobytes()).hexdigest()
    return {"number": len(numbers), "digest": digest, "some": {str(at): finite(float(numbers[at])) for at in chosen}}


def finite(number: float) -> float | None:
    """Return the number, null if it is infinite."""
    return number if isfinite(number) else None


def caps_of(case: Case) -> PartCaps:
    return PartCaps(case["hits"], case["per_number"], case["numbers"])


def answer_caps(case: Case) -> Any:
    return figures(caps_of(case))


def answer_campaign(case: Case) -> Any:
    caps = Caps(case["searches"], case["hits"], case["hits_per_keyword"])
    return {name: figures(part) for name, part in parts_of(caps, case["keywords"]).items()}


def figures(found: PartCaps) -> Any:
    """Return what follows from a part's caps."""
    worst = [{"shift": shift, "numbers": numbers} for shift, numbers in found.worst]
    return {"l1": found.l1, "squared_l2": found.squared_l2, "worst": worst, "exchanges": found.exchanges}


def answer_exponential(case: Case) -> Any:
    low, high = exp_between(Decimal(case["exponent"]))
    return {"low": finite(low), "high": finite(high)}


def answer_ratios(case: Case) -> Any:
    found = shifted(case["law"], Decimal(case["scale"]), case["shift"])
    return {"ratios": array(found.ratios), "masses": array(found.masses), "beyond": found.beyond}


def answer_power(case: Case) -> Any:
    law = law_of_shift(case["law"], Decimal(case["scale"]), case["shift"], case["bits"]).power(case["times"])
    divergences = array(law.divergences(law.first - case["below"]))
    return {"first": law.first, "masses": array(law.masses), "beyond": law.beyond, "divergences": divergences}


def answer_exchange(case: Case) -> Any:
    return excess(case["law"], Decimal(case["scale"]), case["per_number"], case["bits"])


def answer_release(case: Case) -> Any:
    release = {Part(row["law"], Decimal(row["scale"]), caps_of(row)): row["periods"] for row in case["parts"]}
    deltas = [delta(release, each) for each in case["epsilons"]]
    kept = [[keeps_to(release, most, least) for least in case["deltas"]] for most in case["epsilons"]]
    return {"deltas": deltas, "epsilons": [finite(epsilon(release, each)) for each in case["deltas"]], "kept": kept}


ANSWERS: dict[str, Callable[[Case], Any]] = {
    "caps": answer_caps,
    "campaigns": answer_campaign,
    "exponentials": answer_exponential,
    "ratios": answer_ratios,
    "powers": answer_power,
    "exchanges": answer_exchange,
    "releases": answer_release,
}


def answered(case: Case, answer: Callable[[Case], Any]) -> Case:
    """Return a case with Python's answer; AssertionError if Python does not refuse what the case says it refuses."""
    try:
        return {**case, "expected": answer(case)}
    except ValueError:
        assert case.get("refused"), case["why"]
        return case


def document() -> dict[str, Any]:
    """Return what the file should contain now."""
    return {group: [answered(case, ANSWERS[group]) for case in cases] for group, cases in CASES.items()}


if __name__ == "__main__":
    found = json.loads(json.dumps(document(), allow_nan=False))
    VECTORS.write_text(as_text(found), "utf-8")
