"""The argument parser of `pdd-donor`. It imports only argparse, so that `--help` answers at once."""

import argparse

TYPE_CHECKING = False
"""Type checkers take this for `typing.TYPE_CHECKING`, as in the standard library.

Importing `typing` would take a tenth as long as all of `pdd-donor --help`.
"""
if TYPE_CHECKING:
    from typing import NoReturn


class UsageError(Exception):
    """The command line is wrong; the message says how, in one line."""


class Parser(argparse.ArgumentParser):
    """Argument parser that raises UsageError on wrong usage, where argparse prints the usage and exits."""

    def error(self, message: str) -> "NoReturn":
        """Raise UsageError with the message and the command whose help explains the usage."""
        raise UsageError(f"{message}: see `{self.prog} --help`")


class ShowVersion(argparse.Action):
    """Option that prints the version and exits; the version is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> "NoReturn":
        """Print the version and exit with status 0."""
        from pdd_client import VERSION

        print(VERSION)
        parser.exit()
