"""A third plan of the example day, whose campaigns cap the hits of all their periods: vectors with `full`."""

from typing import Any

from tests.support.reference.cohort.day import noise_of
from tests.support.reference.cohort.messages import compact, layout, part, plan, signed
from tests.support.reference.cohort.ring import from_wire, stream
from tests.support.reference.units import up

FLU = {"max_searches": 20, "max_hits_per_keyword": 2, "max_campaign_hits": 4}
SLEEP = {"max_searches": 20, "max_hits": 6, "max_hits_per_keyword": 6, "max_campaign_hits": 9}
PLAN = plan() | {
    "layout": [
        part("flu", 3, (), scales=("2", "10.5", "5"), skellam=("counts",), min_cohort=3, **FLU),
        part("sleep", 2, ("a", "b"), scales=("2", "10.5", "128"), units=(1, 1, 4), min_cohort=4, **SLEEP),
        part("rare", 2, (), scales=("2", "40", "40"), min_cohort=5, **FLU),
        part("cold", 2, (), scales=("2", "10.5", "5"), min_cohort=3),
    ]
}
"""Two campaigns that are in, one with strata and units; one whose own floor is too high; one without such a cap."""
LAYOUT = layout(PLAN, 0)
FULL, NOT_FULL = {"full": True}, {"full": False}


def _given(campaign: str, stratum: str | None, searches: int, *counts: int, **full: bool) -> dict[str, Any]:
    return {"campaign": campaign, "stratum": stratum, "searches": searches, "counts": list(counts), **full}


GIVEN: dict[int, list[dict[str, Any]]] = {
    0: [
        _given("flu", None, 9, 2, 0, 2, **FULL),
        _given("sleep", "b", 5, 1, 4, **NOT_FULL),
        _given("cold", None, 3, 0, 3, **NOT_FULL),
    ],
    1: [
        _given("flu", None, 20, 0, 1, **NOT_FULL),
        _given("sleep", "a", 2, 0, 6, **FULL),
        _given("rare", None, 3, 2, 1, **FULL),
    ],
}
"""Leaf 1 has one keyword fewer of `flu`, since it agreed before the third came."""
WITHOUT_PLACE = {
    "no cap over all periods, and full": [_given("cold", None, 3, 0, 3, **FULL)],
    "a count for the place of `full`": [_given("flu", None, 3, 0, 1, 0, 1, **NOT_FULL)],
    "more hits than count in all periods": [_given("flu", None, 9, 2, 1, 2, **NOT_FULL)],
}


def capped() -> dict[str, Any]:
    return {
        "plan": signed("cohort-plan", compact(PLAN)),
        "layout": LAYOUT,
        "uploads": [upload(leaf) for leaf in GIVEN],
        "without_place": [{"why": why, "given": given} for why, given in WITHOUT_PLACE.items()],
    }


def upload(leaf: int) -> dict[str, Any]:
    """Return what a donor gives and rounds, and the noise that it adds."""
    entries, counts = LAYOUT["entries"], _counts_of(GIVEN[leaf])
    rounding, random = stream(f"rounding capped {leaf}", 4 * entries), stream(f"noise capped {leaf}", 32 * entries)
    rounded = [up(*each) for each in zip(counts, LAYOUT["units"], from_wire(rounding), strict=True)]
    assert all(number <= most for number, most in zip(rounded, LAYOUT["most"], strict=True))
    return {
        "leaf": leaf,
        "given": GIVEN[leaf],
        "rounding_bytes": rounding.hex(),
        "noise_bytes": random.hex(),
        "counts": counts,
        "rounded": rounded,
        "noise": noise_of(LAYOUT, random),
    }


def _counts_of(given: list[dict[str, Any]]) -> list[int]:
    """Return the vector of what a donor gives, in counts and without noise."""
    by_place = {(one["campaign"], one["stratum"]): one for one in given}
    counts = [0] * LAYOUT["entries"]
    for block in LAYOUT["blocks"]:
        of = PLAN["layout"][block["part"]]
        one = by_place.get((of["campaign"], block["stratum"]))
        if one and block["included"]:
            numbers = [1, one["searches"], *one["counts"]]
            counts[block["start"] : block["start"] + len(numbers)] = numbers
            if one["full"]:
                counts[block["start"] + 2 + of["entries"]] = 1
    return counts
