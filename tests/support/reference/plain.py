"""A slow reference of the `plain` round, written from docs/reference/protocol.md alone, for vectors and fast code.

It shares no code with `pdd_shared`: length-prefixed items, BLAKE2b, X25519, and a mask that libsodium
itself draws (`randombytes_buf_deterministic`), added up as Python integers.

`python -m tests.support.reference.plain` writes tests/vectors/rounds/plain_round.json anew.
"""

import hashlib
import json
import struct
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.signing import SigningKey
from nacl.utils import randombytes_deterministic

from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "rounds" / "plain_round.json"


def prefixed(*items: bytes) -> bytes:
    return b"".join(struct.pack("<I", len(item)) + item for item in items)


def digest(domain: str, *items: bytes) -> bytes:
    return hashlib.blake2b(prefixed(f"pdd/1/{domain}".encode(), *items), digest_size=32).digest()


def signed(kind: str, payload: str, seed: bytes) -> dict[str, str]:
    statement = prefixed(b"pdd/1/signed", kind.encode(), payload.encode())
    return {"payload": payload, "signature": SigningKey(seed).sign(statement).signature.hex()}


def member(donor: dict[str, str], server_key: bytes) -> dict[str, str]:
    exchange = crypto_scalarmult_base(bytes.fromhex(donor["exchange_secret"]))
    identity = SigningKey(bytes.fromhex(donor["identity_seed"]))
    statement = prefixed(b"pdd/1/exchange-key", server_key, exchange)
    return {
        "identity": identity.verify_key.encode().hex(),
        "exchange": exchange.hex(),
        "signature": identity.sign(statement).signature.hex(),
    }


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def context(plan: dict[str, Any], plan_digest: bytes, roster: dict[str, Any], roster_digest: bytes) -> bytes:
    layout = digest("layout", *(compact(part).encode() for part in plan["layout"]))
    return prefixed(
        plan["protocol"].encode(),
        struct.pack("<I", plan["version"]),
        bytes.fromhex(plan["server"]),
        plan["day"].encode(),
        struct.pack("<I", roster["group"]),
        plan_digest,
        roster_digest,
        layout,
    )


def pair_seed(secret: bytes, encoded: bytes, publics: list[bytes], own: int, other: int) -> bytes:
    low, high = sorted((own, other))
    pair = prefixed(struct.pack("<I", low), struct.pack("<I", high), publics[low], publics[high])
    shared = crypto_scalarmult(secret, publics[other])
    return hashlib.blake2b(encoded + pair, key=shared, digest_size=32).digest()


def mask(seed: bytes, numbers: int) -> list[int]:
    return list(struct.unpack(f"<{numbers}I", randombytes_deterministic(4 * numbers, seed)))


def blinded(vector: list[int], secret: bytes, encoded: bytes, publics: list[bytes], own: int) -> list[int]:
    numbers = list(vector)
    for other in range(len(publics)):
        if other == own:
            continue
        sign = 1 if own < other else -1
        stream = mask(pair_seed(secret, encoded, publics, own, other), len(vector))
        numbers = [(x + sign * m) % 2**32 for x, m in zip(numbers, stream, strict=True)]
    return numbers


def example_plan(server_key: bytes) -> dict[str, Any]:
    terms = {
        "protocol": "plain",
        "max_searches": 20,
        "max_matches": 3,
        "noise": {"law": "discrete-laplace", "scale": "54"},
        "budget": {"epsilon": "45", "delta": "0.000001"},
        "min_group": 3,
    }
    flu = {"campaign": "flu", "entries": 3, "vocabulary": "11" * 32, "strata": ["north", "south"], "terms": terms}
    sleep = {"campaign": "sleep", "entries": 2, "vocabulary": "22" * 32, "strata": [], "terms": terms}
    return {
        "protocol": "plain",
        "version": 1,
        "server": server_key.hex(),
        "day": "2026-11-20",
        "zone": "Europe/London",
        "group_size": 3,
        "min_group": 3,
        "delay": 2,
        "layout": [flu, sleep],
    }


