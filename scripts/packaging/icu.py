"""Makes Qt's copy of ICU's data smaller: leaves out what no function that Qt calls reads, which is two thirds of it.

The data is one file within a library: a header, a table of contents sorted by name, and the items, each at a multiple
of 16 bytes. Source: ICU, common/ucmndata.h, "UDataOffsetTOC". Qt calls ICU to sort (`ucol_`), to name time zones
(`ucal_`) and to change letters' case (`u_str`). All languages keep what these read.
"""

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import Struct

UNUSED_TREES = {"brkitr", "curr", "lang", "rbnf", "region", "translit", "unit"}
"""The folders of the data for breaks between words, currencies, names of languages and regions, spelled numbers,
transliteration, and units."""
OLD_CHARSET = ".cnv"
"""The kind of item that has a charset's table. Qt knows Unicode and Latin-1 without it; the app asks for no other."""

_HEADER, _COUNT, _ENTRY = Struct("<H2s8x4s"), Struct("<I"), Struct("<II")
_BLOCK = 16
_MAGIC, _FORMAT = b"\xda\x27", b"CmnD"
_SOURCE = """
.section .rodata
.balign 16
.globl {symbol}
.type {symbol}, @object
{symbol}: .incbin "{data}"
.size {symbol}, . - {symbol}
.section .note.GNU-stack, "", @progbits
"""


def shrink(library: Path) -> None:
    """Write a library of ICU's data anew, without what is unused.

    Args:
        library: `libicudata.so.VERSION`.

    Raises:
        CalledProcessError: binutils are missing, or can't make the library.
        ValueError: the library's data is of another kind.
    """
    symbol, data = data_of(library)
    data = without(data, unused)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "data").write_bytes(data)
        (folder / "data.s").write_text(_SOURCE.format(symbol=symbol, data=folder / "data"))
        subprocess.run(["as", "-o", folder / "data.o", folder / "data.s"], check=True)
        named = ("-soname", library.name, "--build-id=none")
        subprocess.run(["ld", "-shared", *named, "-o", library, folder / "data.o"], check=True)


def data_of(library: Path) -> tuple[str, bytes]:
    """Return the name of a library's one symbol, and ICU's data, which stands there.

    Raises:
        CalledProcessError: binutils are missing.
        ValueError: the library's data is of another kind.
    """
    listed = subprocess.run(["nm", "-D", "-S", library], capture_output=True, text=True, check=True).stdout
    address, size, _, symbol = listed.split()
    begin = int(address, 16)  # also its place in the file, which begins with its read-only part
    data = library.read_bytes()[begin : begin + int(size, 16)]
    _, magic, kind = _HEADER.unpack_from(data)
    if (magic, kind) != (_MAGIC, _FORMAT):
        raise ValueError(f"{library} has no data of ICU where {symbol} is")
    return symbol, data


def unused(name: str) -> bool:
    """Return whether nothing that Qt calls reads an item, by its name, such as `icudt73l/curr/de.res`."""
    folder = name.split("/")[1:-1]
    return bool(UNUSED_TREES.intersection(folder)) or name.endswith(OLD_CHARSET)


def items(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each item; those of the last one go on to the end of `data`."""
    start = _HEADER.unpack_from(data)[0]
    (count,) = _COUNT.unpack_from(data, start)
    table = [_ENTRY.unpack_from(data, start + _COUNT.size + _ENTRY.size * number) for number in range(count)]
    ends = [start + offset for _, offset in table[1:]] + [len(data)]
    for (name, offset), end in zip(table, ends, strict=True):
        first = start + name
        yield data[first : data.index(b"\0", first)].decode(), data[start + offset : end]


def without(data: bytes, left_out: Callable[[str], bool]) -> bytes:
    """Return ICU's data without the items whose names are to be left out."""
    kept = [(name.encode() + b"\0", content) for name, content in items(data) if not left_out(name)]
    names = b"".join(name for name, _ in kept)
    begin = _COUNT.size + _ENTRY.size * len(kept)
    table, name_at, at = [], begin, _aligned(begin + len(names))
    first = at
    for name, content in kept:
        table.append(_ENTRY.pack(name_at, at))
        name_at, at = name_at + len(name), at + _aligned(len(content))
    head = _COUNT.pack(len(kept)) + b"".join(table) + names
    bodies = (content.ljust(_aligned(len(content)), b"\0") for _, content in kept)
    return data[: _HEADER.unpack_from(data)[0]] + head.ljust(first, b"\0") + b"".join(bodies)


def _aligned(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK
