"""What the modules of the command line share: the parser, and opening the data folder that an option names."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import NoReturn

from pdd_server.clock import rehearsal_clock, system_clock
from pdd_server.folder import Deployment, Folder, open_folder

Command = Callable[[argparse.Namespace], None]


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the usage."""

    def error(self, message: str) -> NoReturn:
        """Exit 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


@contextmanager
def opened(given: argparse.Namespace) -> Iterator[Deployment]:
    """The data folder of --data, under the clock of --rehearsal-clock."""
    file: Path | None = given.rehearsal_clock
    server = open_folder(Folder(given.data), rehearsal_clock(file) if file else system_clock)
    try:
        yield server
    finally:
        server.store.dispose()


def day(text: str) -> date:
    """The day that an argument names."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day; write one such as 2026-11-20") from None


def add_accept_error(parser: Parser) -> None:
    """The option that says that a large error to expect was read and is accepted."""
    text = "launch it although the error to expect is above 50%% of the true count"
    parser.add_argument("--accept-error", action="store_true", help=text)


def add_command(commands: "argparse._SubParsersAction[Parser]", name: str, run_it: Command, text: str) -> Parser:
    """A command that works on a data folder."""
    parser = commands.add_parser(name, help=text, description=text)
    parser.set_defaults(command=run_it)
    parser.add_argument("--data", type=Path, required=True, metavar="DIR", help="the server's data folder")
    parser.add_argument("--rehearsal-clock", type=Path, metavar="FILE", help="read the time from FILE at each use")
    return parser
