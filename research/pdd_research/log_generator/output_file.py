"""Files that are written whole, or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(file: Path) -> Iterator[Path]:
    """A path beside the file to write to; what is there becomes the file at the end, and is deleted where that fails.

    OSError where the folder cannot be written to.
    """
    partial = file.with_name(f".{file.name}.partial")
    partial.touch()
    try:
        yield partial
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
