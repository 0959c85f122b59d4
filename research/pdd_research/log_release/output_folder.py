"""A folder of results: whole, or not at all."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from pdd_research.log_release.errors import ParameterError


@contextmanager
def new_folder(folder: Path, mode: int = 0o755) -> Iterator[Path]:
    """A folder beside `--out` to write into, which gets its name when all is written, and goes where that fails.

    Folders above it are made. ParameterError at once where there is something of that name, or nothing can be written.
    """
    if folder.exists():
        raise ParameterError(f"--out: {folder} exists; give a new folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        partial = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        where = f"{folder.parent}: {error.strerror or error}"
        raise ParameterError(f"--out: {where}; give a new folder in one that can be written to") from None
    try:
        yield partial
        partial.chmod(mode)
        partial.rename(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
