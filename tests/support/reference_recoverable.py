"""The `recoverable` round once more, slowly, from docs/protocol.md alone: what vectors and fast code are held against.

It shares no code with `pdd_shared`; what both protocols have is in `reference`. Shamir's field is worked bit by bit.
The bad cases are in `reference_recoverable_lies`.

`python -m tests.support.reference_recoverable_lies` writes tests/vectors/recoverable_round.json anew.
"""

import hashlib
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_box, crypto_scalarmult_base
from nacl.signing import SigningKey

from tests.support.reference import blinded, compact, context, digest, mask, member, pair_seed, prefixed, signed

VECTORS = Path(__file__).parents[1] / "vectors" / "recoverable_round.json"
SERVER = bytes([200]) * 32
DAY = "2026-11-20"
PREPARE = (0, 1, 3, 4)
SUBMIT = (0, 1, 3)
REVEAL = (0, 2, 3, 4)
"""Four shares are needed. The member at 2 never prepared, that at 4 never submitted: both help to unmask."""
COUNTS = {0: [1, 4, 1, 0, 2, 0, 0, 0, 0, 0], 1: [0] * 10, 3: [0, 0, 0, 0, 0, 1, 20, 20, 0, 3]}


def stream(name: str, size: int) -> bytes:
    """Bytes that stand for a donor's random ones."""
    return hashlib.shake_256(name.encode()).digest(size)


# --- Shamir's sharing over GF(2^8)


def times(a: int, b: int) -> int:
    result = 0
    for bit in range(8):
        if b >> bit & 1:
            result ^= a << bit
    for bit in range(14, 7, -1):
        if result >> bit & 1:
            result ^= 0x11B << (bit - 8)
    return result


def share_at(x: int, secret: bytes, coefficients: bytes) -> bytes:
    """The share at x; `coefficients` are rows of one byte for each of the secret's, the highest power first."""
    rows = [coefficients[start : start + len(secret)] for start in range(0, len(coefficients), len(secret))]
    values = bytes(len(secret))
    for row in (*rows, secret):
        values = bytes(times(x, v) ^ c for v, c in zip(values, row, strict=True))
    return values


def rebuilt(shares: dict[int, bytes]) -> bytes:
    """The secret from shares by their x: Lagrange's interpolation at 0."""
    total = bytes(32)
    for x, share in shares.items():
        weight = 1
        for other in shares:
            if other != x:
                quotient = next(q for q in range(256) if times(q, x ^ other) == other)
                weight = times(weight, quotient)
        total = bytes(t ^ times(weight, s) for t, s in zip(total, share, strict=True))
    return total


# --- what a member deals when it prepares


def preparation(donors: list[dict[str, str]], place: int, group_plan: bytes, needed: int) -> dict[str, Any]:
    """Every value of a member's prepare message, from its secrets and random bytes."""
    donor, size = {key: bytes.fromhex(value) for key, value in donors[place].items()}, len(donors)
    both = donor["self_mask"] + donor["ephemeral"]
    shares = [share_at(x, both, donor["coefficients"]) for x in range(1, size + 1)]
    hashes = b"".join(
        digest("share", group_plan, bytes([place, receiver, kind]), shares[receiver][32 * kind : 32 * kind + 32])
        for receiver in range(size)
        for kind in (0, 1)
    )
    boxes = b""
    for receiver in range(size):
        nonce = donor["nonces"][24 * receiver : 24 * receiver + 24]
        content = b"\x01" + group_plan + bytes([place, receiver]) + shares[receiver]
        public = crypto_scalarmult_base(bytes.fromhex(donors[receiver]["exchange_secret"]))
        boxes += nonce + crypto_box(content, nonce, public, donor["exchange_secret"])
    ephemeral = crypto_scalarmult_base(donor["ephemeral"])
    commitment = digest("self-mask", group_plan, bytes([place]), donor["self_mask"])
    entry = signed_entry(donor["identity_seed"], group_plan, place, ephemeral, commitment, dealing(hashes, boxes))
    message = b"".join(bytes.fromhex(entry[key]) for key in ("ephemeral", "commitment", "signature")) + hashes + boxes
    assert len(donor["coefficients"]) == 64 * (needed - 1)
    return {"shares": [share.hex() for share in shares], "entry": entry, "message": message.hex()}


def dealing(hashes: bytes, boxes: bytes) -> bytes:
    return digest("dealing", digest("hashes", hashes), digest("boxes", boxes))


def signed_entry(
    identity: bytes, group_plan: bytes, place: int, ephemeral: bytes, commitment: bytes, dealt: bytes
) -> dict[str, Any]:
    """A roster's entry, signed by this identity."""
    said = prefixed(b"pdd/1/prepared", group_plan, bytes([place]), ephemeral, commitment, dealt)
    return {
        "place": place,
        "ephemeral": ephemeral.hex(),
        "commitment": commitment.hex(),
        "dealing": dealt.hex(),
        "signature": SigningKey(identity).sign(said).signature.hex(),
    }


def submitted(identity: bytes, roster_digest: bytes, place: int) -> bytes:
    """The signature of a member under the one roster it blinds under."""
    return SigningKey(identity).sign(prefixed(b"pdd/1/submitted", roster_digest, bytes([place]))).signature


# --- a whole round


def example_donors(size: int, needed: int) -> list[dict[str, str]]:
    """Secrets and random bytes of donors, those of a whole round."""
    sizes = {
        "identity_seed": 32,
        "exchange_secret": 32,
        "ephemeral": 32,
        "self_mask": 32,
        "coefficients": 64 * (needed - 1),
        "nonces": 24 * size,
    }
    return [{key: stream(f"{key} {place}", length).hex() for key, length in sizes.items()} for place in range(size)]


