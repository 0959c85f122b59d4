"""Arguments that several commands share.

Of the server this module imports only what is small, so that `pdd-server --help` answers at once.
"""

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path

from pdd_server.cli.parser import Parser
from pdd_server.services.last_days import last_day_in

Command = Callable[[argparse.Namespace], None]
"""Runs a command with its parsed arguments. The parser stores it as `command`, and `execution` calls it."""


def day(text: str) -> date:
    """Return the day that an argument names; raise ArgumentTypeError for another text."""
    return _day(date.fromisoformat, text)


def last_day(text: str) -> date:
    """Return the last day that an argument names, as a day or a week; raise ArgumentTypeError for another text."""
    return _day(last_day_in, text)


def _day(read: Callable[[str], date], text: str) -> date:
    try:
        return read(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write one such as 2026-11-20") from None


def add_accept_error(parser: Parser) -> None:
    """Add the option `--accept-error`, by which the researcher accepts a large expected error."""
    text = "launch the campaign although its expected error is above 50%% of the true count"
    parser.add_argument("--accept-error", action="store_true", help=text)


def add_command(commands: "argparse._SubParsersAction[Parser]", name: str, run_it: Command, text: str) -> Parser:
    """Add a subcommand that works on a data folder, with the option `--data`.

    Args:
        commands: The subcommands of a command.
        name: The subcommand's name.
        run_it: Runs it.
        text: Its help text.

    Returns:
        Its parser, for more arguments.
    """
    parser = commands.add_parser(name, help=text, description=text)
    add_data_folder(parser, run_it)
    return parser


def add_data_folder(parser: Parser, run_it: Command) -> None:
    """Make `run_it` the parser's command, with the options of all commands that work on a data folder."""
    parser.set_defaults(command=run_it)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the server's data folder")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help=argparse.SUPPRESS)
