"""scripts/bench: runs the benchmarks named, or all, and prints their figures."""

import argparse
import json
import sys
from typing import NoReturn

from rich.console import Console
from rich.table import Table

from scripts.benchmarks.donor import desktop, history
from scripts.benchmarks.extension import blinding as extension_blinding
from scripts.benchmarks.extension import cohort as extension_cohort
from scripts.benchmarks.figures import Figure
from scripts.benchmarks.load import crowded, hostile, web_processes
from scripts.benchmarks.packages import package_size, role_sizes, start_times
from scripts.benchmarks.protocol import blinding, cohort, donors_noise
from scripts.benchmarks.research import log_release, simulator, token_hash_attack
from scripts.benchmarks.server import (
    cohort_intake,
    intake,
    large_night,
    nightly_run,
    publishing,
    results,
)

BENCHMARKS = {
    "blinding": blinding.figures,
    "donors_noise": donors_noise.figures,
    "history": history.figures,
    "cohort": cohort.figures,
    "cohort_intake": cohort_intake.figures,
    "intake": intake.figures,
    "web_processes": web_processes.figures,
    "crowded": crowded.figures,
    "hostile": hostile.figures,
    "night": nightly_run.figures,
    "large_night": large_night.figures,
    "desktop": desktop.figures,
    "publishing": publishing.figures,
    "results": results.figures,
    "roles": role_sizes.figures,
    "extension": extension_blinding.figures,
    "extension_cohort": extension_cohort.figures,
    "simulator": simulator.figures,
    "log_release": log_release.figures,
    "token_hash": token_hash_attack.figures,
    "package": package_size.figures,
    "starts": start_times.figures,
}

LONG = {"large_night"}
"""Benchmarks that take hours, and are run only if they are named."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print what is wrong in one line, and exit with 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def table(figures: list[Figure]) -> Table:
    """Return the figures as a table for the terminal."""
    shown = Table("name", "ours", "reference", "ratio", "bound", "holds")
    for figure in figures:
        numbers = [f"{n:.4g}" for n in (figure.ours, figure.reference, figure.ratio, figure.bound)]
        shown.add_row(figure.name, *numbers, "yes" if figure.holds else "NO")
    return shown


def main() -> int:
    """Run the named benchmarks, or all but the long ones; return exit code 1 if a bound does not hold."""
    parser = _Parser(prog="scripts/bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; if none, all but {', '.join(LONG)}"
    )
    parser.add_argument("--json", action="store_true", help="a list of objects")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"no benchmark named {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    names = arguments.names or [name for name in BENCHMARKS if name not in LONG]
    figures = [figure for name in names for figure in BENCHMARKS[name]()]
    if arguments.json:
        print(json.dumps([figure.row() for figure in figures], indent=1))
    else:
        Console(width=110).print(table(figures))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
