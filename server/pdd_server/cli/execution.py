"""What running any command takes: opening the data folder that an option names, and errors as one line."""

import argparse
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pdd_server.cli.arguments import Command
from pdd_server.clock import ClockError, rehearsal_clock, system_clock
from pdd_server.config import ConfigError
from pdd_server.services.accounts.model import AccountError
from pdd_server.services.campaigns.campaign_files import CampaignFileError
from pdd_server.services.campaigns.campaigns import CampaignError
from pdd_server.services.errors import Rejected
from pdd_server.services.operations.data_folder import Deployment, Folder, FolderError, open_folder
from pdd_server.services.results.table_slices import SliceError
from pdd_server.store.engine import DatabaseFileError
from pdd_shared.counting.vocabulary import VocabularyError

BAD_INPUT = (
    ConfigError,
    FolderError,
    DatabaseFileError,
    ClockError,
    CampaignFileError,
    CampaignError,
    AccountError,
    VocabularyError,
    SliceError,
    OSError,
)


def run_command(arguments: argparse.Namespace) -> int:
    """Run the command that was parsed; its exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pdd_server").setLevel(logging.INFO)
    command: Command = arguments.command
    try:
        command(arguments)
    except BAD_INPUT as error:
        print(f"pdd-server: {_one_line(error)}", file=sys.stderr)
        return 2
    except Rejected as error:
        # Of the commands only those that name a campaign can be rejected.
        print(f"pdd-server: {arguments.id}: {error} See pdd-server campaign list.", file=sys.stderr)
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
    """The data folder of --data, under the clock of --rehearsal-clock."""
    file: Path | None = given.rehearsal_clock
    server = open_folder(Folder(given.data), rehearsal_clock(file) if file else system_clock)
    try:
        yield server
    finally:
        server.store.dispose()
