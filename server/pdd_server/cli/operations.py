"""`pdd-server init`, `run`, `nightly`, `reset` and `status`: set a server up, run it, and look after it."""

import argparse
import json
import secrets
import sys

from pdd_server.cli.arguments import add_data_folder
from pdd_server.cli.execution import opened
from pdd_server.cli.parser import Parser
from pdd_server.config import check_options
from pdd_server.jobs import nightly_run
from pdd_server.services.operations import status
from pdd_server.services.operations.data_folder import Folder, create, next_reset, served_alone
from pdd_server.services.rounds.cohort import resets
from pdd_server.services.rounds.cohort.epochs import public_record
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import day_of


def _init(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    chosen = {key: getattr(given, key) for key in INIT_KEYS if getattr(given, key) is not None}
    config = check_options(chosen, _option)
    create(folder, config, secrets.token_bytes)
    print(f"settings: {folder.config}")


def _run(given: argparse.Namespace) -> None:
    from pdd_server.cli.web_server import run  # no other command needs the web server

    with opened(given) as server, served_alone(server.folder):
        server.clock()  # a rehearsal's clock that can't be read stops the server here
        with server.store.read() as connection:
            public_record.check_restored(connection, server.folder.published)
        often = 0.5 if given.rehearsal_clock else 60
        run(server, given.host, given.port, seconds=None if given.no_nights else often)


def _nightly(given: argparse.Namespace) -> None:
    with opened(given) as server:
        report = nightly_run.run(server, add_noise, secrets.SystemRandom().shuffle)
    for word, days in (("opened", report.opened), ("published", report.published)):
        print(f"{word}: {', '.join(day.isoformat() for day in days) or 'nothing'}")
    for warning in report.warnings:
        print(f"pdd-server: warning: {warning}", file=sys.stderr)
    report.raise_first_failure()  # after the warnings, which can't be computed again


def _reset(given: argparse.Namespace) -> None:
    with opened(given) as server, served_alone(server.folder):
        now = server.clock()
        today, number = day_of(now, server.config.time_zone), next_reset(server.folder, now)
        with server.store.write() as connection:
            resets.reset(connection, server.config, server.identity, number=number, today=today)
        public_record.write_all(server.store, server.folder.published, server.online_key)
    print(f"reset {number}: open days before {today} are given up; donors send new tickets")


def _status(given: argparse.Namespace) -> None:
    with opened(given) as server, server.store.read() as connection:
        now = server.clock()
        found = status.status(connection, server.config, now, day_of(now, server.config.time_zone))
    print(json.dumps(found, indent=1) if given.json else status.status_text(found))


# --- their arguments

INIT_KEYS = ("name", "zone", "protocol", "group_size", "min_group", "delay", "strategy", "invitations")
"""The settings that `init` has options for."""
LARGEST_PORT = 65_535


def add_run(parser: Parser) -> None:
    """Add the arguments of `run` to its parser."""
    add_data_folder(parser, _run)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=_port, default=8400, help="0 lets the system choose; it is printed")
    parser.add_argument("--no-nights", action="store_true", help="leave the nights to `pdd-server nightly`")


def add_nightly(parser: Parser) -> None:
    """Add the arguments of `nightly` to its parser."""
    add_data_folder(parser, _nightly)


def add_reset(parser: Parser) -> None:
    """Add the arguments of `reset` to its parser."""
    add_data_folder(parser, _reset)


def add_status(parser: Parser) -> None:
    """Add the arguments of `status` to its parser."""
    add_data_folder(parser, _status)
    parser.add_argument("--json", action="store_true")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 0 to {LARGEST_PORT}")
    return int(text)


def _option(key: str) -> str:
    """Return the option of `init` for a setting, whose key may end with an index if the setting is a list."""
    return "--invitation" if key.startswith("invitations") else f"--{key.replace('_', '-')}"


def add_init(parser: Parser) -> None:
    """Add the arguments of `init` to its parser."""
    add_data_folder(parser, _init)
    parser.add_argument("--name", help="what donors read as this server's name")
    parser.add_argument("--zone", help="IANA time zone whose midnights bound the data days")
    parser.add_argument("--protocol", help="cohort (the default) or plain")
    parser.add_argument("--group-size", type=int, metavar="N", help="plain: donors of a group")
    parser.add_argument("--min-group", type=int, metavar="N", help="the fewest donors that are added up")
    parser.add_argument("--delay", type=int, metavar="DAYS")
    parser.add_argument("--strategy", help="plain: shuffled, frequent or ranked")
    parser.add_argument("--invitation", nargs="+", action="extend", dest="invitations", metavar="CODE")
