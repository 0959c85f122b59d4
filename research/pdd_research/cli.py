"""`pdd-research`: the researcher's commands. Exit 0, or 2 on wrong usage or bad input, with one line that says why."""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from pdd_research import (
    cli_attack,
    cli_audit,
    cli_compare,
    cli_evaluate,
    cli_generate,
    cli_release,
    cli_simulate,
    cli_study,
)
from pdd_research.audit.releases.errors import AuditError
from pdd_research.log_release.errors import LogError, ParameterError
from pdd_research.simulator.content import QueriesError
from pdd_research.simulator.errors import SettingError
from pdd_research.studies.flu.errors import StudyError


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the usage."""

    def error(self, message: str) -> NoReturn:
        """Exit 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    parser = Parser(prog="pdd-research", description="The workbench of researchers.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for topic in (cli_simulate, cli_generate, cli_release, cli_compare, cli_evaluate, cli_study, cli_attack, cli_audit):
        topic.add_commands(commands)
    given = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], None] = given.command
    try:
        command(given)
    except (QueriesError, SettingError, LogError, ParameterError, StudyError, AuditError) as error:
        print(f"pdd-research: {str(error).splitlines()[0]}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"pdd-research: {error.filename or 'system'}: {error.strerror or error}", file=sys.stderr)
        return 2
    return 0
