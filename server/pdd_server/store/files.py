"""Atomic replacement of files: after a crash or a power failure, a reader finds the old file or the new one, whole."""

import os
from collections.abc import Callable
from pathlib import Path

Write = Callable[[Path], object]


def replace(file: Path, write_it: Write) -> None:
    """Replace a file atomically and durably.

    Args:
        file: The file to replace; it need not exist.
        write_it: Writes the new content to the path that it is given, beside `file`.
    """
    unfinished = file.with_name(file.name + ".partial")
    unfinished.unlink(missing_ok=True)
    write_it(unfinished)
    move(unfinished, file)


def replace_text(file: Path, text: str) -> None:
    """Replace a file atomically and durably by this text, in UTF-8."""
    replace(file, lambda unfinished: unfinished.write_text(text, encoding="utf-8"))


def replace_secret(file: Path, text: str) -> None:
    """Replace a file atomically and durably by this text. Only its owner may read it."""

    def write(unfinished: Path) -> None:
        unfinished.touch(mode=0o600)
        unfinished.write_text(text, encoding="utf-8")

    replace(file, write)


def move(unfinished: Path, file: Path) -> None:
    """Rename a file over another one. Its content is durable before the rename, and the rename on return."""
    with unfinished.open("rb") as handle:
        os.fsync(handle.fileno())
    unfinished.replace(file)
    # A rename is an entry of the folder, so the folder has to be flushed, too.
    descriptor = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
