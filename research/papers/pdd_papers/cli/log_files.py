"""Logs of queries as the token-hash commands read them."""

import sys
from pathlib import Path

from pdd_papers.token_hash.logs.searches import Searches, read_searches


def read(file: Path) -> Searches:
    """Return a log's searches, and print on standard error how many rows were left out.

    Raises:
        LogError: if the file can't be read as a log; the message names it.
    """
    found = read_searches(file)
    if left_out := [f"{fault.replace('_', ' ')}: {rows}" for fault, rows in found.left_out.items() if rows]:
        warn(f"{file}: rows that are left out: {', '.join(left_out)}")
    return found


def warn(text: str) -> None:
    """Print a line on standard error that does not stop the command."""
    print(f"pdd-papers: {text}", file=sys.stderr)
