"""`pdd-server`: the operator's commands. Errors are printed as one line on standard error.

The exit code is 0 on success, 2 for wrong usage or bad input, and 1 for an error of the database.

This module imports only the parser of arguments. A command's module is imported when that command is given, so that
`pdd-server --help` answers at once.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from pdd_server.cli.parser import Parser

COMMANDS = {
    "init": ("operations", "add_init", "make a data folder; print where its settings are"),
    "run": ("operations", "add_run", "serve the data folder, and run its nights"),
    "nightly": ("operations", "add_nightly", "run what is due now"),
    "reset": ("operations", "add_reset", "say that the database was restored from a backup"),
    "campaign": ("campaigns", "add_commands", "plan, create, list, show, append, completion, close"),
    "draft": ("drafts", "add_commands", "campaigns being prepared: bring in, review, launch"),
    "results": ("results", "add_results", "print what is published of a campaign, or write it to a file"),
    "account": ("accounts", "add_commands", "list, invite, disable, reset, set campaigns"),
    "audit": ("accounts", "add_audit", "print who of the researchers did what, the newest first"),
    "status": ("operations", "add_status", "print the server's state"),
}
"""For each command its module in this package, the function that adds its arguments to a parser, and its help text."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The arguments after the program's name; None for those of the process.
    """
    given = sys.argv[1:] if argv is None else list(argv)
    arguments = _parser(given[:1]).parse_args(given)
    return int(import_module("pdd_server.cli.execution").run_command(arguments))


def _parser(chosen: Sequence[str]) -> Parser:
    """Return a parser of all commands. Only the chosen ones have their arguments, as these need imports."""
    parser = Parser(prog="pdd-server", description="Runs a Private Data Donor server.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, (module, add_arguments, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if name in chosen:
            getattr(import_module(f"pdd_server.cli.{module}"), add_arguments)(command)
    return parser
