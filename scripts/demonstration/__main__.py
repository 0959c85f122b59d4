"""scripts/demo: a whole campaign on this machine, from browsers' histories to published totals with noise."""

import argparse
import secrets
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from scripts.demonstration.campaign import demonstration
from scripts.demonstration.comparison import compare, totals
from scripts.demonstration.personas import Population
from scripts.demonstration.rehearsal import ZONE, Rehearsal, calendar
from scripts.rehearsal.server import Server

FIRST = date(2026, 11, 16)
"""The first data day."""
DELAY = {"cohort": 1, "plain": 2}
"""The server's delay in days."""
LATE_DAYS = {"cohort": 21, "plain": 10}
"""The number of days after a data day by which it is published or given up."""
LEAST = {"cohort": 4, "plain": 3}
"""The fewest donors."""


def arguments() -> argparse.Namespace:
    """Return the options of the demonstration; exit with 2 if one is out of its range."""
    parser = argparse.ArgumentParser(prog="scripts/demo", description=__doc__)
    parser.add_argument("--protocol", choices=list(DELAY), default="cohort", help="the counting protocol")
    parser.add_argument("--donors", type=int, default=120, help="people with a browser each (default 120)")
    parser.add_argument("--days", type=int, default=4, help="data days (default 4)")
    parser.add_argument(
        "--group-size",
        type=int,
        default=10,
        help="plain: donors a group (default 10, the paper's pilot)",
    )
    parser.add_argument("--seed", type=int, help="of the made-up people; by default they differ every time")
    parser.add_argument("--folder", type=Path, help="where the files go (default: a new temporary folder)")
    options = parser.parse_args()
    for name, least in (("donors", LEAST[options.protocol]), ("days", 1), ("group_size", 3)):
        if getattr(options, name) < least:
            parser.error(f"--{name.replace('_', '-')} must be at least {least}")
    return options


def tell(console: Console, options: argparse.Namespace, folder: Path) -> None:
    """Print what the demonstration is about to do, and for how many donors."""
    together = (
        "all in one sum a day"
        if options.protocol == "cohort"
        else f"in groups of about {options.group_size} [dim](a real campaign: 100, at least 50)[/]"
    )
    console.print(
        f"[bold]{options.donors} people[/] with a browser each donate counts for {options.days} days, {together}.\n"
        f"One server, whose nightly runs follow a rehearsal clock. Files: {folder}\n",
        soft_wrap=True,
    )


class ProgressBar:
    """The progress bar of the rehearsal."""

    def __init__(self, bar: Progress) -> None:
        self._bar, self._task = bar, TaskID(bar.add_task("", total=0))

    def describe(self, text: str) -> None:
        """Show what happens now."""
        self._bar.update(self._task, description=text)

    def expect(self, contacts: int) -> None:
        """Add so many contacts to the bar's total."""
        self._bar.update(self._task, total=(self._bar.tasks[0].total or 0) + contacts)

    def done(self) -> None:
        """Count one contact as done."""
        self._bar.advance(self._task)


def run(console: Console, options: argparse.Namespace, folder: Path, server: Server) -> Rehearsal:
    """Run days and nightly runs, with a progress bar, until every data day is published or given up.

    Returns:
        The rehearsal, all of whose donors' homes are closed.
    """
    days = calendar(FIRST, options.days + LATE_DAYS[options.protocol] + 2)
    seed = options.seed if options.seed is not None else secrets.randbits(32)
    people = Population(folder / "people", options.donors, FIRST, options.days, len(days), ZoneInfo(ZONE), seed).people
    columns = (TextColumn("{task.description:34}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with server.running() as url, Progress(*columns, console=console) as bar:
        shown = ProgressBar(bar)
        rehearsal = Rehearsal(folder / "people", server, url, people, options.protocol)
        shown.describe("the day before: everybody joins")
        rehearsal.join(FIRST - timedelta(days=1), shown)
        for day in days:
            if days_done(server) == options.days:
                break
            kind = "check-ins" if day in days[: options.days] else "late check-ins"
            shown.describe(f"{day:%A %d %B}: {kind}")
            rehearsal.day(day, shown)
        rehearsal.last_night(day)
        rehearsal.close()
    return rehearsal


def made(folder: Path, options: argparse.Namespace) -> Server:
    """Return a new server with the campaign, on the day before."""
    server = Server(folder / "server", folder / "clock")
    shutil.rmtree(server.data, ignore_errors=True)
    server.set_clock(datetime.combine(FIRST - timedelta(days=1), time(0, 5), ZoneInfo(ZONE)))
    server.here("init", "--zone", ZONE, *(f"--{name}={value}" for name, value in settings(options).items()))
    server.allow("1000000 per minute", "registrations")
    server.launch(demonstration(FIRST, options.days, privacy(options)))
    return server


def days_done(server: Server) -> int:
    """Return how many data days are published, or given up, for good."""
    with closing(sqlite3.connect(server.books)) as database:
        query = "SELECT count(*) FROM (SELECT day FROM publications WHERE final UNION SELECT day FROM missing)"
        return int(database.execute(query).fetchone()[0])


def settings(options: argparse.Namespace) -> dict[str, object]:
    """Return the server's settings, as options of `pdd-server init`."""
    common = {"name": "Demonstration", "protocol": options.protocol, "delay": DELAY[options.protocol]}
    if options.protocol == "cohort":
        return common
    return {**common, "group-size": options.group_size, "min-group": min(5, options.group_size)}


def privacy(options: argparse.Namespace) -> str:
    """Return the lines after epsilon in the campaign's privacy section; in `cohort`, a third of donors as floor."""
    return f"delta = 1e-6\nmin_cohort = {max(1, options.donors // 3)}" if options.protocol == "cohort" else ""


def main() -> int:
    """Run the demonstration; return exit code 0 if every sum without its noise equals the true counts, else 1."""
    options = arguments()
    console = Console(highlight=False)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="private-data-donor-"))
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / "people", ignore_errors=True)
    tell(console, options, folder)
    server = made(folder, options)
    rehearsal = run(console, options, folder, server)
    results = server.results()
    totals(console, rehearsal, results)
    right = compare(console, rehearsal, results, options)
    console.print(
        f"\nPublished: {server.data / 'published'}\nA donor's home: {folder / 'people' / 'person-000' / 'donor'}",
        soft_wrap=True,
    )
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