def example_plan(server_key: bytes) -> dict[str, Any]:
    terms = {
        "protocol": "recoverable",
        "max_searches": 20,
        "max_matches": 3,
        "noise": {"law": "discrete-laplace", "scale": "54", "added_by": "server", "colluders": 0},
        "budget": {"epsilon": "45", "delta": "0.000001"},
        "min_group": 3,
    }
    part = {"campaign": "flu", "entries": 3, "vocabulary": "11" * 32, "strata": ["north", "south"], "terms": terms}
    return {
        "protocol": "recoverable",
        "version": 1,
        "server": server_key.hex(),
        "day": DAY,
        "zone": "Europe/London",
        "group_size": 5,
        "min_group": 3,
        "delay": 1,
        "reveal_days": 7,
        "layout": [part],
    }


def added(rows: Iterable[list[int]]) -> list[int]:
    return [sum(column) % 2**32 for column in zip(*rows, strict=True)]


def packed(numbers: list[int]) -> str:
    return struct.pack(f"<{len(numbers)}I", *numbers).hex()


def example_round() -> dict[str, Any]:
    """Every value of a round of five: four prepare, three submit, four reveal."""
    size, needed = 5, 4
    server_key = SigningKey(SERVER).verify_key.encode()
    donors = example_donors(size, needed)
    plan_text = compact(example_plan(server_key))
    plan_digest = digest("plan", plan_text.encode())
    members = [member(donor, server_key) for donor in donors]
    group_text = compact({"plan": plan_digest.hex(), "day": DAY, "group": 7, "members": members})
    group_digest = digest("group-plan", group_text.encode())
    prepared = {place: preparation(donors, place, group_digest, needed) for place in PREPARE}
    entries = [prepared[place]["entry"] for place in PREPARE]
    roster_text = compact({"group_plan": group_digest.hex(), "day": DAY, "group": 7, "members": entries})
    roster_digest = digest("prepared-roster", roster_text.encode())
    signatures = {
        place: submitted(bytes.fromhex(donors[place]["identity_seed"]), roster_digest, place).hex() for place in SUBMIT
    }
    named = {"roster": roster_digest.hex(), "day": DAY, "group": 7, "places": SUBMIT}
    survivors_text = compact({**named, "signatures": [*signatures.values()]})
    encoded = context(example_plan(server_key), plan_digest, {"group": 7}, roster_digest)
    return {
        "why": "five are planned, four prepare, three submit, four reveal",
        "server_seed": SERVER.hex(),
        "server_key": server_key.hex(),
        "threshold": needed,
        "donors": donors,
        "plan": signed("plan", plan_text, SERVER),
        "plan_digest": plan_digest.hex(),
        "group_plan": signed("group-plan", group_text, SERVER),
        "group_plan_digest": group_digest.hex(),
        "prepared": {str(place): values for place, values in prepared.items()},
        "roster": signed("prepared-roster", roster_text, SERVER),
        "roster_digest": roster_digest.hex(),
        "context": encoded.hex(),
        "context_digest": digest("context", encoded).hex(),
        "survivors": signed("survivors", survivors_text, SERVER),
        "survivors_digest": digest("survivors", survivors_text.encode()).hex(),
        **counted(donors, entries, prepared, encoded, signatures),
    }


def counted(
    donors: list[dict[str, str]],
    entries: list[dict[str, Any]],
    prepared: Any,
    encoded: bytes,
    signatures: dict[int, str],
) -> Any:
    """The round's vectors, blinded, and all it takes to unmask their sum."""
    publics = [bytes.fromhex(entry["ephemeral"]) for entry in entries]
    ephemerals = [bytes.fromhex(donors[place]["ephemeral"]) for place in PREPARE]
    seeds = {
        f"{PREPARE[i]}-{PREPARE[j]}": pair_seed(ephemerals[i], encoded, publics, i, j)
        for i in range(4)
        for j in range(i + 1, 4)
    }
    self_masks = {place: mask(bytes.fromhex(donors[place]["self_mask"]), 10) for place in PREPARE}
    sent = {}
    for place in SUBMIT:
        index = PREPARE.index(place)
        pairwise = blinded(COUNTS[place], ephemerals[index], encoded, publics, index)
        sent[place] = added([pairwise, self_masks[place]])
    reveals = {
        receiver: b"".join(
            bytes([1 if dealer in SUBMIT else 2]) + share_of(prepared, dealer, receiver, 0 if dealer in SUBMIT else 1)
            for dealer in PREPARE
        )
        for receiver in REVEAL
    }
    secrets = {
        dealer: rebuilt({h + 1: share_of(prepared, dealer, h, 0 if dealer in SUBMIT else 1) for h in REVEAL})
        for dealer in PREPARE
    }
    return {
        "pair_seeds": {pair: seed.hex() for pair, seed in seeds.items()},
        "masks": {pair: mask(seed, 10) for pair, seed in seeds.items()},
        "self_masks": {str(place): numbers for place, numbers in self_masks.items()},
        "vectors": {str(place): COUNTS[place] for place in SUBMIT},
        "blinded": {str(place): packed(numbers) + signatures[place] for place, numbers in sent.items()},
        "masked_sum": added(sent.values()),
        "reveals": {str(place): data.hex() for place, data in reveals.items()},
        "rebuilt": {str(place): secret.hex() for place, secret in secrets.items()},
        "sum": added(COUNTS.values()),
    }


def share_of(prepared: Any, dealer: int, receiver: int, kind: int) -> bytes:
    pair = bytes.fromhex(prepared[dealer]["shares"][receiver])
    return pair[32 * kind : 32 * kind + 32]
