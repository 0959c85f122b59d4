"""Commands that have to be refused in one line, for the tests of bad input."""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pdd_server.cli import main

NOBODY = 65_534
"""A user that owns nothing."""


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the line on standard error of a command that fails with exit code 2 and prints nothing else."""
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    check_line(code, printed.err)
    assert printed.out == ""
    return printed.err


def check_line(code: int, told: str) -> None:
    """Check that a command said in one line where it failed and what to do."""
    assert (code, told.count("\n")) == (2, 1), told
    assert re.match(r"pdd-server: \S.*: .+; .+\n|pdd-server: \S.*: .+[.:] .+\n", told), told


def contents(folder: Path) -> dict[Path, bytes]:
    """Return the files of a folder. Locks, and SQLite's files beside a database, come and go."""
    passing = ("-wal", "-shm", ".serving", ".nightly", ".ledger-lock")
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith(passing))
    return {path: path.read_bytes() for path in files}


def refused_to_nobody(*arguments: object) -> str:
    """Return the line with which a command is refused to another user than root, for whom permissions count."""
    with tempfile.TemporaryFile("w+") as errors:
        process = os.fork()
        if process == 0:
            sys.stderr = errors
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            code = _run(arguments)
            errors.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        errors.seek(0)
        told = errors.read()
    check_line(code, told)
    return told


def _run(arguments: tuple[object, ...]) -> int:
    try:
        return main([str(argument) for argument in arguments])
    except BaseException:
        return 99


@contextmanager
def open_to_all() -> Iterator[Path]:
    """Make a temporary folder that every user can read."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
