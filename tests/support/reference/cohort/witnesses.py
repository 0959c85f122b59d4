"""The vectors of witnesses: how much of a log they vouch for, from docs/reference/cohort.md and the C2SP's documents.

Those are signed-note and tlog-cosignature (https://c2sp.org). Each case states its answer, which was written by hand.
"""

import base64
import hashlib
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from tests.support.reference.cohort.logs import LINES, root
from tests.support.reference.cohort.ring import stream

VECTORS = Path(__file__).parents[3] / "vectors" / "rounds" / "cohort_witnesses.json"
ORIGIN = "pdd.example.org/log"
NOW, NOW_TEXT = 1_795_262_400, "2026-11-21T12:00:00Z"
DAY, HOUR, LATEST = 86_400, 3600, 2**64 - 1
KEY, COSIGNER = 1, 4
FORKED = ["epoch of somebody else", *LINES[1:]]
Case = dict[str, Any]


class Witness:
    """A witness, or one that only pretends to be: the type, name and ID that its key and signatures carry."""

    def __init__(self, number: int, name: str | None = None, kind: int = COSIGNER) -> None:
        self.secret = SigningKey(stream(f"witness {number}", 32))
        self.name = name or f"witness-{number}.example/w"
        self.typed = bytes([kind]) + self.secret.verify_key.encode()
        self.id = hashlib.sha256(self.name.encode() + b"\n" + self.typed).digest()[:4]

    def with_id(self, number: bytes) -> "Witness":
        """Let key and signatures carry another ID."""
        self.id = number
        return self

    @property
    def key(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self.typed).decode()}"

    def cosigned(
        self, size: int, time: int = NOW - DAY, *, origin: str = ORIGIN, lines: list[str] | None = None
    ) -> Case:
        """Return a cosignature of a log of this size, the first so many of its lines being those of `lines`."""
        hashed = base64.b64encode(bytes.fromhex(root((lines or LINES)[:size]))).decode()
        text = f"cosignature/v1\ntime {time}\n{origin}\n{size}\n{hashed}\n"
        signature = self.secret.sign(text.encode()).signature
        return {"size": size, "line": self.line(self.id + time.to_bytes(8, "big") + signature)}

    def line(self, data: bytes) -> str:
        return f"— {self.name} {base64.b64encode(data).decode()}"


FOUR = [Witness(number) for number in range(4)]
ONE, TWO, THREE, LAST = FOUR


def case(why: str, expected: int, cosignatures: list[Case], required: int = 1, **others: Any) -> Case:
    """Return a case in which the first witness alone is named, but for what `others` say."""
    witnesses = others.pop("of", [ONE])
    policy = {"keys": [each.key for each in witnesses], "required": required}
    return {"why": why, "policy": policy, "cosignatures": cosignatures, **others, "vouched": expected}


def edited(cosignature: Case, old: str, new: str, **fields: Any) -> Case:
    """Return the cosignature with another line."""
    assert cosignature["line"].count(old) >= 1
    return cosignature | {"line": cosignature["line"].replace(old, new)} | fields


def largest_sizes() -> list[Case]:
    """Return cases of one to four witnesses that cosigned at different sizes."""
    shown = [each.cosigned(size) for each, size in zip(FOUR, (3, 5, 2, 4), strict=True)]
    two, three = FOUR[:2], FOUR[:3]
    return [
        case("one of one", 3, shown[:1]),
        case("two of two", 3, shown[:2], 2, of=two),
        case("two of three", 3, shown[:3], 2, of=three),
        case("three of three", 2, shown[:3], 3, of=three),
        case("three of four", 3, shown, 3, of=FOUR),
        case("four of four", 2, shown, 4, of=FOUR),
        case("in any order", 3, shown[::-1], 3, of=FOUR),
        case("two of three, one is missing", 3, [shown[0], shown[1]], 2, of=three),
        case("two of three, two are missing", 0, [shown[1]], 2, of=three),
        case("nobody cosigned", 0, []),
        case("all lines", 5, [ONE.cosigned(5)]),
        case("the first line", 1, [ONE.cosigned(1)]),
    ]


def several() -> list[Case]:
    """Return cases in which a witness cosigned more than once, or one that nobody named."""
    return [
        case("a witness that cosigned twice: the larger size", 4, [ONE.cosigned(4), ONE.cosigned(2)]),
        case("a witness that cosigned twice: the larger size last", 4, [ONE.cosigned(2), ONE.cosigned(4)]),
        case("twice is still one witness", 0, [ONE.cosigned(4), ONE.cosigned(3)], 2, of=[ONE, TWO]),
        case(
            "twice is still one witness, beside another",
            2,
            [ONE.cosigned(5), ONE.cosigned(4), TWO.cosigned(2)],
            2,
            of=[ONE, TWO, THREE],
        ),
        case("the larger size is too old", 2, [ONE.cosigned(4, NOW - 5 * DAY), ONE.cosigned(2)]),
        case("a wrong line of the same size before it", 3, [edited(ONE.cosigned(3), "/w ", "/w A"), ONE.cosigned(3)]),
        case("a witness that nobody named", 0, [TWO.cosigned(4)]),
        case("a witness that nobody named, beside one that is", 3, [TWO.cosigned(4), ONE.cosigned(3)]),
        case("as many as a server may show", 5, [ONE.cosigned(5 - at % 5) for at in range(9)]),
    ]


