"""Messages altered field by field and byte by byte, as a liar could alter them. Both protocols must refuse them."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from nacl.signing import SigningKey

from pdd_shared.protocol.fields import SignedKind
from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign

Path = tuple[str | int, ...]
GONE = object()
"""Stands for a field that is left out."""


def fields_of(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all numbers, texts, dates and nulls of a message read as JSON."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        yield path
        return
    for key, part in inside:
        yield from fields_of(part, (*path, key))


def places_of(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all fields, also of those that hold others."""
    if path:
        yield path
    for key, part in value.items() if isinstance(value, dict) else ():
        yield from places_of(part, (*path, key))
    for place, part in enumerate(value) if isinstance(value, list) else ():
        yield from places_of(part, (*path, place))


def others(value: Any) -> Iterator[Any]:
    """Yield other values of the same form: numbers and days one off, text with its first or last letter changed."""
    if value is None:
        yield 0
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif day := _day(value):
        yield from ((day + timedelta(days=days)).isoformat() for days in (1, -1))
    else:
        yield from (_turned(value[0]) + value[1:], value[:-1] + _turned(value[-1]))


def _turned(letter: str) -> str:
    return "1" if letter == "0" else "0"


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def with_field(value: Any, path: Path, new: Any) -> Any:
    """Return the JSON with the field at this path replaced, or left out if `new` is GONE."""
    copied = dict(value) if isinstance(value, dict) else list(value)
    if len(path) > 1:
        copied[path[0]] = with_field(value[path[0]], path[1:], new)
    elif new is GONE:
        del copied[path[0]]
    else:
        copied[path[0]] = new
    return copied


def at(value: Any, path: Path) -> Any:
    """Return the value at this path."""
    for key in path:
        value = value[key]
    return value


def signed_again(kind: type[SignedKind], value: Any, key: SigningKey) -> Signed:
    """Sign any JSON as a message of this kind, whether it is one or not."""
    text = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    class Raw:
        KIND = kind.KIND

        def model_dump_json(self) -> str:
            return text

    return sign(Raw(), key)  # type: ignore[arg-type]


def flipped(data: bytes, place: int, mask: int) -> bytes:
    """Return the bytes with one of them changed: XORed with `mask`."""
    place %= len(data)
    return data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]


def letter_changed(signed: Signed, place: int, letter: str) -> Signed:
    """Return the signed message with one letter of its text changed after signing."""
    place %= len(signed.payload)
    payload = signed.payload[:place] + letter + signed.payload[place + 1 :]
    return Signed(payload=payload, signature=signed.signature)
