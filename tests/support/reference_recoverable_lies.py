"""What the code refuses, message by message: altered and foreign ones, beside the good round of the reference.

`python -m tests.support.reference_recoverable_lies` writes tests/vectors/recoverable_round.json anew.
"""

import json
from typing import Any

from nacl.bindings import crypto_box, crypto_scalarmult_base
from nacl.signing import SigningKey

from tests.support.reference import compact, digest, prefixed, signed
from tests.support.reference_recoverable import SERVER, VECTORS, example_round, signed_entry, stream, submitted


def bad_plans(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Group plans that the donor at place 0 refuses when it prepares."""
    plan, group = json.loads(good["plan"]["payload"]), json.loads(good["group_plan"]["payload"])
    members = group["members"]

    def case(why: str, reason: str, signer: bytes = SERVER, planned: Any = None, **changed: Any) -> dict[str, Any]:
        text = compact({**plan, **(planned or {})})
        named = {**group, "plan": digest("plan", text.encode()).hex(), **changed}
        return {
            "why": why,
            "reason": reason,
            "plan": signed("plan", text, SERVER),
            "group_plan": signed("group-plan", compact(named), signer),
        }

    weak_statement = prefixed(b"pdd/1/exchange-key", bytes.fromhex(good["server_key"]), bytes(32))
    last = SigningKey(bytes.fromhex(good["donors"][4]["identity_seed"]))
    weak = {**members[4], "exchange": "00" * 32, "signature": last.sign(weak_statement).signature.hex()}
    return [
        case("another key signed the group plan", "bad-signature", signer=bytes([201]) * 32),
        case("a field nobody knows", "bad-signature", weather="fine"),
        case("the group plan belongs to another plan", "foreign-plan", plan="00" * 32),
        case("the group plan belongs to another day", "foreign-plan", day="2026-11-19"),
        case("the plan names another server", "foreign-plan", planned={"server": "ab" * 32}),
        case("the round under another protocol", "foreign-plan", planned={"protocol": "plain"}),
        case("the floor is below what any donor accepts", "floor-too-low", planned={"min_group": 2}),
        case("fewer members than the floor", "group-too-small", planned={"min_group": 6}),
        case("the donor is not in the group", "not-a-member", members=members[1:]),
        case("a member stands twice", "duplicate-member", members=[*members, members[4]]),
        case(
            "an exchange key replaced", "forged-member", members=[*members[:4], {**members[4], "exchange": "09" * 32}]
        ),
        case("a signed exchange key of low order", "weak-key", members=[*members[:4], weak]),
        case("a plan for tomorrow", "wrong-day", planned={"day": "2026-11-21"}, day="2026-11-21"),
    ]


def bad_preparations(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Prepare messages that the server refuses from the member at place 4, after the one at 3."""
    true = bytes.fromhex(good["prepared"]["4"]["message"])
    third, group = good["prepared"]["3"]["entry"], bytes.fromhex(good["group_plan_digest"])
    dealt = bytes.fromhex(good["prepared"]["4"]["entry"]["dealing"])
    commitment = bytes.fromhex(good["prepared"]["4"]["entry"]["commitment"])
    seed = bytes.fromhex(good["donors"][4]["identity_seed"])

    def with_key(ephemeral: bytes) -> bytes:
        entry = signed_entry(seed, group, 4, ephemeral, commitment, dealt)
        return ephemeral + commitment + bytes.fromhex(entry["signature"]) + true[128:]

    def flipped(at: int) -> bytes:
        return true[:at] + bytes([true[at] ^ 1]) + true[at + 1 :]

    cases = [
        ("one byte short", "wrong-size", true[:-1]),
        ("another member's message", "altered-roster", bytes.fromhex(good["prepared"]["3"]["message"])),
        ("the ephemeral key changed", "altered-roster", flipped(0)),
        ("the commitment changed", "altered-roster", flipped(32)),
        ("the signature changed", "altered-roster", flipped(64)),
        ("a hash changed", "altered-roster", flipped(128)),
        ("a box changed", "altered-roster", flipped(len(true) - 1)),
        ("the ephemeral key of another member", "duplicate-member", with_key(bytes.fromhex(third["ephemeral"]))),
        ("a signed ephemeral key of low order", "weak-key", with_key(bytes(32))),
    ]
    return [{"why": why, "reason": reason, "message": data.hex()} for why, reason, data in cases]


def bad_rosters(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Rosters that the donor at place 0 refuses when it is to submit."""
    roster = json.loads(good["roster"]["payload"])
    entries = roster["members"]
    group = bytes.fromhex(good["group_plan_digest"])
    identity = bytes.fromhex(good["donors"][4]["identity_seed"])
    kept = bytes.fromhex(entries[3]["commitment"]), bytes.fromhex(entries[3]["dealing"])
    weak = signed_entry(identity, group, 4, bytes(32), *kept)
    same = signed_entry(identity, group, 4, bytes.fromhex(entries[2]["ephemeral"]), *kept)
    own = signed_entry(
        bytes.fromhex(good["donors"][0]["identity_seed"]),
        group,
        0,
        crypto_scalarmult_base(stream("yesterday's", 32)),
        bytes.fromhex(entries[0]["commitment"]),
        bytes.fromhex(entries[0]["dealing"]),
    )

    def case(why: str, reason: str, signer: bytes = SERVER, **changed: Any) -> dict[str, Any]:
        text = compact({**roster, **changed})
        return {"why": why, "reason": reason, "roster": signed("prepared-roster", text, signer)}

    def with_last(**changed: Any) -> list[Any]:
        return [*entries[:3], {**entries[3], **changed}]

    return [
        case("another key signed the roster", "bad-signature", signer=bytes([201]) * 32),
        case("the roster belongs to another group plan", "foreign-plan", group_plan="00" * 32),
        case("the roster belongs to another day", "foreign-plan", day="2026-11-19"),
        case("the roster belongs to another group", "foreign-plan", group=8),
        case("fewer members than the floor", "group-too-small", members=entries[:2]),
        case("the donor is not in the roster", "not-a-member", members=entries[1:]),
        case("a member stands twice", "duplicate-member", members=[*entries, entries[3]]),
        case("the members in another order", "duplicate-member", members=[entries[1], entries[0], *entries[2:]]),
        case("two members share an ephemeral key", "duplicate-member", members=[*entries[:3], same]),
        case("an ephemeral key replaced", "altered-roster", members=with_last(ephemeral="09" * 32)),
        case("a commitment replaced", "altered-roster", members=with_last(commitment="09" * 32)),
        case("a dealing replaced", "altered-roster", members=with_last(dealing="09" * 32)),
        case("a member moved to another place", "altered-roster", members=with_last(place=5)),
        case("the donor's own entry is an older one it signed", "altered-roster", members=[own, *entries[1:]]),
        case("a signed ephemeral key of low order", "weak-key", members=[*entries[:3], weak]),
    ]


def bad_survivors(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Survivor lists that the donor at place 0, whose vector was confirmed, refuses."""
    survivors = json.loads(good["survivors"]["payload"])
    first, second, third = survivors["signatures"]
    foreign, fourth = signature(good, 3, bytes(32)), signature(good, 4, bytes.fromhex(good["roster_digest"]))

    def case(why: str, reason: str, signer: bytes = SERVER, **changed: Any) -> dict[str, Any]:
        text = compact({**survivors, **changed})
        return {"why": why, "reason": reason, "survivors": signed("survivors", text, signer)}

    return [
        case("another key signed the list", "bad-signature", signer=bytes([201]) * 32),
        case("the list belongs to another roster", "altered-survivors", roster="00" * 32),
        case("the list belongs to another day", "altered-survivors", day="2026-11-19"),
        case("the list belongs to another group", "altered-survivors", group=8),
        case("a survivor who never prepared", "altered-survivors", places=[0, 1, 2, 3]),
        case("a survivor twice", "altered-survivors", places=[0, 0, 1, 3]),
        case("fewer survivors than the floor", "group-too-small", places=[0, 1]),
        case(
            "the list denies a confirmed vector", "denied-vector", places=[1, 3, 4], signatures=[second, third, fourth]
        ),
        case("a survivor signed another roster", "altered-survivors", signatures=[first, second, foreign]),
        case("no survivor's signature", "altered-survivors", signatures=[]),
        case("the last signature missing", "altered-survivors", signatures=[first, second]),
        case("a signature too many", "altered-survivors", signatures=[first, second, third, fourth]),
        case("two signatures swapped", "altered-survivors", signatures=[second, first, third]),
    ]


def signature(good: dict[str, Any], place: int, roster_digest: bytes) -> str:
    """A member's signature under any roster, in hex."""
    return submitted(bytes.fromhex(good["donors"][place]["identity_seed"]), roster_digest, place).hex()


def bad_vectors_and_reveals(good: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """What the server refuses from a member after its true message came, or from nobody's place."""
    vector, reveal = bytes.fromhex(good["blinded"]["0"]), bytes.fromhex(good["reveals"]["0"])

    def cases(true: bytes, stranger: int) -> list[dict[str, Any]]:
        listed = [
            ("four bytes short, from a member not heard of yet", "wrong-size", 3, true[:-4]),
            ("from a place that is not in the round", "not-a-member", stranger, true),
            ("another one from the same member", "different-vector", 0, true[:-1] + bytes([true[-1] ^ 1])),
        ]
        return [{"why": w, "reason": r, "place": place, "message": data.hex()} for w, r, place, data in listed]

    return {"vector": cases(vector, 2) + unsigned_vectors(good), "reveal": cases(reveal, 5)}


def unsigned_vectors(good: dict[str, Any]) -> list[dict[str, Any]]:
    """First vectors of the member at place 3 that it did not sign as its own under this roster."""
    true, other = bytes.fromhex(good["blinded"]["3"]), bytes.fromhex(good["blinded"]["1"])
    listed = [
        ("without a signature", "wrong-size", true[:-64]),
        ("signed for another roster", "altered-roster", true[:-64] + bytes.fromhex(signature(good, 3, bytes(32)))),
        ("with another member's signature", "altered-roster", true[:-64] + other[-64:]),
        ("with a signature of zeros", "altered-roster", true[:-64] + bytes(64)),
    ]
    return [{"why": w, "reason": r, "place": 3, "message": data.hex()} for w, r, data in listed]


def bad_boxes(good: dict[str, Any]) -> list[dict[str, Any]]:
    """Boxes from place 3 to place 0 that don't open: the donor reveals nothing of that dealer."""
    dealer, receiver, group = good["donors"][3], good["donors"][0], bytes.fromhex(good["group_plan_digest"])
    pair = bytes.fromhex(good["prepared"]["3"]["shares"][0])
    nonce = bytes.fromhex(dealer["nonces"])[:24]
    public = crypto_scalarmult_base(bytes.fromhex(receiver["exchange_secret"]))

    def sealed(content: bytes, secret: str = dealer["exchange_secret"]) -> bytes:
        return nonce + crypto_box(content, nonce, public, bytes.fromhex(secret))

    heading = b"\x01" + group + bytes([3, 0])
    true = sealed(heading + pair)
    cases = [
        ("one bit changed", true[:-1] + bytes([true[-1] ^ 1])),
        ("sealed by another member", sealed(heading + pair, good["donors"][1]["exchange_secret"])),
        ("of another version", sealed(b"\x02" + heading[1:] + pair)),
        ("of another round", sealed(b"\x01" + bytes(32) + bytes([3, 0]) + pair)),
        ("naming another dealer", sealed(b"\x01" + group + bytes([1, 0]) + pair)),
        ("meant for another receiver", sealed(b"\x01" + group + bytes([3, 1]) + pair)),
        ("with a share too short", sealed(heading + pair[:-1])),
        ("empty", b""),
    ]
    return [{"why": why, "reason": "nothing revealed", "box": data.hex()} for why, data in cases]


def document() -> dict[str, Any]:
    """All there is in the file, as JSON reads it back."""
    good = json.loads(json.dumps(example_round()))
    bad = {
        "group_plan": bad_plans(good),
        "prepare": bad_preparations(good),
        "roster": bad_rosters(good),
        "survivors": bad_survivors(good),
        "box": bad_boxes(good),
        **bad_vectors_and_reveals(good),
    }
    return {"good": [good], "bad": bad}


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(document(), indent=1) + "\n")
