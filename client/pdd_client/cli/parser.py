"""The parser of `pdd-donor`, without the arguments of its commands: what `--help` needs, and nothing else."""

import argparse

TYPE_CHECKING = False
"""As in the standard library: typing takes a tenth as long to import as all of `pdd-donor --help`."""
if TYPE_CHECKING:
    from typing import NoReturn


class UsageError(Exception):
    """The command line is wrong; says how, in one line."""


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> "NoReturn":
        """Wrong usage is bad input like any other."""
        raise UsageError(f"{message}: see `{self.prog} --help`")


class ShowVersion(argparse.Action):
    """Prints the version, which is looked up only then, and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> "NoReturn":
        """Exit 0."""
        from pdd_client import VERSION

        print(VERSION)
        parser.exit()
