"""One day of a small cohort, from docs/reference/cohort.md alone: every message and every value between them.

Five donors are in the tree. The one of leaf 3 is away, another joined since under index 6: five uploads. All five
members of the committee certify and answer; four are a quorum.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.support.reference import skellam_shares
from tests.support.reference.cohort.draws import committee_digest, leaf_bytes
from tests.support.reference.cohort.messages import (
    APPENDED,
    DONORS,
    IDENTITY,
    LAST_PLACES,
    LEAVES,
    ONLINE,
    PRESENT,
    REACH,
    ROOT,
    SERVER,
    SIZE,
    SIZES,
    compact,
    epoch,
    large_plan,
    layout,
    message_digest,
    online_key,
    plan,
    receipt,
    signed,
)
from tests.support.reference.cohort.ring import (
    N,
    Q,
    Words,
    added,
    blocks_of,
    digest,
    errors_of,
    from_wire,
    hiding,
    long,
    masked,
    read,
    rebuilt,
    secret_of,
    shares_of,
    sound,
    squares_of,
    stream,
    u32,
    wire,
)
from tests.support.reference.donor_shares import thresholds

PLAN_TEXT = compact(plan())
PLAN_DIGEST = message_digest("cohort-plan", PLAN_TEXT)
COMMITTEE_DIGEST = committee_digest(ROOT, 0, LEAVES)
ENTRIES = layout(plan(), 0)["entries"]
BLOCKS = blocks_of(ENTRIES)
UPLOAD_SIZE = 16 + 4 * N * BLOCKS + 4 * SIZES.columns * SIZES.m + 64


Given = list[tuple[str, str | None, int, Words]]
"""What a donor gives: campaign, stratum, searches and counts."""
GIVEN: dict[int, Given] = {
    0: [("flu", "north", 9, [4, 0, 5]), ("rare", None, 3, [2, 1])],
    1: [("flu", "south", 20, [20, 0, 0]), ("sleep", None, 7, [0, 7, 1, 0])],
    4: [("sleep", None, 20, [3, 0, 0, 20])],
    6: [("flu", "north", 2, [2, 0, 0])],
}
"""Searches and counts of what each donor joined; those of `rare`, whose own floor is too high, are not sent."""


def vector(leaf: int) -> dict[str, Any]:
    """Return what a donor gives, its share of the noise, and the sum of both."""
    given = GIVEN.get(leaf, [])
    counts, random = counts_of(plan(), given), stream(f"noise {leaf}", 32 * ENTRIES)
    noise = noise_of(layout(plan(), 0), random)
    return {
        "given": labelled(given),
        "noise_bytes": random.hex(),
        "counts": counts,
        "noise": noise,
        "vector": [a + b for a, b in zip(counts, noise, strict=True)],
    }


def labelled(given: Given) -> list[dict[str, Any]]:
    return [dict(zip(("campaign", "stratum", "searches", "counts"), one, strict=True)) for one in given]


def counts_of(plan: dict[str, Any], given: Given) -> Words:
    """Return the vector of what a donor gives, in counts and without noise."""
    told = layout(plan, 0)
    counts = [0] * told["entries"]
    for block in told["blocks"]:
        place = plan["layout"][block["part"]]["campaign"], block["stratum"]
        for campaign, stratum, searches, found in given:
            if place == (campaign, stratum) and block["included"]:
                counts[block["start"] : block["start"] + 2 + len(found)] = [1, searches, *found]
    return counts


def noise_of(told: dict[str, Any], random: bytes) -> Words:
    """Return a donor's share of the noise on each number of a layout."""
    return [
        drawn(law, random[32 * i : 32 * i + 16]) - drawn(law, random[32 * i + 16 : 32 * i + 32])
        for i, law in enumerate(zip(told["laws"], told["scales"], told["noise_makers"], strict=True))
    ]


def drawn(law: tuple[str, str, int], octets: bytes) -> int:
    """Return a draw from a law's table: the number of thresholds that are at most these 16 bytes.

    A Poisson table begins at its first number. That cancels, as a share is the difference of two draws.
    """
    name, scale, makers = law
    rows = skellam_shares.table(scale, makers)[1] if name == "skellam" else thresholds(scale, makers)
    return bisect_right(rows, int.from_bytes(octets, "little"))


