"""Files that are replaced as a whole: readers, and a machine that loses power, see the old one or the new one."""

import os
from collections.abc import Callable
from pathlib import Path

Write = Callable[[Path], object]


def replace(file: Path, write_it: Write) -> None:
    """Replace a file by what `write_it` writes under the name that it is given."""
    unfinished = file.with_name(file.name + ".partial")
    unfinished.unlink(missing_ok=True)
    write_it(unfinished)
    _move(unfinished, file)


def replace_text(file: Path, text: str) -> None:
    """Replace a file by this text."""
    replace(file, lambda unfinished: unfinished.write_text(text, encoding="utf-8"))


def _move(unfinished: Path, file: Path) -> None:
    with unfinished.open("rb") as handle:
        os.fsync(handle.fileno())
    unfinished.replace(file)
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
