"""`pdd-donor`: the donor's commands. Exit 0 on success; 2, with one line on stderr, on wrong usage or bad input.

This module imports nothing but the parser of arguments: a command's module is imported when that command is run, so
that `pdd-donor --help` answers at once.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from pdd_client.cli.arguments import OPTIONS, Parser, ShowVersion
from pdd_client.errors import DonorError
from pdd_client.printable import one_line

_JOINING = ("url", "--campaign", "--stratum", "--invitation", "--sending", "--accept")

COMMANDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "join": ("joining", "agree to a server's campaigns", _JOINING),
    "searches": ("searches", "what was found locally", ("--day", "--all", "--history", "--json")),
    "review": ("searches", "what would be sent", ("--day", "--history", "--json")),
    "block": ("searches", "keep searches with a word out", ("word",)),
    "unblock": ("searches", "forget a blocked word", ("word",)),
    "blocked": ("searches", "the blocked words", ("--json",)),
    "skip": ("searches", "keep one search out", ("search_id", "--history")),
    "pause": ("sending", "give nothing for a time, or until you resume", ("--until",)),
    "resume": ("sending", "end the pause", ()),
    "sending": ("sending", "whether days wait for you before they are sent", ("mode",)),
    "approve": ("sending", "show the counts of a day, and send them and nothing more", ("--day", "--history")),
    "withhold": ("sending", "give nothing of a day", ("--day",)),
    "check-in": ("sending", "contact the server and send what is due", ("--history", "--json")),
    "log": ("sending", "everything that ever left this computer", ("--json",)),
    "status": ("status", "where you stand", ("--json",)),
    "ledger": ("account", "your privacy account: what all days given have cost together", ("--json",)),
    "ceiling": ("account", "set or show the limit of your privacy account", ("epsilon",)),
    "leave": ("joining", "give a campaign nothing any more", ("campaign",)),
    "erase-me": ("joining", "have the server forget you, and erase your home", ("--without-server",)),
}
"""By name: the module of this package that has a function of that name, the help, and the arguments."""

WRONG = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    try:
        chosen = _parser().parse_args(arguments)
    except DonorError as error:
        print(f"pdd-donor: {one_line(str(error))}", file=sys.stderr)
        return WRONG
    module = f"pdd_client.cli.{COMMANDS[chosen.command][0]}"
    run_command = import_module("pdd_client.cli.common").run_command
    return int(run_command(module, chosen.command.replace("-", "_"), chosen))


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="pdd-donor", description="Donate counts of your searches; the searches stay here.")
    parser.add_argument("--home", type=Path, help="where all is kept")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help="take the time from this file")
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command", parser_class=Parser)
    for name, (_, text, options) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        # `--all` asks for the searches of all days in place of one.
        one_of = command.add_mutually_exclusive_group() if "--all" in options else command
        for option in options:
            (one_of if option in ("--day", "--all") else command).add_argument(option, **OPTIONS[option])
    return parser