def context_of(plan_text: str, committee: bytes, cohort: int, sub_cohort: int) -> bytes:
    plan = json.loads(plan_text)
    return digest(
        "context",
        bytes.fromhex(plan["server"]),
        plan["day"],
        bytes.fromhex(plan["root"]),
        cohort,
        sub_cohort,
        plan["cohorts"][cohort]["sub_cohorts"],
        message_digest("cohort-plan", plan_text),
        committee,
    )


CONTEXT = context_of(PLAN_TEXT, COMMITTEE_DIGEST, 0, 0)


def nonce_of(leaf: int) -> bytes:
    return stream(f"nonce {leaf}", 16)


def leaf_of(leaf: int) -> bytes:
    return leaf_bytes(leaf, DONORS[leaf].keys)


def stream_of(leaf: int, place: int) -> Words:
    """Return what hides the share of this leaf's donor for the member at a place."""
    secret, member = DONORS[leaf].exchange_secret, DONORS[place - 1].exchange
    return hiding(secret, member, CONTEXT, place, leaf_of(leaf), nonce_of(leaf), SIZES.columns)


@cache
def upload(leaf: int) -> dict[str, Any]:
    donor, seed, nonce, numbers = DONORS[leaf], stream(f"seed {leaf}", 32), nonce_of(leaf), vector(leaf)
    ciphertext = masked(numbers["vector"], seed, CONTEXT)
    rows = shares_of(secret_of(seed), seed, SIZES)
    hidden = [word for place in range(1, SIZE + 1) for word in added([rows[place - 1], stream_of(leaf, place)])]
    named = digest("upload", nonce, wire(ciphertext), wire(hidden))
    signature = donor.sign("submitted", CONTEXT, leaf, nonce, named)
    return {
        "leaf": leaf,
        "seed": seed.hex(),
        "nonce": nonce.hex(),
        **numbers,
        "secret": long(secret_of(seed)),
        "errors": long([e % Q for e in errors_of(seed, BLOCKS)]),
        "ciphertext": long(ciphertext),
        "shares": {str(place): long(rows[place - 1]) for place in range(1, SIZE + 1)},
        "streams": {str(place): long(stream_of(leaf, place)) for place in range(1, SIZE + 1)},
        "hidden": long(hidden),
        "digest": named.hex(),
        "message": (nonce + wire(ciphertext) + wire(hidden) + signature).hex(),
        "receipt": signed("upload-receipt", upload_receipt(leaf)),
    }


def upload_receipt(leaf: int) -> dict[str, Any]:
    return {"server": SERVER.hex(), "context": CONTEXT.hex(), "leaf": leaf, "nonce": nonce_of(leaf).hex()}


Entries = Sequence[tuple[int, bytes]]


def list_of(entries: Entries, appended: Sequence[bytes]) -> bytes:
    told = b"".join(u32(leaf) + nonce for leaf, nonce in entries)
    return u32(len(entries)) + told + u32(len(appended)) + b"".join(appended)


TRUE_ENTRIES = [(leaf, nonce_of(leaf)) for leaf in PRESENT]
APPENDED_LEAF = leaf_of(APPENDED)
LIST = list_of(TRUE_ENTRIES, [APPENDED_LEAF])
LIST_DIGEST = digest("list", CONTEXT, LIST)


def certified(place: int, named: bytes = LIST_DIGEST, context: bytes = CONTEXT) -> bytes:
    return DONORS[place - 1].sign("certified", context, named)


def certificate(places: Sequence[int]) -> bytes:
    return b"".join(u32(place) + certified(place) for place in places)


def answer(place: int, named: bytes = LIST_DIGEST, words: Words | None = None) -> bytes:
    told = wire(words or added([stream_of(leaf, place) for leaf in PRESENT]))
    return told + DONORS[place - 1].sign("opened", CONTEXT, named, place, told)


