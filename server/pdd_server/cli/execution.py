"""Running a command: opening the data folder that an option names, and printing errors as one line."""

import argparse
import errno
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pdd_server import logs
from pdd_server.cli.arguments import Command
from pdd_server.clock import Clock, rehearsal_clock, system_clock
from pdd_server.errors import Rejected, Rejection, SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder, Readable, open_folder, open_to_read
from pdd_server.store.engine import PATIENCE, is_busy

_REMEDIES = {
    errno.EACCES: "run the command as the user of the server, or let that user write there",
    errno.EADDRINUSE: "stop the other program, or give another --port",
    errno.EDQUOT: "make room on this disk, then run the command again",
    errno.EEXIST: "give another folder",
    errno.ENOSPC: "make room on this disk, then run the command again",
    errno.ENOTDIR: "give a path on which all but the last are folders",
    errno.EPERM: "run the command as the user of the server, or let that user write there",
    errno.EROFS: "give a folder on a disk that can be written",
}
"""What to do about an error of the operating system, by its number."""


def run_command(arguments: argparse.Namespace, program: str = "pdd-server") -> int:
    """Run a parsed command and return its exit code: 2 for what the operator can mend, 1 for other errors.

    Args:
        arguments: The parsed arguments.
        program: The program's name, with which errors begin.
    """
    logs.configure("console")
    command: Command = arguments.command
    try:
        command(arguments)
    except (Rejected, SetupError, OSError) as error:
        line = _one_line(error)
        if isinstance(error, Rejected) and error.name == Rejection.NO_SUCH_CAMPAIGN:
            line = f"{arguments.id}: {line} See pdd-server campaign list."
        print(f"{program}: {line}", file=sys.stderr)
        return 2
    except SQLAlchemyError as error:
        remedy = "; make room on its disk, or wait until nobody else writes, and try again" if is_busy(error) else ""
        print(f"{program}: database: {_one_line(error)}{remedy}", file=sys.stderr)
        return 2 if remedy else 1
    return 0


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError):
        remedy = _REMEDIES.get(error.errno or 0)
        return f"{error.filename or 'system'}: {error.strerror or error}" + (f"; {remedy}" if remedy else "")
    return str(error).splitlines()[0]


def clock_of(given: argparse.Namespace) -> Clock:
    """Return the clock of `--rehearsal-clock`, or the system's if that is not given."""
    file: Path | None = given.rehearsal_clock
    return rehearsal_clock(file) if file else system_clock


@contextmanager
def opened(given: argparse.Namespace, patience: float = PATIENCE) -> Iterator[Deployment]:
    """Open the data folder of `--data`, with the clock of `--rehearsal-clock` if that is given.

    Args:
        given: The command's arguments.
        patience: How many seconds a transaction waits while another one writes.

    Raises:
        SetupError: The settings, the data folder or a file in it can't be used.
    """
    server = open_folder(Folder(given.data), clock_of(given), patience)
    logs.configure(server.config.log)
    try:
        yield server
    finally:
        server.store.dispose()


@contextmanager
def opened_to_read(given: argparse.Namespace) -> Iterator[Readable]:
    """Open the data folder as `opened` does, beside a server, and write nothing.

    Raises:
        SetupError: As by `opened`; also if the database is not there, or has yet to be migrated.
    """
    server = open_to_read(Folder(given.data), clock_of(given))
    logs.configure(server.config.log)
    try:
        yield server
    finally:
        server.store.dispose()
