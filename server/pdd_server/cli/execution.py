"""Running a command: opening the data folder that an option names, and printing errors as one line."""

import argparse
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pdd_server.cli.arguments import Command
from pdd_server.clock import rehearsal_clock, system_clock
from pdd_server.errors import Rejected, Rejection, SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder, open_folder


def run_command(arguments: argparse.Namespace) -> int:
    """Run a parsed command and return its exit code: 2 for bad input or settings, 1 for an error of the database."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pdd_server").setLevel(logging.INFO)
    command: Command = arguments.command
    try:
        command(arguments)
    except (Rejected, SetupError, OSError) as error:
        line = _one_line(error)
        if isinstance(error, Rejected) and error.name == Rejection.NO_SUCH_CAMPAIGN:
            line = f"{arguments.id}: {line} See pdd-server campaign list."
        print(f"pdd-server: {line}", file=sys.stderr)
        return 2
    except SQLAlchemyError as error:
        print(f"pdd-server: database: {_one_line(error)}", file=sys.stderr)
        return 1
    return 0


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'system'}: {error.strerror or error}"
    return str(error).splitlines()[0]


@contextmanager
def opened(given: argparse.Namespace) -> Iterator[Deployment]:
    """Open the data folder of `--data`, with the clock of `--rehearsal-clock` if that is given.

    Raises:
        SetupError: The settings, the data folder or a file in it can't be used.
    """
    file: Path | None = given.rehearsal_clock
    server = open_folder(Folder(given.data), rehearsal_clock(file) if file else system_clock)
    try:
        yield server
    finally:
        server.store.dispose()
