"""Searches all that a server ever wrote for single donors' uploads, and for secrets that unmask them.

A copy of the server's files is taken after each request. Bytes that were in a file for a moment count too, also in
SQLite's write-ahead log and in pages that are free again. Of the copies only the different pages are kept.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pdd_shared.rounds.cohort.day.layout import Integers
from pdd_shared.rounds.cohort.masking.field import Elements, to_wire
from pdd_shared.rounds.cohort.masking.sharing import share_key
from tests.support.cohort.server_records import Records, Sent
from tests.support.lying_server.linear_view import Form, Upload

_PAGE = 4096
_WAL_HEADER, _WAL_FRAME = 32, 24
_PREFIX = 8
_WORDS = 6
"""Field elements of a sample: 192 random bits."""


@dataclass(eq=False)
class Copies:
    """Everything that ever stood in a folder's files and in other texts, such as a log."""

    folder: Path
    pages: dict[bytes, None] = field(default_factory=dict, repr=False)
    """Different pages, in the order in which they came."""

    def take(self) -> None:
        """Add the files as they are now."""
        for file in sorted(self.folder.rglob("*")):
            if file.is_file():
                self.pages |= dict.fromkeys(_pages(file))

    def add(self, data: bytes) -> None:
        """Add another text, such as a log's."""
        self.pages[data] = None

    @property
    def text(self) -> bytes:
        """Return everything, one page after the other."""
        return b"".join(self.pages)


def standing(folder: Path) -> bytes:
    """Return the bytes of a folder's files as they are now, with write-ahead logs and free pages."""
    copies = Copies(folder)
    copies.take()
    return copies.text


def _pages(file: Path) -> Iterator[bytes]:
    data = file.read_bytes()
    step, start = (_WAL_FRAME + _PAGE, _WAL_HEADER) if file.name.endswith("-wal") else (_PAGE, 0)
    for at in range(start, len(data), step):
        yield data[at : at + step][-_PAGE:]


class Trace(NamedTuple):
    """Bytes that would reveal something about one upload, their kind, and the linear forms that they reveal."""

    name: str
    sent: Sent
    data: bytes
    forms: tuple[Form, ...]


def traces(records: Records) -> list[Trace]:
    """Return the bytes of each upload that no server may write down, in the encodings that a server might use."""
    return [trace for sent in records.sent for trace in _traces(records, sent)]


def _traces(records: Records, sent: Sent) -> Iterator[Trace]:
    named = records.named
    donor, toy = Upload(sent.donor), sent.toy
    for data in _samples(sent.upload.ciphertext.ravel()):
        yield Trace("ciphertext", sent, data, ())
    shares = share_key(sent.drawn.mask.secret(), sent.drawn.mask.polynomial_key(), sent.frame.upload.committee)
    for place, (hidden, stream, share) in enumerate(zip(sent.upload.shares, sent.streams, shares, strict=True), 1):
        for data in _encoded(hidden[:_WORDS]):
            yield Trace(f"hidden share {place}", sent, data, ())
        for data in _encoded(stream[:_WORDS]):
            yield Trace(f"stream {place}", sent, data, tuple(records.stream(sent, place)))
        for data in _encoded(share[:_WORDS]):
            yield Trace(f"share {place}", sent, data, (named(sent, toy.share(donor, 0, place)),))
    for data in (*_samples(sent.drawn.mask.secret()), sent.drawn.seed, sent.drawn.seed.hex().encode()):
        yield Trace("key", sent, data, tuple(records.key(sent)))
    yield from _messages(records, sent)


def _messages(records: Records, sent: Sent) -> Iterator[Trace]:
    """Yield traces of the counts with their noise. Where counts are few and small, the decoys identify the upload."""
    noise = sent.drawn.shares(sent.frame.layout)
    vector = sent.frame.layout.fill(records.homes.given(sent.donor, sent.frame.plan.day)) + noise * sent.noisy
    for data in _numbers(vector[-_DECOYS_SEEN:]) if sent.noisy else _numbers(vector):
        yield Trace("vector", sent, data, tuple(records.message(sent)))


_DECOYS_SEEN = 32


def _samples(elements: Elements) -> Iterator[bytes]:
    """Yield pieces from three places of a long row, because a page of the file may end within one of them."""
    for start in (0, len(elements) // 3, 2 * len(elements) // 3):
        yield from _encoded(elements[start : start + _WORDS])


def _encoded(elements: Elements) -> Iterator[bytes]:
    yield to_wire(elements)
    yield elements.astype("<u8").tobytes()
    yield ",".join(map(str, elements.tolist())).encode()
    yield to_wire(elements).hex().encode()


def _numbers(numbers: Integers) -> Iterator[bytes]:
    yield numbers.astype("<i4").tobytes()
    yield numbers.astype("<i8").tobytes()
    yield ",".join(map(str, numbers.tolist())).encode()
    yield ", ".join(map(str, numbers.tolist())).encode()


def find(wanted: Iterable[Trace], text: bytes) -> list[Trace]:
    """Return the traces whose bytes stand in a text. All first eight bytes are looked for in one pass each."""
    by_prefix: dict[int, list[Trace]] = {}
    for trace in wanted:
        by_prefix.setdefault(struct.unpack("<Q", trace.data[:_PREFIX])[0], []).append(trace)
    prefixes = np.array(sorted(by_prefix), dtype=np.uint64)
    there: set[int] = set()
    for offset in range(_PREFIX):
        words = np.frombuffer(text[offset : offset + (len(text) - offset) // _PREFIX * _PREFIX], dtype="<u8")
        places = np.minimum(np.searchsorted(prefixes, words), len(prefixes) - 1)
        there.update(words[prefixes[places] == words].tolist())
    return [trace for prefix in there for trace in by_prefix[prefix] if trace.data in text]


def told(found: Iterable[Trace]) -> Mapping[str, int]:
    """Return for each kind of trace the number of uploads of which it was found."""
    names: dict[str, set[tuple[int, object]]] = {}
    for trace in found:
        names.setdefault(trace.name.split()[0], set()).add((trace.sent.donor, trace.sent.frame.plan.day))
    return {name: len(whose) for name, whose in sorted(names.items())}
