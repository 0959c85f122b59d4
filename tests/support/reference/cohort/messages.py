"""What the server of the `cohort` example signs, and how a vector is laid out, from docs/reference/cohort.md alone.

The server's keys and the donors' are made here too.
"""

import json
from collections.abc import Collection, Sequence
from math import isqrt
from typing import Any

from nacl.signing import SigningKey

from tests.support.reference.cohort.draws import Donor, Draw, leaf_bytes, root_of
from tests.support.reference.cohort.ring import Committee, Words, blake, blocks_of, digest, prefixed, stream

DAY, EPOCH_START = "2026-11-20", "2026-11-16"
SIZE, APPENDED = 5, 6
PRESENT = (0, 1, 2, 4, APPENDED)
SIZES = Committee(SIZE)
FLOOR, REACH, DECOYS = 4, 4000, 64
IDENTITY, ONLINE = SigningKey(stream("server identity", 32)), SigningKey(stream("server online", 32))
SERVER = IDENTITY.verify_key.encode()
DONORS = {leaf: Donor(f"donor {leaf}") for leaf in (*range(SIZE), APPENDED)}
LEAVES = [leaf_bytes(leaf, DONORS[leaf].keys) for leaf in range(SIZE)]
ROOT = root_of(LEAVES)
LAST_PLACES = (2, 3, 4, 5)


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def signed(kind: str, message: dict[str, Any] | str, key: SigningKey = ONLINE) -> dict[str, str]:
    payload = message if isinstance(message, str) else compact(message)
    return {"payload": payload, "signature": key.sign(prefixed("pdd/1/signed", kind, payload)).signature.hex()}


def message_digest(kind: str, payload: str) -> bytes:
    return blake(prefixed(f"pdd/1/{kind}", payload))


# --- what the server signs


def online_key() -> dict[str, Any]:
    key = ONLINE.verify_key.encode().hex()
    return {"server": SERVER.hex(), "key": key, "first": "2026-11-01", "last": "2026-12-31"}


def epoch() -> dict[str, Any]:
    return {
        "server": SERVER.hex(),
        "number": 3,
        "start": EPOCH_START,
        "size": SIZE,
        "root": ROOT.hex(),
        "reset": 0,
    }


def receipt(leaf: int) -> dict[str, Any]:
    ticket = DONORS[leaf].ticket(SERVER)["digest"]
    appended = leaf if leaf >= SIZE else None
    return {"server": SERVER.hex(), "ticket": ticket, "epoch": 3, "index": appended, "reset": 0}


def terms(
    scales: Sequence[str],
    min_cohort: int,
    colluders: int = 10,
    skellam: Collection[str] = (),
    units: Sequence[int] = (1, 1, 1),
    **caps: int,
) -> dict[str, Any]:
    """Return terms with these scales of noise, which is Skellam noise on the kinds of numbers in `skellam`."""
    laws = {
        kind: {"law": "skellam" if kind in skellam else "discrete-laplace", "scale": scale, "unit": unit}
        for kind, scale, unit in zip(("joined", "searches", "counts"), scales, units, strict=True)
    }
    return {
        "protocol": "cohort",
        "period": "day",
        **(caps or {"max_searches": 20, "max_matches": 3}),
        "noise": laws,
        "colluders": colluders,
        "budget": {"epsilon": "45", "delta": "0.000001"},
        "min_cohort": min_cohort,
    }


def part(campaign: str, entries: int, strata: Sequence[str], **bounds: Any) -> dict[str, Any]:
    vocabulary = digest("example vocabulary", campaign).hex()
    return {
        "campaign": campaign,
        "entries": entries,
        "vocabulary": vocabulary,
        "strata": [*strata],
        "terms": terms(**bounds),
        "repeats": None,
    }


def plan() -> dict[str, Any]:
    """Return a plan with two campaigns that are in, one with strata, and one whose own floor is above the cohort's."""
    return {
        "protocol": "cohort",
        "version": 2,
        "server": SERVER.hex(),
        "day": DAY,
        "zone": "Europe/London",
        "epoch": 3,
        "root": ROOT.hex(),
        "size": SIZE,
        "reset": 0,
        "earliest_close": "2026-11-22",
        "latest_close": "2026-11-27",
        "last_answers": "2026-12-11",
        "capacity": 100,
        "reach": REACH,
        "cohorts": [{"floor": FLOOR, "sub_cohorts": 1}],
        "layout": [
            part("flu", 3, ("north", "south"), scales=("2", "10.5", "5"), min_cohort=3),
            part("sleep", 4, (), scales=("2", "10.5", "10.5"), skellam=("searches",), min_cohort=4),
            part("rare", 2, (), scales=("2", "40", "40"), min_cohort=5),
        ],
    }


