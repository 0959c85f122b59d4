"""`pdd-papers release-figures`: tables 2 and 3 and figures 1 to 4 of Korolova et al. (WWW '09), on any log."""

import argparse
from pathlib import Path
from typing import Any

from pdd_papers.figures import release_figures
from pdd_research.cli.progress import step_bar
from pdd_research.errors import ParameterError
from pdd_research.log_release.logs.log import read_log


def add_commands(commands: Any) -> None:
    """Add `release-figures` with its arguments."""
    text = "tables 2 and 3 and figures 1 to 4 of WWW '09, on a log"
    parser = commands.add_parser("release-figures", help=text, description=text)
    parser.set_defaults(command=_release_figures)
    parser.add_argument("log", type=Path, metavar="LOG")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    days = "lengths of the log's beginning, in days"
    parser.add_argument("--days", type=int, nargs="+", default=list(release_figures.DAYS), metavar="D", help=days)


def _release_figures(given: argparse.Namespace) -> None:
    if min(given.days) < 1:
        raise ParameterError(f"--days: {min(given.days)} is none; a log has 1 or more")
    log = read_log(given.log)
    with step_bar("releasing", release_figures.steps(given.days)) as next_step:
        files = release_figures.draw(log.written, sorted(given.days), given.out, lambda _: next_step())
    print(*files, sep="\n")