def times() -> list[Case]:
    """Return cosignatures that are old, or of a time to come."""
    return [
        case("four days old", 4, [ONE.cosigned(4, NOW - 4 * DAY)]),
        case("four days and a second old", 0, [ONE.cosigned(4, NOW - 4 * DAY - 1)]),
        case("half a second less than four days old", 4, [ONE.cosigned(4, NOW - 4 * DAY)], now=_after(-500)),
        case("half a second more than four days old", 0, [ONE.cosigned(4, NOW - 4 * DAY)], now=_after(500)),
        case("an hour ahead", 4, [ONE.cosigned(4, NOW + HOUR)]),
        case("an hour and a second ahead", 0, [ONE.cosigned(4, NOW + HOUR + 1)]),
        case("half a second more than an hour ahead", 0, [ONE.cosigned(4, NOW + HOUR)], now=_after(-500)),
        case("in 1970", 0, [ONE.cosigned(4, 0)]),
        case("a time of 54 bits", 0, [ONE.cosigned(4, 2**53 + 1)]),
        case("the latest time of the format", 0, [ONE.cosigned(4, LATEST)]),
        case("the home's clock is two days behind", 0, [ONE.cosigned(4)], now="2026-11-19T12:00:00Z"),
    ]


def _after(milliseconds: int) -> str:
    return "2026-11-21T12:00:00.500Z" if milliseconds > 0 else "2026-11-21T11:59:59.500Z"


def other_logs() -> list[Case]:
    """Return cosignatures of other logs than the home's."""
    return [
        case("more lines than the home has read", 0, [ONE.cosigned(4)], known=3),
        case(
            "more lines than the home has read, under their root",
            0,
            [ONE.cosigned(4, lines=LINES[:3])],
            known=3,
        ),
        case("as many lines as the home has read", 3, [ONE.cosigned(3)], known=3),
        case("the home has read no line", 0, [ONE.cosigned(1)], known=0),
        case("another root", 0, [ONE.cosigned(4, lines=FORKED)]),
        case("another size than is said", 0, [ONE.cosigned(4) | {"size": 3}]),
        case("a log of another name", 0, [ONE.cosigned(4, origin="pdd.example.org/log2")]),
        case(
            "a log of another name, which is the home's",
            4,
            [ONE.cosigned(4, origin="b.example/log")],
            origin="b.example/log",
        ),
        case("a log under another spelling of the name", 0, [ONE.cosigned(4, origin="PDD.example.org/log")]),
    ]


def wrong_keys() -> list[Case]:
    """Return keys that vouch for nothing, and signatures that are by another key than they say."""
    right = ONE.cosigned(4)
    other = Witness(0).with_id(bytes([ONE.id[0] ^ 1]) + ONE.id[1:])
    log, named_log = Witness(0, kind=KEY), Witness(0, kind=KEY).with_id(ONE.id)
    stolen = Witness(1, ONE.name).with_id(ONE.id)
    renamed = Witness(0, "another.example/w")
    return [
        case("the key has another ID", 0, [right], of=[other]),
        case("the key and the signature have the same wrong ID", 0, [other.cosigned(4)], of=[other]),
        case("the signature has another ID", 0, [other.cosigned(4)]),
        case("a key of the kind that logs have", 0, [log.cosigned(4)], of=[log]),
        case("a key of the kind that logs have, with the ID of a witness's", 0, [right], of=[named_log]),
        case("a key of no known kind", 0, [Witness(0, kind=6).cosigned(4)], of=[Witness(0, kind=6)]),
        case(
            "one key of two is of another kind",
            0,
            [right, Witness(1, kind=6).cosigned(4)],
            2,
            of=[ONE, Witness(1, kind=6)],
        ),
        case("signed by another key under this one's name and ID", 0, [stolen.cosigned(4)]),
        case("another name before the signature", 0, [edited(right, ONE.name, "another.example/w")]),
        case("the same key under another name", 0, [renamed.cosigned(4)]),
        case("the same key under another name, which is the one named", 4, [renamed.cosigned(4)], of=[renamed]),
        case("a name in other letters", 0, [edited(right, "witness-0", "Witness-0")]),
    ]


