"""`pdd-papers flu`: the flu study of the PDD paper (WWW '19, section 5), with what a server would publish."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import polars as pl

from pdd_papers.flu.collection import DELAYS, PROTOCOLS, frequency_errors, shares_of
from pdd_papers.flu.output_files import figure, panels, write
from pdd_papers.flu.seasons import Season, last_seasons
from pdd_papers.flu.series import Faults, Series, read_series, usable
from pdd_papers.flu.study import Plan, run
from pdd_papers.flu.table import changes, markdown, table
from pdd_papers.flu.weekly import WEEKS
from pdd_research.cli.progress import step_bar
from pdd_research.output_files import new_folder

SWEPT_DONORS = 100_000
"""The most donors that are simulated for each delay."""


def add_commands(commands: Any) -> None:
    """Add `flu` with its arguments."""
    text = "flu rates from query frequencies (PDD, WWW '19, section 5): table 2 and figure 7"
    parser = commands.add_parser("flu", help=text, description=text)
    parser.set_defaults(command=_flu)
    usual = Plan()
    parser.add_argument("--queries", type=Path, required=True, metavar="CSV", help="a week a line, a query a column")
    parser.add_argument("--target", type=Path, required=True, metavar="CSV", help="the CDC's ILINet, or week and rate")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.add_argument("--seasons", type=int, default=3, metavar="N", help="the last N whole ones are estimated")
    parser.add_argument("--draws", type=int, default=usual.draws, metavar="N", help="of signs, and of errors for each")
    parser.add_argument("--donors", type=int, default=usual.donors, metavar="N", help="simulated to fit errors to")
    parser.add_argument("--panel", type=int, nargs="+", default=usual.panels, metavar="N", help="donors, with noise")
    parser.add_argument("--epsilon", type=float, nargs="+", default=usual.epsilons[1:], metavar="E", help="of a day")
    parser.add_argument(
        "--budget", type=float, nargs="+", default=(), metavar="E", help=f"of {WEEKS} weeks, by day and by week"
    )
    parser.add_argument("--share", type=float, default=usual.share, metavar="S", help="of all searches, for any query")
    parser.add_argument("--seed", type=int, default=usual.seed, metavar="N")
    parser.add_argument("--json", action="store_true")


def _flu(given: argparse.Namespace) -> None:
    everything = read_series(given.queries, given.target)
    seasons = last_seasons(everything, given.seasons)
    series = usable(everything, seasons[0].start)
    tell(series.faults)
    # Repeated values are dropped: results are told apart by their names, which follow from these values.
    sizes, epsilons, budgets = (tuple(dict.fromkeys(each)) for each in (given.panel, given.epsilon, given.budget))
    plan = Plan(given.draws, given.donors, sizes, (None, *epsilons), budgets, given.share, given.seed)
    with new_folder(given.out) as folder:
        found, frequencies, errors, files = _studied(series, seasons, plan, folder)
    if given.json:
        figures = _figures_of(series, seasons, found, frequencies) | {"panels": errors.to_dicts()}
        print(json.dumps(figures, indent=1, default=str))
    else:
        print(markdown(found), *(given.out / name for name in files), sep="\n")


def _studied(
    series: Series, seasons: tuple[Season, ...], plan: Plan, folder: Path
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame, tuple[str, ...]]:
    """Run the study and write its files.

    Returns:
        Table 2, the errors of frequencies by delay, those of panels, and the files' names.
    """
    with step_bar("estimating", plan.fits + len(DELAYS) * len(PROTOCOLS)) as next_step:
        ways = run(series, seasons, plan, next_step)
        known = shares_of(series.frequencies, seasons[0].start, plan.share)[: seasons[0].start]
        swept = min(plan.donors, SWEPT_DONORS)
        frequencies = pl.DataFrame(frequency_errors(series.queries, known, swept, plan.seed, next_step))
    found, errors = table(ways, series, seasons), panels(ways)
    return found, frequencies, errors, write(found, figure(ways, series, seasons), frequencies, errors, folder)


def _figures_of(
    series: Series, seasons: tuple[Season, ...], found: pl.DataFrame, frequencies: pl.DataFrame
) -> dict[str, Any]:
    return {
        "seasons": [season.name for season in seasons],
        "queries": len(series.queries),
        "table": found.to_dicts(),
        "changes": changes(found),
        "frequency_errors": frequencies.to_dicts(),
        "faults": vars(series.faults),
    }


def tell(faults: Faults) -> None:
    """Print on standard error what was wrong with the data, and how it was repaired."""
    lines = [f"the week that ends on {week} is missing or has no rate; it is left out" for week in faults.missing_weeks]
    instead = "missing or no number; the last before stands in, 0 where there is none before"
    lines += [f"{name}: {count} values are {instead}" for name, count in faults.filled.items()]
    lines += [f"{name}: is the same as {other}; it is left out" for name, other in faults.duplicates.items()]
    lines += [f"{name}: searched in too few weeks before the first season; it is left out" for name in faults.rare]
    for line in lines:
        print(f"pdd-papers: {line}", file=sys.stderr)
