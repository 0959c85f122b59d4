"""`pdd-server`: the operator's commands. Errors are printed as one line on standard error.

The exit code is 0 on success, 2 for wrong usage, bad input and what else the operator can mend, such as a full disk,
and 1 for an unexpected error of the database.

This module imports only the parser of arguments. A command's module is imported when that command is given, so that
`pdd-server --help` answers at once.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from pdd_server.cli.parser import Parser

COMMANDS = {
    "init": ("setup.init", "add_init", "make a data folder; print where its settings are"),
    "run": ("operations", "add_run", "serve the data folder, and run its nights"),
    "nightly": ("operations", "add_nightly", "run what is due now"),
    "reset": ("operations", "add_reset", "bring an older or new database up to what was published"),
    "campaign": ("campaigns", "add_commands", "plan, create, list, show, append, completion, close"),
    "draft": ("drafts", "add_commands", "campaigns being prepared: bring in, review, launch"),
    "results": ("results", "add_results", "print what is published of a campaign, or write it to a file"),
    "account": ("accounts", "add_commands", "list, invite, disable, reset, set campaigns"),
    "audit": ("accounts", "add_audit", "print who of the researchers did what, the newest first"),
    "backup": ("operations", "add_backup", "write a consistent copy of the server into a new folder"),
    "restore": ("operations", "add_restore", "make a data folder from a backup"),
    "move": ("operations", "add_move", "move the server's data to another database, with everything that is open"),
    "keys": ("setup.keys", "add_commands", "list and replace the keys by which donors know the server"),
    "check": ("operations", "add_check", "look whether settings, keys, database, ledger and files fit together"),
    "status": ("operations", "add_status", "print the server's state"),
}
"""For each command its module in this package, the function that adds its arguments to a parser, and its help text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The arguments after the program's name; None for those of the process.
    """
    given = sys.argv[1:] if argv is None else list(argv)
    arguments = make_parser(given[:1]).parse_args(given)
    return int(import_module("pdd_server.cli.execution").run_command(arguments))


def make_parser(chosen: Sequence[str]) -> Parser:
    """Return a parser of all commands. Only the chosen ones have their arguments, as these need imports."""
    parser = Parser(prog="pdd-server", description="Runs a Private Data Donor server.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, add_arguments, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name in chosen:
            getattr(import_module(f"pdd_server.cli.{module}"), add_arguments)(command)
    return parser
