"""The parser of `pdd-server`, without the arguments of its commands: what `--help` needs, and nothing else."""

import argparse

TYPE_CHECKING = False
"""As in the standard library: typing takes a tenth as long to import as all of `pdd-server --help`."""
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with the usage."""

    def error(self, message: str) -> "NoReturn":
        """Exit 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")
