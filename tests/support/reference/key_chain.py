"""A slow reference of the chain of a server's keys, written from docs/reference/protocol.md alone, for vectors.

`python -m tests.support.reference.key_chain` writes tests/vectors/protocol/key_chain.json anew. `good` are chains that
a home follows, with the link that it then knows; `bad` are chains that it refuses, with the refusal. Each case has
the server's identity key (`server`), the key that signs now (`online_key`), `today`, and what the home knew (`known`).
"""

import hashlib
import json
import struct
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from tests.support.reference.cases import as_text

VECTORS = Path(__file__).parents[2] / "vectors" / "protocol" / "key_chain.json"
IDENTITY, STRANGER = SigningKey(b"i" * 32), SigningKey(b"s" * 32)
SERVER = IDENTITY.verify_key.encode().hex()
KEYS = [hashlib.sha256(bytes([number])).hexdigest() for number in range(80)]
TODAY = date(2026, 11, 20)
Link = dict[str, str]


def prefixed(*items: bytes) -> bytes:
    return b"".join(struct.pack("<I", len(item)) + item for item in items)


def signed(fields: dict[str, Any], key: SigningKey = IDENTITY, kind: str = "key-link") -> Link:
    payload = json.dumps(fields, separators=(",", ":"))
    statement = prefixed(b"pdd/1/signed", kind.encode(), payload.encode())
    return {"payload": payload, "signature": key.sign(statement).signature.hex()}


def digest(link: Link) -> str:
    return hashlib.blake2b(prefixed(b"pdd/1/key-link", link["payload"].encode()), digest_size=32).hexdigest()


def linked(before: Link | None, number: int, **changes: Any) -> dict[str, Any]:
    """Return the fields of the link of this number: each key is for a year from 100 days after the one before it."""
    first = date(2026, 1, 1) + timedelta(days=100 * number)
    fields = {
        "server": SERVER,
        "sequence": number,
        "before": digest(before) if before else None,
        "key": KEYS[number],
        "first": first.isoformat(),
        "last": (first + timedelta(days=366)).isoformat(),
    }
    return fields | changes


def chain(length: int, **last: Any) -> list[Link]:
    """Return a chain of so many links, the last of which has these fields changed."""
    links: list[Link] = []
    for number in range(length):
        fields = linked(links[-1] if links else None, number, **(last if number == length - 1 else {}))
        links.append(signed(fields))
    return links


def known(link: Link) -> dict[str, Any]:
    return {"sequence": json.loads(link["payload"])["sequence"], "digest": digest(link)}


def case(why: str, links: list[Link], before: Link | None = None, **more: Any) -> dict[str, Any]:
    """Return a case: a home that knew the link `before` is shown these links, and the newest one's key signs now."""
    online = json.loads(links[-1]["payload"]).get("key") if links else KEYS[0]
    told = {"server": SERVER, "online_key": online, "today": TODAY.isoformat(), "links": links}
    return {"why": why, **told, "known": known(before) if before else None, **more}


def good() -> list[dict[str, Any]]:
    three, long = chain(3), chain(70)
    end, future = json.loads(long[-1]["payload"])["first"], chain(2, first="2027-12-01", last="2028-12-01")[-1]
    cases = [
        case("the first link of all", chain(1)),
        case("a home that knew no link is shown three", three),
        case("the link that it knows is the newest", three, three[2]),
        case("a key was replaced while the home was away", three, three[1]),
        case("two keys were replaced while the home was away", three, three[0]),
        case("the first links are left out", three[1:], three[1]),
        case(
            "the same key for longer", [*three, signed(linked(three[2], 3, key=KEYS[2], first="2026-10-01"))], three[2]
        ),
        case("the first day of the newest key", three, three[1], today="2026-07-20"),
        case("the last day of the newest key", three, three[1], today="2027-07-21"),
        case(
            "the link before the newest one has not begun",
            [*chain(2, first="2027-12-01", last="2028-12-01"), signed(linked(future, 2))],
            future,
        ),
        case("400 days", chain(2, first="2026-11-01", last="2027-12-06")),
        case("64 links", long[-64:], long[10], today=end),
    ]
    return [one | {"newest": known(one["links"][-1])} for one in cases]


def bad() -> list[dict[str, Any]]:
    three, long = chain(3), chain(70)
    end = json.loads(long[-1]["payload"])["first"]
    other = signed(linked(three[0], 1, key=KEYS[40]))
    after_other = signed(linked(other, 2))
    resigned = {**three[1], "signature": signed(json.loads(three[1]["payload"]), STRANGER)["signature"]}
    spaced = three[2]["payload"].replace(",", ", ")
    forged = [
        case("no link", []),
        case("another identity key signed a link", [three[0], resigned, three[2]]),
        case(
            "a text that was changed after it was signed", [*three[:2], {**three[2], "payload": after_other["payload"]}]
        ),
        case("signed as an online key", [signed(linked(None, 0), kind="online-key")]),
        case("not compact", [*three[:2], signed_text(spaced)]),
        case("a field more", [signed(linked(None, 0) | {"weather": "fine"})]),
        case("a number that is no integer", [signed(linked(None, 0) | {"sequence": 0.5})]),
        case("of another server", [*three[:2], signed(linked(three[1], 2, server=KEYS[50]))]),
        case("in another order", [three[1], three[0], three[2]]),
        case("a link is left out", [three[0], three[2]]),
        case("a link is there twice", [three[0], three[1], three[1], three[2]]),
        case("a link follows another one", [*three[:2], signed(linked(three[0], 2))]),
        case("a number is passed over", [*three[:2], signed(linked(three[1], 2, sequence=3))]),
        case("link 0 follows a link", [signed(linked(three[0], 0))]),
        case("link 1 follows none", [signed(linked(None, 1))]),
        case("65 links", long[-65:], long[10], today=end),
        case("the newest key has ended", three, three[1], today="2027-07-22"),
        case("the newest key has not begun", three, three[1], today="2026-07-19"),
        case("401 days", chain(2, first="2026-11-01", last="2027-12-07")),
        case(
            "401 days of a key that was replaced",
            [*chain(2, last="2027-05-17"), signed(linked(chain(2, last="2027-05-17")[1], 2))],
        ),
        case("it ends before it begins", chain(2, first="2026-11-21", last="2026-11-20")),
    ]
    revoked = [
        case("an earlier chain", three[:2], three[2]),
        case("an earlier key beside the newest chain", three, three[2], online_key=KEYS[1]),
        case("another link in the place of the known one", [three[0], other, after_other], three[1]),
        case("a known link whose number has another digest", three, other),
        case("the known link is left out", long[6:70], long[5], today=end),
    ]
    return [one | {"refusal": "bad-signature"} for one in forged] + [
        one | {"refusal": "revoked-key"} for one in revoked
    ]


def signed_text(payload: str) -> Link:
    statement = prefixed(b"pdd/1/signed", b"key-link", payload.encode())
    return {"payload": payload, "signature": IDENTITY.sign(statement).signature.hex()}


if __name__ == "__main__":
    VECTORS.write_text(as_text({"good": good(), "bad": bad()}), "utf-8")