def large_plan() -> dict[str, Any]:
    """Return a plan of two campaigns with one law but different colluders, which makes two laws."""
    layout = [
        part("flu", 2, (), scales=("2", "3", "3"), min_cohort=100),
        part("sleep", 2, ("a", "b"), scales=("2", "3", "3"), min_cohort=100, colluders=5),
    ]
    cohorts = [{"floor": 600, "sub_cohorts": 1}]
    return plan() | {"size": 2000, "root": stream("large root", 32).hex(), "cohorts": cohorts, "layout": layout}


def plan_in_units() -> dict[str, Any]:
    """Return a second plan for the day, with caps on hits and units above 1.

    Two laws differ in their unit alone. Some caps are whole units, others are not. One `max_hits_per_keyword` is above
    its `max_searches`. The last part's own floor is too high.

    The reach is the largest that a home accepts. `rare` has the largest bound, 1,000 searches, which are 63 units.
    """
    flu = {"max_searches": 900, "max_hits": 70, "max_hits_per_keyword": 30}
    rare = flu | {"max_searches": 1000}
    sleep = {"max_searches": 20, "max_hits": 40, "max_hits_per_keyword": 40}
    return plan() | {
        "capacity": 8192,
        "reach": (1_048_320 - 8192 * 63) // 2 - 1,
        "layout": [
            part("flu", 3, (), scales=("2", "128", "128"), units=(1, 16, 4), min_cohort=3, **flu),
            part("sleep", 2, ("a", "b"), scales=("128", "128", "128"), units=(16, 4, 16), min_cohort=4, **sleep),
            part("rare", 1, (), scales=("2", "128", "128"), units=(1, 16, 4), min_cohort=5, **rare),
        ],
    }


# --- the vector


def layout(plan: dict[str, Any], cohort: int) -> dict[str, Any]:
    """Return what each number of a cohort's vector is, the decoys included."""
    draw, day = Draw(bytes.fromhex(plan["root"]), plan["size"]), plan["cohorts"][cohort]
    most: Words = []  # in units
    numbers: list[tuple[str, str, int, int]] = []
    blocks = []
    for place, given in enumerate(plan["layout"]):
        makers = noise_makers(draw, given["terms"]["colluders"], **day)
        included = given["terms"]["min_cohort"] <= day["floor"]
        for stratum in given["strata"] or [None]:
            blocks.append({"part": place, "stratum": stratum, "start": len(most), "included": included})
            full = "max_campaign_hits" in given["terms"]
            kinds = ["joined", "searches", *["counts"] * (given["entries"] + full)]
            numbers += [(*given["terms"]["noise"][kind].values(), makers) for kind in kinds]
            most += [most_of(kind, given["terms"]) * included for kind in kinds]
    decoys = []
    for law in dict.fromkeys(numbers):
        decoys.append(dict(zip(("law", "scale", "unit", "noise_makers"), law, strict=True)) | {"start": len(most)})
        most += [0] * DECOYS
        numbers += [law] * DECOYS
    return {
        "entries": len(most),
        "blocks_of_ring": blocks_of(len(most)),
        "blocks": blocks,
        "decoys": decoys,
        "most": most,
        "laws": [law for law, _, _, _ in numbers],
        "scales": [scale for _, scale, _, _ in numbers],
        "units": [unit for _, _, unit, _ in numbers],
        "noise_makers": [makers for _, _, _, makers in numbers],
    }


def most_of(kind: str, terms: dict[str, Any]) -> int:
    """Return the most units that one donor adds to a number of this kind."""
    searches = terms["max_searches"]
    hits = min(terms.get("max_hits_per_keyword", searches), searches)
    cap = {"joined": 1, "searches": searches, "counts": hits}[kind]
    return int(-(-cap // terms["noise"][kind]["unit"]))


def noise_makers(draw: Draw, percent: int, floor: int, sub_cohorts: int) -> int:
    parts = draw.cohorts * sub_cohorts
    dealt = -(-percent * draw.size // (100 * parts))
    return floor - max(draw.sizes.c, dealt if parts == 1 else dealt + isqrt(128 * dealt) + 1)
