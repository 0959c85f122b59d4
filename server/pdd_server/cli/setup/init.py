"""`pdd-server init`: makes a data folder, from options or from answers on a terminal."""

import argparse
import secrets
import sys

from pdd_server.cli.arguments import add_data_folder
from pdd_server.cli.parser import Parser
from pdd_server.cli.setup.interview import interview
from pdd_server.config import check_options
from pdd_server.services.operations.data_folder import Folder, check_new, create

_KEYS = (
    *("name", "zone", "protocol", "group_size", "min_group", "delay", "strategy", "invitations"),
    *("database", "proxies"),
)
"""The settings that `init` has options for."""


def add_init(parser: Parser) -> None:
    """Add the arguments of `init` to its parser."""
    parser.epilog = "On a terminal, and without options but --data, it asks for the most important settings."
    add_data_folder(parser, _init)
    parser.add_argument("--name", help="what donors read as this server's name")
    parser.add_argument("--zone", help="IANA time zone whose midnights bound the data days")
    parser.add_argument("--protocol", help="cohort (the default) or plain")
    parser.add_argument("--group-size", type=int, metavar="N", help="plain: donors of a group")
    parser.add_argument("--min-group", type=int, metavar="N", help="the fewest donors that are added up")
    parser.add_argument("--delay", type=int, metavar="DAYS")
    parser.add_argument("--strategy", help="plain: shuffled, frequent or ranked")
    parser.add_argument("--invitation", nargs="+", action="extend", dest="invitations", metavar="CODE")
    parser.add_argument("--database", metavar="URL", help="a database of PostgreSQL, in place of a file")
    parser.add_argument("--proxies", type=int, metavar="N", help="how many reverse proxies are in front; 0 unless said")


def _init(given: argparse.Namespace) -> None:
    folder = Folder(given.data)
    check_new(folder)  # before it asks
    chosen = {key: getattr(given, key) for key in _KEYS if getattr(given, key) is not None}
    if not chosen and sys.stdin.isatty():
        chosen = interview(input, print)
    create(folder, check_options(chosen, _option), secrets.token_bytes)
    print(f"settings: {folder.config}")


def _option(key: str) -> str:
    """Return the option of `init` for a setting, whose key may end with an index if the setting is a list."""
    return "--invitation" if key.startswith("invitations") else f"--{key.replace('_', '-')}"
