"""A second plan of the example day, with caps on hits and units above 1: what donors send, and what is published."""

from typing import Any

from tests.support.reference.cohort.day import (
    COMMITTEE_DIGEST,
    Given,
    context_of,
    counts_of,
    labelled,
    noise_of,
)
from tests.support.reference.cohort.messages import compact, layout, plan_in_units, signed
from tests.support.reference.cohort.ring import Words, added, from_wire, long, masked, read, secret_of, sound, stream
from tests.support.reference.units import up

PLAN = plan_in_units()
TEXT = compact(PLAN)
CONTEXT = context_of(TEXT, COMMITTEE_DIGEST, 0, 0)
LAYOUT = layout(PLAN, 0)
GIVEN: dict[int, Given] = {
    0: [("flu", None, 900, [30, 30, 10]), ("sleep", "a", 20, [20, 20])],
    1: [("flu", None, 37, [5, 0, 3]), ("sleep", "b", 7, [0, 3]), ("rare", None, 3, [2])],
}
"""Leaf 0 reaches every cap; what leaf 1 gives to `rare`, whose own floor is too high, is not sent."""
OVER_CAPS: dict[str, Given] = {
    "a search too many, within the last unit": [("flu", None, 901, [0, 0, 0])],
    "a hit of one keyword too many, within the last unit": [("flu", None, 900, [31, 0, 0])],
    "a hit too many for all keywords together": [("flu", None, 900, [30, 30, 11])],
    "more hits of a keyword than searches may count": [("sleep", "a", 20, [21, 0])],
}


def units() -> dict[str, Any]:
    return {
        "plan": signed("cohort-plan", TEXT),
        "context": CONTEXT.hex(),
        "layout": LAYOUT,
        "uploads": [upload(leaf) for leaf in GIVEN],
        "over_caps": [{"why": why, "given": labelled(given)} for why, given in OVER_CAPS.items()],
        "opened": opened(),
    }


def seed_of(leaf: int) -> bytes:
    return stream(f"seed in units {leaf}", 32)


def upload(leaf: int) -> dict[str, Any]:
    """Return what a donor gives, rounds, adds as noise and masks."""
    entries, counts = LAYOUT["entries"], counts_of(PLAN, GIVEN[leaf])
    rounding, random = stream(f"rounding {leaf}", 4 * entries), stream(f"noise in units {leaf}", 32 * entries)
    rounded = [up(*each) for each in zip(counts, LAYOUT["units"], from_wire(rounding), strict=True)]
    assert all(number <= most for number, most in zip(rounded, LAYOUT["most"], strict=True))
    noise = noise_of(LAYOUT, random)
    vector = [a + b for a, b in zip(rounded, noise, strict=True)]
    return {
        "leaf": leaf,
        "seed": seed_of(leaf).hex(),
        "nonce": stream(f"nonce in units {leaf}", 16).hex(),
        "given": labelled(GIVEN[leaf]),
        "rounding_bytes": rounding.hex(),
        "noise_bytes": random.hex(),
        "counts": counts,
        "rounded": rounded,
        "noise": noise,
        "vector": vector,
        "ciphertext": long(masked(vector, seed_of(leaf), CONTEXT)),
    }


def opened() -> dict[str, Any]:
    """Return the sum of the uploads in units, and its published numbers in counts."""
    ciphertext = added([masked(upload(leaf)["vector"], seed_of(leaf), CONTEXT) for leaf in GIVEN])
    key = added([secret_of(seed_of(leaf)) for leaf in GIVEN])
    numbers, errors = read(ciphertext, key, CONTEXT, PLAN["reach"])
    return {
        "ciphertext": long(ciphertext),
        "key": long(key),
        "numbers": numbers[: LAYOUT["entries"]],
        "sound": sound(numbers, errors, len(GIVEN), LAYOUT["most"], PLAN["reach"]),
        "published": [published(block, numbers) for block in LAYOUT["blocks"] if block["included"]],
    }


def published(block: dict[str, Any], numbers: Words) -> dict[str, Any]:
    """Return the published numbers of a campaign and stratum."""
    part = PLAN["layout"][block["part"]]
    places = range(block["start"], block["start"] + 2 + part["entries"])
    donors, searches, *totals = [numbers[place] * LAYOUT["units"][place] for place in places]
    return {
        "campaign": part["campaign"],
        "stratum": block["stratum"],
        "donors": donors,
        "searches": searches,
        "totals": totals,
    }
