"""`pdd-server`: the operator's commands. Exit 0, or 2 on wrong usage or bad input, with one line that says why."""

import argparse
import json
import logging
import secrets
import sys
from collections.abc import Sequence

from sqlalchemy.exc import SQLAlchemyError

from pdd_server import cli_accounts, cli_campaigns, cli_drafts, cli_reports
from pdd_server.cli_common import Command, Parser, add_command, opened
from pdd_server.clock import ClockError
from pdd_server.config import ConfigError, check_options
from pdd_server.folder import Folder, FolderError, create, served_alone, token_hash
from pdd_server.jobs import nightly
from pdd_server.run import run
from pdd_server.services import status
from pdd_server.services.accounts.model import AccountError
from pdd_server.services.campaign_files import CampaignFileError
from pdd_server.services.campaigns import CampaignError
from pdd_server.services.noise import add_noise
from pdd_server.services.rejections import Rejected
from pdd_server.services.reports.slices import SliceError
from pdd_server.store.engine import DatabaseFileError
from pdd_shared.days import day_of
from pdd_shared.vocabulary import VocabularyError

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


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("pdd_server").setLevel(logging.INFO)
    arguments = _parser().parse_args(argv)
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


# --- the commands


def _init(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    token = secrets.token_hex(32)
    chosen = {key: getattr(given, key) for key in INIT_KEYS if getattr(given, key) is not None}
    config = check_options({**chosen, "analyst_token_hash": token_hash(token).hex()}, _option)
    create(folder, config, secrets.token_bytes)
    print(f"analyst token, shown this once: {token}\nsettings: {folder.config}")


def _run(given: argparse.Namespace) -> None:
    with opened(given) as server, served_alone(server.folder):
        server.clock()
        often = 0.5 if given.rehearsal_clock else 60
        run(server, given.host, given.port, seconds=None if given.no_nights else often)


def _nightly(given: argparse.Namespace) -> None:
    with opened(given) as server:
        report = nightly.run(server, add_noise, secrets.SystemRandom().shuffle)
    for word, days in (("opened", report.opened), ("published", report.published)):
        print(f"{word}: {', '.join(day.isoformat() for day in days) or 'nothing'}")
    for warning in report.warnings:
        print(f"pdd-server: warning: {warning}", file=sys.stderr)


def _status(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.read() as connection:
        now = server.clock()
        found = status.status(connection, server.config, now, day_of(now, server.config.time_zone))
    print(json.dumps(found, indent=1) if given.json else status.in_words(found))


# --- their arguments

INIT_KEYS = ("name", "zone", "protocol", "group_size", "min_group", "delay", "strategy", "invitations")
LARGEST_PORT = 65_535


def _parser() -> Parser:
    parser = Parser(prog="pdd-server", description="Runs a Private Data Donor server.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _init_arguments(add_command(commands, "init", _init, "make a data folder; print an analyst token, once"))
    serve = add_command(commands, "run", _run, "serve the data folder, and run its nights")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=_port, default=8400, help="0 lets the system choose; it is printed")
    serve.add_argument("--no-nights", action="store_true", help="leave the nights to `pdd-server nightly`")
    add_command(commands, "nightly", _nightly, "run what is due now")
    cli_campaigns.add_commands(commands.add_parser("campaign", help="plan, create, list, show, lengthen, close"))
    cli_drafts.add_commands(commands.add_parser("draft", help="campaigns being prepared: bring in, review, launch"))
    cli_reports.add_commands(commands)
    cli_accounts.add_commands(commands.add_parser("account", help="list, invite, disable, reset, set campaigns"))
    cli_accounts.add_audit(commands)
    state = add_command(commands, "status", _status, "print the server's state")
    state.add_argument("--json", action="store_true")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to {LARGEST_PORT}")
    return int(text)


def _option(key: str) -> str:
    """The option of `init` that gives a setting, or an item of its list."""
    return "--invitation" if key.startswith("invitations") else f"--{key.replace('_', '-')}"


def _init_arguments(parser: Parser) -> None:
    parser.add_argument("--name", help="what donors read as this server's name")
    parser.add_argument("--zone", help="IANA time zone whose midnights bound the data days")
    parser.add_argument("--protocol", help="recoverable (the default) or plain")
    parser.add_argument("--group-size", type=int, metavar="N")
    parser.add_argument("--min-group", type=int, metavar="N")
    parser.add_argument("--delay", type=int, metavar="DAYS")
    parser.add_argument("--strategy", help="plain: shuffled, frequent or ranked")
    parser.add_argument("--invitation", nargs="+", action="extend", dest="invitations", metavar="CODE")
