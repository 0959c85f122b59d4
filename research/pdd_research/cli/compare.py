"""`pdd-research compare` and `release-figures`: releases of one log side by side, and figures of WWW '09."""

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from pdd_research.cli.simulate import progress
from pdd_research.click_graph import release_comparison
from pdd_research.log_release.algorithms.pool import read_pool
from pdd_research.log_release.errors import ParameterError
from pdd_research.log_release.logs.log import read_log
from pdd_research.log_release.logs.result_lists import read_results
from pdd_research.papers.log_figures import figures

Progress = AbstractContextManager[Callable[[int], None]]


def add_commands(commands: Any) -> None:
    """The two commands with their arguments."""
    parser = _command(commands, "compare", "releases of one log beside one another, evaluated on users held out")
    parser.set_defaults(command=_compare)
    parser.add_argument("--results", type=Path, required=True, metavar="FILE", help="public result lists: CSV")
    parser.add_argument("--pool", type=Path, metavar="FILE", help="public queries; those of --results if not given")
    parser.add_argument("--epsilon", type=float, default=4.0, metavar="E", help="of each private release")
    parser.add_argument("--delta", type=float, default=1e-6, metavar="D")
    parser.add_argument("--most", type=int, default=10, metavar="d", help="searches of a user that count, and clicks")
    parser.add_argument("--held-out", type=float, default=0.1, metavar="SHARE", help="of the users")
    parser = _command(commands, "release-figures", "tables 2 and 3 and figures 1 to 4 of WWW '09, on a log")
    parser.set_defaults(command=_figures)
    parser.add_argument("--days", type=int, nargs="+", default=list(figures.DAYS), metavar="D", help="lengths")


def _command(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text)
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    return parser


def _compare(given: argparse.Namespace) -> None:
    cost = release_comparison.Cost(given.epsilon, given.delta, given.most)
    results = read_results(given.results)
    public = read_pool(given.pool) if given.pool else results["query"].unique().sort()
    log = read_log(given.log)
    with progress("releasing and evaluating", release_comparison.RELEASES) as moved:
        table = release_comparison.compared(log, results, public, cost, given.held_out, _counting(moved))
    _name(release_comparison.write(table, given.out))


def _figures(given: argparse.Namespace) -> None:
    if min(given.days) < 1:
        raise ParameterError(f"--days: {min(given.days)} is none; a log has 1 or more")
    log = read_log(given.log)
    with progress("releasing", figures.steps(given.days)) as moved:
        made = figures.draw(log.written, sorted(given.days), given.out, _counting(moved))
    _name(made)


def _counting(moved: Callable[[int], None]) -> Callable[[str], None]:
    done = 0

    def told(_: str) -> None:
        nonlocal done
        moved(done := done + 1)

    return told


def _name(files: tuple[Path, ...]) -> None:
    for file in files:
        print(file)
