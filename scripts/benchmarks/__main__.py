"""scripts/bench: runs the benchmarks named, or all, and prints their figures."""

import argparse
import json
import sys
from typing import NoReturn

from rich.console import Console
from rich.table import Table

from scripts.benchmarks import (
    attack,
    blinding,
    cohort,
    cohort_intake,
    desktop,
    donors_noise,
    extension,
    extension_cohort,
    history,
    log_release,
    night,
    package,
    publishing,
    results,
    roles,
    simulator,
    starts,
)
from scripts.benchmarks.figures import Figure

BENCHMARKS = {
    "blinding": blinding.figures,
    "donors_noise": donors_noise.figures,
    "history": history.figures,
    "cohort": cohort.figures,
    "cohort_intake": cohort_intake.figures,
    "night": night.figures,
    "desktop": desktop.figures,
    "publishing": publishing.figures,
    "results": results.figures,
    "roles": roles.figures,
    "extension": extension.figures,
    "extension_cohort": extension_cohort.figures,
    "simulator": simulator.figures,
    "log_release": log_release.figures,
    "attack": attack.figures,
    "package": package.figures,
    "starts": starts.figures,
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong."""
        self.exit(2, f"{self.prog}: {message}\n")


def table(figures: list[Figure]) -> Table:
    """The figures as a table for people."""
    shown = Table("name", "ours", "reference", "ratio", "bound", "holds")
    for figure in figures:
        numbers = [f"{n:.4g}" for n in (figure.ours, figure.reference, figure.ratio, figure.bound)]
        shown.add_row(figure.name, *numbers, "yes" if figure.holds else "NO")
    return shown


def main() -> int:
    """Exit status 1 where a bound does not hold."""
    parser = _Parser(prog="scripts/bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; all of them if none")
    parser.add_argument("--json", action="store_true", help="a list of objects")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(BENCHMARKS)
    if unknown:
        parser.error(f"no benchmark named {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    figures = [figure for name in arguments.names or BENCHMARKS for figure in BENCHMARKS[name]()]
    if arguments.json:
        print(json.dumps([figure.row() for figure in figures], indent=1))
    else:
        Console(width=110).print(table(figures))
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
