"""`pdd-papers value`: what donated counts add to published flu rates."""

import argparse
import json
from pathlib import Path
from typing import Any

from pdd_papers.cli.flu_study import tell
from pdd_papers.flu.seasons import last_seasons
from pdd_papers.flu.series import read_series, usable
from pdd_papers.value.chart import chart
from pdd_papers.value.donations import LAWS, PERIODS
from pdd_papers.value.study import Plan, run
from pdd_papers.value.table import markdown, table
from pdd_research.cli.progress import step_bar
from pdd_research.output_files import new_folder

FILES = ("value.csv", "value.md", "value.svg")
SEASONS = 6


def add_commands(commands: Any) -> None:
    """Add `value` with its arguments."""
    text = "what donated counts add to published flu rates, by donors, epsilon, period and law"
    parser = commands.add_parser("value", help=text, description=text)
    parser.set_defaults(command=_value)
    usual = Plan()
    parser.add_argument("--queries", type=Path, required=True, metavar="CSV", help="a week a line, a query a column")
    parser.add_argument("--target", type=Path, required=True, metavar="CSV", help="the CDC's ILINet, or week and rate")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.add_argument("--seasons", type=int, default=SEASONS, metavar="N", help="the last N whole ones are estimated")
    parser.add_argument("--lag", type=int, nargs="+", default=usual.lags, metavar="N", help="weeks until a rate is out")
    parser.add_argument("--donors", type=int, nargs="+", default=usual.donors, metavar="N")
    parser.add_argument("--budget", type=float, nargs="+", default=usual.budgets, metavar="E", help="of 18 weeks")
    parser.add_argument("--period", nargs="+", choices=tuple(PERIODS), default=usual.periods, help="of the counts")
    parser.add_argument("--law", nargs="+", choices=LAWS, default=usual.laws, help="of the noise on counts")
    parser.add_argument("--draws", type=int, default=usual.draws, metavar="N", help="campaigns of each setting")
    parser.add_argument("--share", type=float, default=usual.share, metavar="S", help="of all searches, for any query")
    parser.add_argument("--seed", type=int, default=usual.seed, metavar="N")
    parser.add_argument("--json", action="store_true")


def _value(given: argparse.Namespace) -> None:
    # Repeated values are dropped: results are told apart by their names, which follow from these values.
    settings = (given.lag, given.donors, given.budget, given.period, given.law)
    lags, donors, budgets, periods, laws = (tuple(dict.fromkeys(each)) for each in settings)
    plan = Plan(lags, donors, budgets, periods, laws, given.draws, given.share, given.seed)
    everything = read_series(given.queries, given.target)
    seasons = last_seasons(everything, given.seasons)
    series = usable(everything, seasons[0].start)
    tell(series.faults)
    with new_folder(given.out) as folder, step_bar("estimating", plan.steps) as next_step:
        rows = run(series, seasons, plan, next_step)
        found = table(rows)
        found.write_csv(folder / FILES[0])
        (folder / FILES[1]).write_text(markdown(rows), "utf-8")
        chart(found).savefig(folder / FILES[2])
    if given.json:
        names = [season.name for season in seasons]
        figures = {"seasons": names, "queries": len(series.queries), "faults": vars(series.faults)}
        print(json.dumps(figures | {"table": found.to_dicts()}, indent=1, default=str))
    else:
        print(markdown(rows), *(given.out / name for name in FILES), sep="\n")
