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
    """Replace a file atomically and durably by this text, in UTF-8. Only its owner may read it."""
    replace(file, lambda unfinished: write_secret(unfinished, text.encode()))


def write_secret(file: Path, content: bytes) -> None:
    """Write a new file that only its owner may read, and return once the file and its entry are durable.

    Raises:
        FileExistsError: The file exists. A key is never overwritten.
    """
    # The file is never readable by others, not even while it is empty.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(content)
    flush(file)
    flush(file.parent)


def give_to_owner(file: Path) -> None:
    """Give a file that root has made to its folder's owner, who runs the server; else that user could not use it."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def move(unfinished: Path, file: Path) -> None:
    """Rename a file over another one. Its content is durable before the rename, and the rename on return."""
    flush(unfinished)
    unfinished.replace(file)
    # A rename is an entry of the folder, so the folder has to be flushed, too.
    flush(file.parent)


def flush(place: Path) -> None:
    """Make the content of a file, or the entries of a folder, durable."""
    descriptor = os.open(place, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
