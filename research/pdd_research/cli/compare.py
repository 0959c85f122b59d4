"""`pdd-research compare`: one log released by every algorithm, each release evaluated on users held out of it."""

import argparse
from pathlib import Path
from typing import Any

from pdd_research.cli.progress import step_bar
from pdd_research.click_graph import release_comparison
from pdd_research.log_release.algorithms.pool import read_pool
from pdd_research.log_release.logs.log import read_log
from pdd_research.log_release.logs.result_lists import read_results


def add_commands(commands: Any) -> None:
    """Add `compare` with its arguments."""
    text = "releases of one log beside one another, evaluated on users held out"
    parser = commands.add_parser("compare", help=text, description=text)
    parser.set_defaults(command=_compare)
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--results", type=Path, required=True, metavar="FILE", help="public result lists: CSV")
    parser.add_argument("--pool", type=Path, metavar="FILE", help="public queries; those of --results if not given")
    parser.add_argument("--epsilon", type=float, default=4.0, metavar="E", help="of each private release")
    parser.add_argument("--delta", type=float, default=1e-6, metavar="D")
    parser.add_argument("--most", type=int, default=10, metavar="d", help="searches of a user that count, and clicks")
    parser.add_argument("--held-out", type=float, default=0.1, metavar="SHARE", help="of the users")


def _compare(given: argparse.Namespace) -> None:
    cost = release_comparison.Cost(given.epsilon, given.delta, given.most)
    results = read_results(given.results)
    public = read_pool(given.pool) if given.pool else results["query"].unique().sort()
    log = read_log(given.log)
    with step_bar("releasing and evaluating", release_comparison.RELEASES) as next_step:
        table = release_comparison.compared(log, results, public, cost, given.held_out, lambda _: next_step())
    print(*release_comparison.write(table, given.out), sep="\n")
