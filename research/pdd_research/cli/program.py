"""A program of several commands: finds the module of the command given, runs it, and turns errors into exit codes.

`pdd-research` and the replications' `pdd-papers` are both such programs. A command's module is imported only when that
command runs, because the libraries behind all of them together take seconds to import.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

from pdd_research.errors import InputError

BAD_INPUT, INTERRUPTED = 2, 130
"""Exit codes: wrong usage or input that cannot be used; stopped with Ctrl-C, as shells report it."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports wrong usage in one line instead of argparse's several."""

    def error(self, message: str) -> NoReturn:
        """Print the error and where to find help, then exit with 2."""
        self.exit(BAD_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


@dataclass(frozen=True)
class Program:
    """A command line program.

    Attributes:
        name: what users type.
        description: one sentence for `--help`.
        commands: for each command the module that adds it. A module has `add_commands(commands)`, which adds parsers to
            what argparse's `add_subparsers` returns and sets each one's default `command` to a function of the parsed
            arguments.
    """

    name: str
    description: str
    commands: Mapping[str, str]

    def run(self, arguments: Sequence[str] | None = None) -> int:
        """Run the command that the arguments name.

        Args:
            arguments: without the program's name; those of this process if None.

        Returns:
            The exit code: 0, 2 with one line on standard error if the usage or the input is wrong, 130 if interrupted.

        Raises:
            SystemExit: for `--help`, for wrong usage that argparse finds, and if a command has an exit code of its own.
        """
        return exit_code(self.name, lambda: self._run(sys.argv[1:] if arguments is None else arguments))

    def _run(self, arguments: Sequence[str]) -> None:
        parser = Parser(prog=self.name, description=self.description)
        added = parser.add_subparsers(required=True, metavar="COMMAND")
        for module in self._modules(arguments):
            import_module(module).add_commands(added)
        given = parser.parse_args(arguments)
        command: Callable[[argparse.Namespace], None] = given.command
        command(given)

    def _modules(self, arguments: Sequence[str]) -> list[str]:
        """Return the module of the command given; all modules, each once, if none is, so that `--help` lists all."""
        if arguments and arguments[0] in self.commands:
            return [self.commands[arguments[0]]]
        return list(dict.fromkeys(self.commands.values()))


def exit_code(name: str, run: Callable[[], None]) -> int:
    """Run something and return its exit code: 0, 2 with one line if its input is wrong, 130 if interrupted.

    Args:
        name: the program's name, which begins the line.
        run: what to do.
    """
    try:
        run()
    except InputError as error:
        return _report(name, str(error).splitlines()[0])
    except MemoryError:
        return _report(name, "this takes more memory than there is; ask for less of it")
    except KeyboardInterrupt:
        return _report(name, "stopped", INTERRUPTED)
    except OSError as error:
        return _report(name, f"{error.filename or 'system'}: {error.strerror or error}")
    return 0


def _report(name: str, line: str, code: int = BAD_INPUT) -> int:
    print(f"{name}: {line}", file=sys.stderr)
    return code