def opened(uploads: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the server's half: sums of what was sent, streams subtracted, key rebuilt, mask removed."""
    sent = [from_wire(bytes.fromhex(each["message"])[16:-64]) for each in uploads]
    total = added(sent)
    ciphertext, hidden = total[: N * BLOCKS], total[N * BLOCKS :]
    shares = {}
    for place in range(1, SIZE + 1):
        told = from_wire(answer(place)[:-64])
        row = hidden[(place - 1) * SIZES.columns : place * SIZES.columns]
        shares[place] = [(z - r) % Q for z, r in zip(row, told, strict=True)]
    key = rebuilt(shares, SIZES)
    assert key == rebuilt({place: shares[place] for place in LAST_PLACES}, SIZES)
    numbers, errors = read(ciphertext, key[:N], CONTEXT, REACH)
    most = layout(plan(), 0)["most"]
    assert numbers[:ENTRIES] == [sum(column) for column in zip(*(each["vector"] for each in uploads), strict=True)]
    return {
        "ciphertext": long(ciphertext),
        "hidden": long(hidden),
        "shares": {str(place): long(row) for place, row in shares.items()},
        "key": long(key[:N]),
        "past_the_key": key[N:],
        "numbers": numbers[:ENTRIES],
        "padding": long([number % Q for number in numbers[ENTRIES:]]),
        "errors": long([e % Q for e in errors]),
        "squares": squares_of(errors),
        "sound": sound(numbers, errors, len(uploads), most, REACH),
    }


def donor_of(leaf: int) -> dict[str, Any]:
    donor = DONORS[leaf]
    return {
        "leaf": leaf,
        "identity_seed": donor.identity_seed.hex(),
        "exchange_secret": donor.exchange_secret.hex(),
        "signing_seed": donor.signing_seed.hex(),
        "ticket": donor.ticket(SERVER),
        "receipt": signed("ticket-receipt", receipt(leaf)),
        "leaf_bytes": leaf_of(leaf).hex(),
    }


def contexts() -> list[dict[str, Any]]:
    """Return the contexts of a plan with sub-cohorts and several cohorts."""
    text = compact(plan() | {"size": 20_000, "cohorts": [{"floor": 2000, "sub_cohorts": k} for k in (1, 2, 4, 8)]})
    committee = stream("a committee", 32)
    told = [(0, 0), (1, 1), (3, 5)]
    return [
        {
            "plan": text,
            "committee_digest": committee.hex(),
            "cohort": cohort,
            "sub_cohort": sub_cohort,
            "context": context_of(text, committee, cohort, sub_cohort).hex(),
        }
        for cohort, sub_cohort in told
    ]


def example_day() -> dict[str, Any]:
    uploads = [upload(leaf) for leaf in PRESENT]
    large = compact(large_plan())
    return {
        "today": "2026-11-21",
        "closed": "2026-11-23",
        "ticket_made": "2026-11-01",
        "identity_seed": IDENTITY.encode().hex(),
        "online_seed": ONLINE.encode().hex(),
        "server": SERVER.hex(),
        "online_key": signed("online-key", online_key(), IDENTITY),
        "donors": {str(leaf): donor_of(leaf) for leaf in DONORS},
        "epoch": signed("epoch", epoch()),
        "proof": [],
        "committee_digest": COMMITTEE_DIGEST.hex(),
        "plan": signed("cohort-plan", PLAN_TEXT),
        "plan_digest": PLAN_DIGEST.hex(),
        "context": CONTEXT.hex(),
        "contexts": contexts(),
        "layout": layout(plan(), 0),
        "layouts": [{"plan": large, "cohort": 0, "layout": layout(json.loads(large), 0)}],
        "uploads": uploads,
        "list": LIST.hex(),
        "list_digest": LIST_DIGEST.hex(),
        "certified": {str(place): certified(place).hex() for place in range(1, SIZE + 1)},
        "certificate": certificate(LAST_PLACES).hex(),
        "answers": {str(place): answer(place).hex() for place in range(1, SIZE + 1)},
        "opened": opened(uploads),
    }
