"""`pdd-papers simulation-figures`: figures 4, 5a, 5b and 6 of the PDD paper (WWW '19), and two more."""

import argparse
from pathlib import Path
from typing import Any

from pdd_papers.figures.simulation_figures import draw, plans
from pdd_research.cli.progress import step_bar
from pdd_research.cli.simulate import add_size_arguments, seeds_of
from pdd_research.simulator import Setting


def add_commands(commands: Any) -> None:
    """Add `simulation-figures` with its arguments."""
    text = "figures 4, 5a, 5b and 6 of the PDD paper, and two more, as CSV and SVG"
    parser = commands.add_parser("simulation-figures", help=text, description=text)
    parser.set_defaults(command=_simulation_figures)
    add_size_arguments(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")


def _simulation_figures(given: argparse.Namespace) -> None:
    base = Setting(donors=given.donors, days=given.days)
    with step_bar("simulating", sum(len(plan.lines) for plan in plans(base))) as next_step:
        files = draw(base, seeds_of(given), given.out, lambda _: next_step())
    print(*files, sep="\n")
