"""Output that is complete or absent: a command that fails or is killed leaves no half-written file under its name."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from pdd_research.errors import ParameterError


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Yield a path beside the file to write to, and rename it to the file when the block ends.

    If the block raises, the partial file is deleted, and what the file held before stays.

    Raises:
        OSError: if the folder can't be written to.
    """
    partial = file.with_name(f".{file.name}.partial")
    partial.touch()
    try:
        yield partial
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def new_folder(folder: Path, mode: int = 0o755) -> Iterator[Path]:
    """Yield a folder beside `folder` to write into, and rename it to `folder` when the block ends.

    If the block raises, the partial folder is deleted.

    Args:
        folder: where `--out` points; missing parents are made.
        mode: permissions of the new folder.

    Raises:
        ParameterError: if the folder exists or can't be made; before the block runs, so before any long work.
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
    except BaseException:  # also KeyboardInterrupt: nothing partial stays
        shutil.rmtree(partial, ignore_errors=True)
        raise
