"""`pdd-donor`: the donor's commands.

The exit status is 0 on success. It is 2, with one line on stderr, on wrong usage, bad input or any other error that a
donor can meet. This module imports only the argument parser. A command's module is imported when that command runs, so
that `pdd-donor --help` answers at once.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from pdd_client.cli.parser import Parser, ShowVersion, UsageError
from pdd_client.core.texts.printable import one_line

_LEFT_OUT = ("--site", "--browser", "--profile")
_JOINING = ("url", "--campaign", "--stratum", "--invitation", "--sending", "--accept")

COMMANDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "join": ("joining", "agree to a server's campaigns", _JOINING),
    "searches": ("searches", "what was found locally", ("--day", "--all", "--history", "--json")),
    "review": ("searches", "what would be sent", ("--day", "--history", "--json")),
    "block": ("searches", "keep searches with a word out", ("word",)),
    "unblock": ("searches", "forget a blocked word", ("word",)),
    "blocked": ("searches", "the blocked words", ("--json",)),
    "leave-out": ("left_out", "keep a search engine, a browser, a profile or hours out", (*_LEFT_OUT, "--hours")),
    "count-again": ("left_out", "count again what was left out", (*_LEFT_OUT, "--all-hours")),
    "left-out": ("left_out", "what is left out, and the profiles of your browsers", ("--json",)),
    "remove": ("searches", "remove one search, so that it does not count", ("search_id", "--history")),
    "pause": ("sending", "give nothing for a time, or until you resume", ("--until",)),
    "resume": ("sending", "end the pause", ()),
    "sending": ("sending", "whether days wait for you before they are sent", ("mode",)),
    "approve": ("sending", "show the counts of a day, and send them and nothing more", ("--day", "--history")),
    "withhold": ("sending", "give nothing of a day", ("--day",)),
    "check-in": ("sending", "contact the server and send what is due", ("--history", "--json")),
    "log": ("sending", "everything that ever left this computer", ("--json",)),
    "compare": (
        "comparison",
        "compare what the server shows you with what it shows others",
        ("results_file", "--json"),
    ),
    "status": ("status", "where you stand", ("--json",)),
    "ledger": ("account", "your privacy account: what all days given have cost together", ("--json",)),
    "ceiling": ("account", "set or show the limit of your privacy account", ("epsilon",)),
    "leave": ("joining", "give a campaign nothing any more", ("campaign",)),
    "erase-me": ("joining", "have the server forget you, and erase your home", ("--without-server",)),
}
"""By command: the module with its function, its help text, and the names of its arguments in `arguments.OPTIONS`.

The function has the command's name, with `_` for `-`.
"""

WRONG = 2
"""Exit status for wrong usage and for errors, the same as in argparse."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, by default those of the process; return the exit status."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        chosen = make_parser(given).parse_args(given)
    except UsageError as error:
        print(f"pdd-donor: {one_line(str(error))}", file=sys.stderr)
        return WRONG
    module = f"pdd_client.cli.{COMMANDS[chosen.command][0]}"
    run_command = import_module("pdd_client.cli.common").run_command
    return int(run_command(module, chosen.command.replace("-", "_"), chosen))


def make_parser(given: Sequence[str]) -> Parser:
    """Return a parser that knows all commands.

    Only the commands whose names occur in `given` get their arguments, because importing the arguments takes time.
    """
    parser = Parser(prog="pdd-donor", description="Donate counts of your searches; the searches stay here.")
    parser.add_argument("--home", help="where all is kept")
    parser.add_argument("--rehearsal-clock", metavar="FILE", help="take the time from this file")
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show program's version number and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, (_, text, options) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name in given:
            import_module("pdd_client.cli.arguments").add_arguments(command, options)
    return parser
