"""The vectors of what follows from a tree: parameters, tree and draws."""

from fractions import Fraction
from math import ceil, isqrt
from typing import Any

from tests.support.reference.cohort.draws import Draw, committee_digest, leaf_bytes, proof_of, root_of
from tests.support.reference.cohort.ring import Committee, digest, long, stream

DAY = "2026-11-20"


# --- parameters


def parameters() -> list[dict[str, Any]]:
    sizes = (4, 5, 6, 7, 9, 10, 60, 254, 255, 256, 300, 1000, 6500, 8192, 8193, 13000, 13001, 20000, 1_000_000)
    return [parameters_of(size) for size in sizes]


def parameters_of(size: int) -> dict[str, Any]:
    committee, cohorts = Committee(size), Draw(bytes(32), size).cohorts
    possible = [number for number in (1, 2, 4, 8) if number == 1 or size >= 500 * cohorts * number]
    return {
        "size": size,
        "cohorts": cohorts,
        "members": committee.m,
        "corrupt": committee.c,
        "quorum": committee.quorum,
        "secrets": committee.rho,
        "columns": committee.columns,
        "sub_cohorts": possible,
        "floors": [floors(size, percent, number) for percent in (5, 10) for number in possible],
    }


def colluders(size: int, percent: int, sub_cohorts: int = 1) -> int:
    parts = Draw(bytes(32), size).cohorts * sub_cohorts
    dealt = ceil(Fraction(percent * size, 100 * parts))
    return max(Committee(size).c, dealt if parts == 1 else dealt + isqrt(128 * dealt) + 1)


def least_floor(size: int, percent: int, sub_cohorts: int = 1) -> int:
    parts = Draw(bytes(32), size).cohorts * sub_cohorts
    return max(colluders(size, percent, sub_cohorts) + 2, ceil(Fraction(3 * size, 10 * parts)))


def floor_after(size: int, percent: int, sub_cohorts: int, recent: int) -> int:
    """Return the least floor of a tree after one of `recent` leaves."""
    parts, half = Draw(bytes(32), size).cohorts * sub_cohorts, ceil(Fraction(recent, 2))
    if half <= size:
        return least_floor(size, percent, sub_cohorts)
    return max(colluders(size, percent, sub_cohorts) + 2, Committee(half).c + 2, ceil(Fraction(3 * half, 10 * parts)))


def floors(size: int, percent: int, sub_cohorts: int) -> dict[str, int]:
    few, floor = colluders(size, percent, sub_cohorts), least_floor(size, percent, sub_cohorts)
    return {
        "percent": percent,
        "sub_cohorts": sub_cohorts,
        "colluders": few,
        "least_floor": floor,
        "noise_makers": floor - few,
    }


# --- keys of low order

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int]


def weak_keys() -> dict[str, list[str]]:
    """Return all encodings of the points whose order divides 8: seven numbers of either kind, with both top bits."""
    ys = {y for _, y in torsion()}
    exchange = {(1 + y) * pow(1 - y, -1, P) % P for y in ys if y != 1} | {0, 1, P - 1}
    return {"exchange": encodings(exchange), "signing": encodings(ys)}


def encodings(numbers: set[int]) -> list[str]:
    """Return a number's encodings: one below 19 has a second below 2^255."""
    told = sorted(numbers | {number + P for number in numbers if number < 19})
    return [(number | top << 255).to_bytes(32, "little").hex() for number in told for top in (0, 1)]


def torsion() -> set[Point]:
    """Return the points of edwards25519 (RFC 8032, section 5.1) of order 1, 2, 4 and 8: multiples of one of order 8."""
    order = 2**252 + 27742317777372353535851937790883648493
    candidates = (multiple(order, point) for y in range(2, 100) for point in on_curve(y))
    generator = next(point for point in candidates if multiple(4, point) != (0, 1))
    return {multiple(k, generator) for k in range(8)}


def on_curve(y: int) -> list[Point]:
    """Return a point with this y, if there is one: -x^2 + y^2 = 1 + D x^2 y^2."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    roots = (root, root * pow(2, (P - 1) // 4, P) % P)
    return [(x, y) for x in roots if x * x % P == square][:1]


def multiple(k: int, point: Point) -> Point:
    result = (0, 1)
    for bit in f"{k:b}":
        result = plus(result, result)
        result = plus(result, point) if bit == "1" else result
    return result


def plus(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    both = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + both, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - both, -1, P) % P


# --- tree and draws


def tree() -> dict[str, Any]:
    leaves = [example_leaf(index) for index in range(17)]
    wanted = [[], [0], [1], [3, 4], [0, 1, 2, 3], [2, 5, 8], [16], [0, 7, 15, 16], list(range(17))]
    return {
        "leaves": [leaf.hex() for leaf in leaves],
        "trees": [tree_of(leaves[:size], wanted) for size in (*range(1, 10), 17)],
    }


def example_leaf(index: int) -> bytes:
    return leaf_bytes(index, digest("exchange", index) + digest("signing", index))


def tree_of(leaves: list[bytes], wanted: list[list[int]]) -> dict[str, Any]:
    sets = [indices for indices in wanted if all(index < len(leaves) for index in indices)]
    return {
        "size": len(leaves),
        "root": root_of(leaves).hex(),
        "proofs": [{"indices": i, "proof": [node.hex() for node in proof_of(leaves, i)]} for i in sets],
    }


def draws() -> list[dict[str, Any]]:
    return [draw_of(size) for size in (4, 10, 255, 256, 257, 300, 8193, 20_000)]


def draw_of(size: int) -> dict[str, Any]:
    draw = Draw(stream(f"root {size}", 32), size)
    some = [0, 1, size // 2, size - 1, size, size + 7]
    dealt = [draw.cohort(leaf) for leaf in range(size)]
    cohorts = range(draw.cohorts)
    return {
        "root": draw.root.hex(),
        "size": size,
        "seed": draw.seed.hex(),
        "cohorts": draw.cohorts,
        "cohort_of": {str(leaf): draw.cohort(leaf) for leaf in some},
        "members": [long([leaf for leaf, drawn in enumerate(dealt) if drawn == cohort]) for cohort in cohorts],
        "committees": [long(draw.committee(cohort)) for cohort in cohorts],
        "committee_digest": committee_digest(draw.root, 0, [example_leaf(leaf) for leaf in draw.committee(0)]).hex(),
        "sub_cohorts": [
            {"day": DAY, "number": number, "of": {str(leaf): draw.sub_cohort(DAY, leaf, number) for leaf in some}}
            for number in (1, 2, 4, 8)
        ],
        "rest": {"day": DAY, "leaves": sorted(range(min(size, 20)), key=lambda leaf: draw.rest_order(DAY, leaf))},
    }