def example_round() -> dict[str, Any]:
    """Return a whole round of three donors with every intermediate value, from nine fixed secrets and three vectors."""
    server_seed = bytes([200]) * 32
    server_key = SigningKey(server_seed).verify_key.encode()
    donors = [
        {"identity_seed": (bytes([i]) * 32).hex(), "exchange_secret": (bytes([100 + i]) * 32).hex()}
        for i in range(1, 4)
    ]
    members = [member(donor, server_key) for donor in donors]
    plan = example_plan(server_key)
    plan_text = compact(plan)
    plan_digest = digest("plan", plan_text.encode())
    roster = {"plan": plan_digest.hex(), "day": plan["day"], "group": 7, "members": members}
    roster_text = compact(roster)
    roster_digest = digest("roster", roster_text.encode())
    encoded = context(plan, plan_digest, roster, roster_digest)
    publics = [bytes.fromhex(m["exchange"]) for m in members]
    vectors = [
        [1, 4, 1, 0, 2, 0, 0, 0, 0, 0, 1, 4, 3, 0],
        [0, 0, 0, 0, 0, 1, 20, 20, 0, 0, 0, 0, 0, 0],
        [0] * 14,
    ]
    secrets = [bytes.fromhex(donor["exchange_secret"]) for donor in donors]
    sent = [blinded(v, s, encoded, publics, i) for i, (v, s) in enumerate(zip(vectors, secrets, strict=True))]
    seeds = {f"{i}-{j}": pair_seed(secrets[i], encoded, publics, i, j) for i, j in ((0, 1), (0, 2), (1, 2))}
    return {
        "why": "three donors, two campaigns, one with strata",
        "server_seed": server_seed.hex(),
        "server_key": server_key.hex(),
        "donors": donors,
        "plan": signed("plan", plan_text, server_seed),
        "plan_digest": plan_digest.hex(),
        "roster": signed("roster", roster_text, server_seed),
        "roster_digest": roster_digest.hex(),
        "context": encoded.hex(),
        "context_digest": digest("context", encoded).hex(),
        "pair_seeds": {pair: seed.hex() for pair, seed in seeds.items()},
        "masks": {pair: mask(seed, 14) for pair, seed in seeds.items()},
        "vectors": vectors,
        "blinded": [struct.pack("<14I", *numbers).hex() for numbers in sent],
        "sum": [sum(column) for column in zip(*vectors, strict=True)],
    }


def bad_cases(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what a lying server could show the first donor of the good round, with the refusals."""
    seed, plan_text, roster = (
        bytes.fromhex(good["server_seed"]),
        good["plan"]["payload"],
        json.loads(good["roster"]["payload"]),
    )
    members = roster["members"]

    def case(
        why: str, reason: str, plan: str = plan_text, signer: bytes = seed, named: bytes = b"", **changed: Any
    ) -> dict[str, Any]:
        text = compact({**roster, "plan": (named or digest("plan", plan.encode())).hex(), **changed})
        return {
            "why": why,
            "reason": reason,
            "plan": signed("plan", plan, seed),
            "roster": signed("roster", text, signer),
        }

    def with_plan(**changed: Any) -> str:
        return compact({**json.loads(plan_text), **changed})

    def with_third(**changed: str) -> list[dict[str, str]]:
        return [*members[:2], {**members[2], **changed}]

    def with_terms(**changed: Any) -> str:
        plan = json.loads(plan_text)
        plan["layout"][0]["terms"].update(changed)
        return compact(plan)

    weak_statement = prefixed(b"pdd/1/exchange-key", bytes.fromhex(good["server_key"]), bytes(32))
    weak = SigningKey(bytes.fromhex(good["donors"][2]["identity_seed"])).sign(weak_statement).signature.hex()
    return [
        case("another key signed the roster", "bad-signature", signer=bytes([201]) * 32),
        {
            **case("one byte of the plan changed after signing", "bad-signature"),
            "plan": {**good["plan"], "payload": with_plan(group_size=4)},
        },
        case("the roster belongs to another plan", "foreign-plan", named=bytes(32)),
        case("the roster belongs to an earlier day", "foreign-plan", day="2026-11-19"),
        case("the roster belongs to a later day", "foreign-plan", day="2026-11-21"),
        case("the plan names another server", "foreign-plan", plan=with_plan(server="ab" * 32)),
        case("a campaign under another protocol", "bad-signature", plan=with_terms(protocol="cohort")),
        case("the round under another protocol", "bad-signature", plan=with_plan(protocol="cohort")),
        case("the plan's day is not over", "day-not-over", plan=with_plan(day="2026-11-21"), day="2026-11-21"),
        case("the floor is below what any donor accepts", "floor-too-low", plan=with_plan(min_group=2)),
        case("fewer members than the floor", "group-too-small", plan=with_plan(min_group=4)),
        case(
            "the donor is not in the roster",
            "not-a-member",
            members=[*members[1:], {**members[1], "identity": "cd" * 32}],
        ),
        case("a member stands twice", "duplicate-member", members=[*members, members[2]]),
        case(
            "two members share an exchange key", "duplicate-member", members=with_third(exchange=members[1]["exchange"])
        ),
        case(
            "an exchange key replaced, its signature kept",
            "forged-member",
            members=with_third(exchange="09" + "00" * 31),
        ),
        case("a signed exchange key of low order", "weak-key", members=with_third(exchange="00" * 32, signature=weak)),
        case("caps so large that a sum could pass 2^31", "bad-signature", plan=with_terms(max_searches=2**31)),
    ]


def document() -> dict[str, Any]:
    good = example_round()
    return {"good": [good], "bad": bad_cases(good)}


if __name__ == "__main__":
    VECTORS.write_text(as_text(document()), "utf-8")
