"""`pdd-research generate-log`: a search log that resembles AOL's, and the result lists that go with it."""

import argparse
from pathlib import Path
from typing import Any

from pdd_research.cli.progress import progress_bar
from pdd_research.log_generator import Activity, Plan, write_log, write_results
from pdd_research.log_generator.aol_statistics import DAYS


def add_commands(commands: Any) -> None:
    """Add `generate-log` with its arguments."""
    text = "generate a search log that resembles AOL's of 2006, with nobody in it"
    parser = commands.add_parser("generate-log", help=text, description=text)
    parser.set_defaults(command=_generate)
    parser.add_argument("--users", type=int, required=True, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed gives the same file")
    parser.add_argument(
        "--days", type=int, default=DAYS, metavar="D", help="only the first D days; users may have none"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=".parquet, .csv, or .tsv as AOL's")
    parser.add_argument("--results", type=Path, metavar="FILE", help="also the public result lists: CSV")


def _generate(given: argparse.Namespace) -> None:
    plan = Plan(given.users, given.seed, Activity(days=given.days))
    with progress_bar("generating", plan.users) as set_done:
        write_log(plan, given.out, set_done)
    print(given.out)
    if given.results is not None:
        write_results(given.results)
        print(given.results)