def wrong_lines() -> list[Case]:
    """Return lines that are no cosignature."""
    right = ONE.cosigned(4)
    encoded = right["line"].split(" ")[2]
    data = base64.b64decode(encoded)
    assert encoded.endswith("==")
    padded = encoded[:-3] + {"A": "B", "Q": "R", "g": "h", "w": "x"}[encoded[-3]] + "=="
    assert base64.b64decode(padded) == data

    def spelled(text: str) -> list[Case]:
        return [edited(right, encoded, text)]

    def holding(changed: bytes) -> list[Case]:
        return [right | {"line": ONE.line(changed)}]

    return [
        case("Base64 with bits that stand for nothing", 0, spelled(padded)),
        case("Base64 without padding", 0, spelled(encoded.rstrip("="))),
        case("Base64 with one padding too few", 0, spelled(encoded[:-1])),
        case("Base64 with padding too much", 0, spelled(encoded + "=")),
        case("Base64 with a space in it", 0, spelled(f"{encoded[:40]} {encoded[40:]}")),
        case("Base64 with a space at its end", 0, spelled(encoded + " ")),
        case("Base64 of other letters", 0, spelled("-_" + encoded[2:])),
        case("no Base64 at all", 0, spelled("A")),
        case("nothing where the signature stands", 0, spelled("")),
        case("an ID alone", 0, holding(data[:4])),
        case("a signature without its time", 0, holding(data[:4] + data[12:])),
        case("a byte too few", 0, holding(data[:-1])),
        case("a byte too much", 0, holding(data + b"\0")),
        case("another time than was signed", 0, holding(data[:11] + bytes([data[11] ^ 1]) + data[12:])),
        case("the time with its last byte first", 0, holding(data[:4] + data[4:12][::-1] + data[12:])),
        case("a changed signature", 0, holding(data[:-1] + bytes([data[-1] ^ 1]))),
        case("a hyphen in place of the dash", 0, [edited(right, "—", "-")]),
        case("two spaces after the dash", 0, [edited(right, "— ", "—  ")]),
        case("words after the signature", 0, spelled(f"{encoded} and more")),
        case("signed as a log signs, without a time", 0, holding(ONE.id + _as_log(4))),
    ]


def _as_log(size: int) -> bytes:
    """Return the signature of a log under its own checkpoint (signed-note, type 0x01), by the first witness's key."""
    hashed = base64.b64encode(bytes.fromhex(root(LINES[:size]))).decode()
    return ONE.secret.sign(f"{ORIGIN}\n{size}\n{hashed}\n".encode()).signature


def policies() -> list[Case]:
    """Return policies, and whether a home takes each in place of the one before."""

    def policy(witnesses: list[Witness], required: int) -> Case:
        return {"keys": [each.key for each in witnesses], "required": required}

    def change(why: str, before: tuple[list[Witness], int], after: tuple[list[Witness], int], *, taken: bool) -> Case:
        return {"why": why, "before": policy(*before), "policy": policy(*after), "as_strong": taken}

    renamed = Witness(1, "another.example/w")
    two, three, five = FOUR[:2], FOUR[:3], [*FOUR, Witness(4)]
    return [
        change("the same", (three, 2), (three, 2), taken=True),
        change("the same in another order", (three, 2), (three[::-1], 2), taken=True),
        change("more required", (three, 2), (three, 3), taken=True),
        change("fewer required", (three, 3), (three, 2), taken=False),
        change("one more, and one more required", (three, 2), (FOUR, 3), taken=True),
        change("one more, and as many required", (two, 2), (three, 2), taken=False),
        change("two more, and two more required", (three, 2), (five, 4), taken=True),
        change("two more, and one more required", (three, 2), (five, 3), taken=False),
        change("two more, and three more required", (three, 2), (five, 5), taken=True),
        change("one fewer", (three, 2), (two, 2), taken=False),
        change("one fewer, and one fewer required", (three, 3), (two, 2), taken=False),
        change("one in place of another", (three, 2), ([ONE, TWO, LAST], 2), taken=False),
        change("one in place of another, and all required", (three, 2), ([ONE, TWO, LAST], 3), taken=False),
        change("one fewer and two more, and one more required", (three, 2), ([ONE, TWO, *five[3:]], 3), taken=False),
        change("another name for a key", (two, 2), ([ONE, renamed], 2), taken=False),
        change("others", ([ONE], 1), ([TWO], 1), taken=False),
    ]


ORIGINS = {
    "https://pdd.example.org": "pdd.example.org/log",
    "https://pdd.example.org/": "pdd.example.org/log",
    "https://pdd.example.org:8443": "pdd.example.org:8443/log",
    "https://example.org/donate": "example.org/donate/log",
    "https://example.org/donate/": "example.org/donate/log",
    "http://localhost:8000": "localhost:8000/log",
    "http://[::1]:8000": "[::1]:8000/log",
}


def witnesses() -> dict[str, Any]:
    return {
        "lines": LINES,
        "origin": ORIGIN,
        "now": NOW_TEXT,
        "vouched": [*largest_sizes(), *several(), *times(), *other_logs(), *wrong_keys(), *wrong_lines()],
        "policies": policies(),
        "origins": [{"why": address, "address": address, "origin": origin} for address, origin in ORIGINS.items()],
    }
