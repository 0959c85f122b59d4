"""The parser class of `pdd-server`. This module imports only argparse, so that `pdd-server --help` answers at once."""

import argparse

TYPE_CHECKING = False
"""False, as in `typing`, which is not imported: that would take a tenth of the time of `pdd-server --help`."""
if TYPE_CHECKING:
    from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> "NoReturn":
        """Print the message and where to find help, and exit with 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")
