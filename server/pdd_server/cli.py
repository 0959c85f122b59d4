"""`pdd-server`: the operator's commands. Exit 0, or 2 on wrong usage or bad input, with one line that says why."""

import argparse
import json
import logging
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from sqlalchemy.exc import SQLAlchemyError

from pdd_server.clock import ClockError, rehearsal_clock, system_clock
from pdd_server.config import ConfigError, check_options
from pdd_server.folder import Deployment, Folder, FolderError, create, open_folder, token_hash
from pdd_server.jobs import nightly
from pdd_server.run import run
from pdd_server.services import campaigns, exports, status
from pdd_server.services.campaign_files import CampaignFileError, read_campaign
from pdd_server.services.campaigns import CampaignError
from pdd_server.services.noise import add_discrete_laplace
from pdd_server.services.rejections import Rejected
from pdd_server.services.results import as_csv, results
from pdd_server.store import campaigns as stored_campaigns
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
    VocabularyError,
    OSError,
)
Command = Callable[[argparse.Namespace], None]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong with the usage."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


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
    with _opened(given) as server:
        server.clock()
        run(server, given.host, given.port, seconds=0.5 if given.rehearsal_clock else 60)


def _nightly(given: argparse.Namespace) -> None:
    with _opened(given) as server:
        report = nightly.run(server, add_discrete_laplace, secrets.SystemRandom().shuffle)
    for word, days in (("opened", report.opened), ("published", report.published)):
        print(f"{word}: {', '.join(day.isoformat() for day in days) or 'nothing'}")
    for warning in report.warnings:
        print(f"pdd-server: warning: {warning}", file=sys.stderr)


def _campaign_create(given: argparse.Namespace) -> None:
    with _opened(given) as server:
        today = day_of(server.clock(), server.config.time_zone)
        campaign = read_campaign(given.file, server.config.min_group)
        try:
            with server.store.write() as connection:
                campaigns.create(connection, server.config, campaign)
        except CampaignError as error:
            raise CampaignError(f"{given.file}: {error}") from None
        exports.write_all(server.store, server.folder.published)
    print(f"{campaign.id}: {len(campaign.vocabulary)} entries, {campaign.start} to {campaign.end}")
    if campaign.end < today:
        # Not refused: a rehearsal's clock may be given to the nights alone.
        print(f"pdd-server: warning: {campaign.id} ended on {campaign.end}, before today, {today}", file=sys.stderr)


def _campaign_append(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.write() as connection:
        campaign = campaigns.append(connection, server.config, given.id, given.entries)
    print(f"{campaign.id}: {len(campaign.vocabulary)} entries from the next plan on")


def _campaign_list(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.read() as connection:
        today = day_of(server.clock(), server.config.time_zone)
        for one in stored_campaigns.all_of(connection):
            print(f"{one.campaign.id}\t{status.state_of(one, today)}\t{one.campaign.title}")


def _campaign_show(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.read() as connection:
        found = campaigns.get(connection, given.id).campaign
        print(campaigns.with_floor(found, server.config).model_dump_json(indent=2))


def _campaign_close(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.write() as connection:
        campaigns.close(connection, given.id, day_of(server.clock(), server.config.time_zone))
    print(f"{given.id}: closed; rounds that are open are still published")


def _results(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.read() as connection:
        found = results(connection, given.id)
    sys.stdout.write(as_csv(found) if given.format == "csv" else json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def _status(given: argparse.Namespace) -> None:
    with _opened(given) as server, server.store.read() as connection:
        now = server.clock()
        found = status.status(connection, server.config, now, day_of(now, server.config.time_zone))
    print(json.dumps(found, indent=1) if given.json else status.in_words(found))


@contextmanager
def _opened(given: argparse.Namespace) -> Iterator[Deployment]:
    file: Path | None = given.rehearsal_clock
    server = open_folder(Folder(given.data), rehearsal_clock(file) if file else system_clock)
    try:
        yield server
    finally:
        server.store.dispose()


# --- their arguments

INIT_KEYS = ("name", "zone", "protocol", "group_size", "min_group", "delay", "strategy", "invitations")
LARGEST_PORT = 65_535


def _parser() -> _Parser:
    parser = _Parser(prog="pdd-server", description="Runs a Private Data Donor server.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _init_arguments(_command(commands, "init", _init, "make a data folder; print an analyst token, once"))
    serve = _command(commands, "run", _run, "serve the data folder, and run its nights")
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--port", type=_port, default=8400, help="0 lets the system choose; it is printed")
    _command(commands, "nightly", _nightly, "run what is due now")
    _campaign_arguments(commands.add_parser("campaign", help="create, list, show, lengthen or close campaigns"))
    shown = _command(commands, "results", _results, "print what is published of a campaign")
    shown.add_argument("id", metavar="ID")
    shown.add_argument("--format", choices=("csv", "json"), default="json")
    state = _command(commands, "status", _status, "print the server's state")
    state.add_argument("--json", action="store_true")
    return parser


def _command(commands: "argparse._SubParsersAction[_Parser]", name: str, run_it: Command, text: str) -> _Parser:
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(command=run_it)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the server's data folder")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help="read the time from FILE at each use")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to {LARGEST_PORT}")
    return int(text)


def _option(key: str) -> str:
    """The option of `init` that gives a setting, or an item of its list."""
    return "--invitation" if key.startswith("invitations") else f"--{key.replace('_', '-')}"


def _init_arguments(parser: _Parser) -> None:
    parser.add_argument("--name", help="what donors read as this server's name")
    parser.add_argument("--zone", help="IANA time zone whose midnights bound the data days")
    parser.add_argument("--protocol", help="recoverable (the default) or plain")
    parser.add_argument("--group-size", type=int, metavar="N")
    parser.add_argument("--min-group", type=int, metavar="N")
    parser.add_argument("--delay", type=int, metavar="DAYS")
    parser.add_argument("--strategy", help="plain: shuffled, frequent or ranked")
    parser.add_argument("--invitation", nargs="+", action="extend", dest="invitations", metavar="CODE")


def _campaign_arguments(parser: _Parser) -> None:
    commands = parser.add_subparsers(required=True, metavar="create|list|show|append|close")
    create_it = _command(commands, "create", _campaign_create, "add the campaign a TOML file describes")
    create_it.add_argument("file", type=Path, metavar="FILE.toml")
    _command(commands, "list", _campaign_list, "list id, state and title of every campaign")
    _command(commands, "show", _campaign_show, "print a campaign as donors read it").add_argument("id", metavar="ID")
    append = _command(commands, "append", _campaign_append, "append entries to a campaign's vocabulary")
    append.add_argument("id", metavar="ID")
    append.add_argument("entries", nargs="+", metavar="ENTRY")
    _command(commands, "close", _campaign_close, "end a campaign now").add_argument("id", metavar="ID")
