"""Write how browsers' tables of legacy encodings differ from Python's codecs.

The tables are the WHATWG's, https://encoding.spec.whatwg.org; Chromium is asked for what it makes of each sequence.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from pdd_shared.counting.legacy_encodings import CODECS, LEADS, by_codec
from tests.extension.browser.drivers.protocol import DECODE, Ask, in_chromium

WRITTEN = Path(__file__).parents[2] / "shared/pdd_shared/counting/legacy_encodings.toml"
_HEADING = """\
# Where the WHATWG's tables of legacy encodings differ from Python's codecs;
# written by scripts/generate/legacy_encodings.py.
# First sequence of bytes = code points of it and of those that follow it by their last byte; fffd means malformed.
"""
_MALFORMED = "\N{REPLACEMENT CHARACTER}"


def sequences(encoding: str) -> Iterator[bytes]:
    """Yield every sequence of bytes that can stand for a character, in order."""
    leads = LEADS.get(encoding, frozenset())
    yield from (bytes([byte]) for byte in range(0x80, 0x100) if byte not in leads)
    yield from (bytes(pair) for pair in product(sorted(leads), range(0x40, 0x100)))
    if encoding == "euc-jp":
        yield from (bytes([0x8F, *pair]) for pair in product(range(0xA1, 0xFF), repeat=2))
    if encoding == "gb18030":
        digits, leads_ = range(0x30, 0x3A), range(0x81, 0xFF)
        yield from (bytes(four) for four in product(leads_, digits, leads_, digits))


def differences(encoding: str, ask: Ask) -> Iterator[tuple[bytes, str]]:
    """Yield the sequences that a browser decodes differently from Python's codec, with the browser's text."""
    known = list(sequences(encoding))
    for sequence, text in zip(known, ask(DECODE, [encoding, [each.hex() for each in known]]), strict=True):
        found = _MALFORMED if _MALFORMED in text else text
        if found != (by_codec(sequence, encoding) or _MALFORMED):
            yield sequence, found


def rows(found: Iterable[tuple[bytes, str]]) -> Iterator[str]:
    """Yield the lines for these sequences; sequences that differ by 1 in their last byte share a line."""
    first, points = b"", [""]
    for sequence, text in found:
        if int.from_bytes(sequence) != int.from_bytes(first) + len(points) or len(sequence) != len(first):
            if first:
                yield f'{first.hex()} = "{" ".join(points)}"'
            first, points = sequence, []
        points.append(f"{ord(text):x}")
    if first:
        yield f'{first.hex()} = "{" ".join(points)}"'


def main() -> None:
    """Ask Chromium, and write the table."""
    lines = [_HEADING]
    with in_chromium() as ask:
        for encoding in CODECS:
            found = list(rows(differences(encoding, ask)))
            lines += [f"[{encoding}]", *found, ""] if found else []
    WRITTEN.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
