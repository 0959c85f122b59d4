"""`pdd-research`: the researcher's commands. Exit 0, or 2 on wrong usage or bad input, with one line that says why.

An audit that refutes a claim exits with 1, whoever is interrupted with 130.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from pdd_research.errors import Refused

TOPICS = {
    "simulate": "simulate",
    "generate-log": "generate_log",
    "release": "release",
    "compare": "compare",
    "release-figures": "compare",
    "evaluate": "evaluate",
    "keywords": "evaluate",
    "ranking": "evaluate",
    "study": "flu_study",
    "attack": "token_hash",
    "audit": "audit",
}
"""The commands and the modules that add them: only that of the command asked for is loaded, as all take seconds."""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the usage."""

    def error(self, message: str) -> NoReturn:
        """Exit 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    try:
        _run(sys.argv[1:] if argv is None else argv)
    except Refused as error:
        return _say(str(error).splitlines()[0])
    except MemoryError:
        return _say("this takes more memory than there is; ask for less of it")
    except KeyboardInterrupt:
        return _say("stopped", 130)
    except OSError as error:
        return _say(f"{error.filename or 'system'}: {error.strerror or error}")
    return 0


def _run(asked: Sequence[str]) -> None:
    parser = Parser(prog="pdd-research", description="The workbench of researchers.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for topic in _topics(asked):
        import_module(f"pdd_research.cli.{topic}").add_commands(commands)
    given = parser.parse_args(asked)
    command: Callable[[argparse.Namespace], None] = given.command
    command(given)


def _say(line: str, code: int = 2) -> int:
    print(f"pdd-research: {line}", file=sys.stderr)
    return code


def _topics(asked: Sequence[str]) -> list[str]:
    """The module of the command that is asked for; all of them for whoever wants to know what there is."""
    return [TOPICS[asked[0]]] if asked and asked[0] in TOPICS else list(dict.fromkeys(TOPICS.values()))
