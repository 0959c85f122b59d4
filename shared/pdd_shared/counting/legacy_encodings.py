"""Decode the legacy encodings that URLs name, exactly as browsers do: by the WHATWG Encoding Standard.

Python's codecs have nearly the same tables. The differences are in `legacy_encoding_table`, which
scripts/generate/legacy_encodings.py writes from a browser's answers. Python reads malformed bytes differently, so that
part of the standard's decoders (sections 10 to 13, https://encoding.spec.whatwg.org) is written out here. All of them
follow one rule: a malformed sequence becomes one U+FFFD, and an ASCII byte that ends it is read again by itself.
"""

from collections.abc import Callable, Mapping
from functools import cache

from pdd_shared.counting.legacy_encoding_table import DIFFERENCES

CODECS = {
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "euc-jp": "euc_jp",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "koi8-r": "koi8_r",
    "iso-8859-2": "iso8859_2",
    "windows-874": "cp874",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "windows-1253": "cp1253",
    "windows-1254": "cp1254",
    "windows-1255": "cp1255",
    "windows-1256": "cp1256",
}
"""Python's nearest codec for each supported encoding, by the standard's name. gbk is decoded as gb18030."""

_HIGH = range(0x81, 0xFF)
LEADS = {
    "gb18030": frozenset(_HIGH),
    "big5": frozenset(_HIGH),
    "euc-kr": frozenset(_HIGH),
    "euc-jp": frozenset([0x8E, 0x8F, *range(0xA1, 0xFF)]),
    "shift_jis": frozenset([*range(0x81, 0xA0), *range(0xE0, 0xFD)]),
}
"""The bytes that begin a longer sequence, by encoding. In all other encodings each byte is a character."""

_MALFORMED = "\N{REPLACEMENT CHARACTER}"
_DIGITS = range(0x30, 0x3A)
_EUC_HIGH = range(0xA1, 0xFF)


def decode(data: bytes, encoding: str) -> str:
    """Return the text of these bytes, with U+FFFD for each malformed sequence.

    Args:
        data: The bytes.
        encoding: One of CODECS. Others raise KeyError if there is a byte beyond ASCII.
    """
    step = _STEPS.get(encoding, _pair if encoding in LEADS else _single)
    found: list[str] = []
    at = 0
    while at < len(data):
        text, length = (chr(data[at]), 1) if data[at] < 0x80 else step(data[at : at + 4], encoding)
        found.append(text)
        at += length
    return "".join(found)


def character(sequence: bytes, encoding: str) -> str | None:
    """Return the character that one complete sequence of bytes stands for, None if there is none."""
    return _differences()[encoding].get(sequence) or by_codec(sequence, encoding)


def by_codec(sequence: bytes, encoding: str) -> str | None:
    """Return the same as `character` by Python's codecs alone, without the table of differences."""
    if encoding == "euc-jp" and len(sequence) == 2 and all(byte in _EUC_HIGH for byte in sequence):
        # One table of JIS X 0208 serves both encodings of Japanese; Python's cp932 has it with Windows' additions.
        sequence, encoding = _in_shift_jis(sequence), "shift_jis"
    try:
        return sequence.decode(CODECS[encoding])
    except UnicodeDecodeError:
        return None


def _single(rest: bytes, encoding: str) -> tuple[str, int]:
    """Return the first character of `rest`, up to four bytes from the first one that isn't ASCII, and its length."""
    return character(rest[:1], encoding) or _MALFORMED, 1


def _pair(rest: bytes, encoding: str) -> tuple[str, int]:
    if rest[0] not in LEADS[encoding]:
        return _single(rest, encoding)
    return _whole(rest, encoding, 2)


def _euc_jp(rest: bytes, encoding: str) -> tuple[str, int]:
    if rest[0] == 0x8F and len(rest) > 1 and rest[1] in _EUC_HIGH:  # JIS X 0212
        return _whole(rest, encoding, 3)
    return _pair(rest, encoding)


def _gb18030(rest: bytes, encoding: str) -> tuple[str, int]:
    if rest[0] not in LEADS[encoding] or len(rest) < 2 or rest[1] not in _DIGITS:
        return _pair(rest, encoding)
    if (len(rest) > 2 and rest[2] not in _HIGH) or (len(rest) > 3 and rest[3] not in _DIGITS):
        return _MALFORMED, 1
    return (character(rest, encoding) if len(rest) == 4 else None) or _MALFORMED, len(rest)


def _whole(rest: bytes, encoding: str, length: int) -> tuple[str, int]:
    """Read a sequence of `length` bytes. If it is malformed or cut off, an ASCII byte at its end is not consumed."""
    sequence = rest[:length]
    found = character(sequence, encoding) if len(sequence) == length else None
    if found is not None:
        return found, length
    return _MALFORMED, len(sequence) - (sequence[-1] < 0x80)


_STEPS: Mapping[str, Callable[[bytes, str], tuple[str, int]]] = {
    "gb18030": _gb18030,
    "euc-jp": _euc_jp,
}


def _in_shift_jis(pair: bytes) -> bytes:
    lead, trail = divmod((pair[0] - 0xA1) * 94 + pair[1] - 0xA1, 188)
    return bytes((lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41)))


@cache
def _differences() -> Mapping[str, Mapping[bytes, str]]:
    """Return, by encoding, the sequences that Python's codec reads wrongly or not at all, with their characters."""
    return {encoding: dict(_expanded(DIFFERENCES.get(encoding, {}))) for encoding in CODECS}


def _expanded(runs: Mapping[str, str]) -> list[tuple[bytes, str]]:
    return [
        ((int(first, 16) + more).to_bytes(len(first) // 2), chr(int(point, 16)))
        for first, points in runs.items()
        for more, point in enumerate(points.split())
    ]
