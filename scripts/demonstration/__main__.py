"""scripts/demo: a whole campaign on this machine, from browsers' histories to published totals with noise."""

import argparse
import secrets
import shutil
import sys
import tempfile
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from pdd_shared.forecast import absence, plain_confidence
from scripts.demonstration.campaign import ENTRIES, MAX_MATCHES, MAX_SEARCHES, campaign_file
from scripts.demonstration.people import Person, Population
from scripts.demonstration.server import ZONE, Server, make
from scripts.demonstration.story import NAMES, Story, calendar

FIRST = date(2026, 11, 16)
DELAY = 2
REVEAL_DAYS = 7
ROWS = 14


def arguments() -> argparse.Namespace:
    """The options of the demonstration."""
    parser = argparse.ArgumentParser(prog="scripts/demo", description=__doc__)
    parser.add_argument(
        "--protocol", choices=["recoverable", "plain"], default="recoverable", help="the counting protocol"
    )
    parser.add_argument("--donors", type=int, default=120, help="people with a browser each (default 120)")
    parser.add_argument("--days", type=int, default=4, help="data days (default 4)")
    parser.add_argument("--group-size", type=int, default=10, help="donors a group (default 10, the paper's pilot)")
    parser.add_argument("--seed", type=int, help="of the made-up people; by default they differ every time")
    parser.add_argument("--folder", type=Path, help="where the files go (default: a new temporary folder)")
    options = parser.parse_args()
    for name, least in (("donors", 3), ("days", 1), ("group_size", 3)):
        if getattr(options, name) < least:
            parser.error(f"--{name.replace('_', '-')} must be at least {least}")
    return options


def tell(console: Console, options: argparse.Namespace, folder: Path) -> None:
    """What is about to happen, and to whom."""
    console.print(
        f"[bold]{options.donors} people[/] with a browser each donate counts for {options.days} days, "
        f"in groups of about {options.group_size} [dim](a real campaign: 100, at least 50)[/].\n"
        f"One server, its nights under a rehearsal clock. Files: {folder}\n",
        soft_wrap=True,
    )


def run(console: Console, options: argparse.Namespace, folder: Path, server: Server) -> Story:
    """The days and nights, under a progress bar, until every data day is published or given up."""
    days = calendar(FIRST, options.days + DELAY + 2 + REVEAL_DAYS)
    seed = options.seed if options.seed is not None else secrets.randbits(32)
    people = Population(folder / "people", options.donors, FIRST, options.days, len(days), ZoneInfo(ZONE), seed).people
    columns = (TextColumn("{task.description:34}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with server.running() as url, Progress(*columns, console=console) as bar:
        story = Story(folder / "people", server, url, people)
        at_least = days[: options.days + DELAY + 1]  # more where groups wait for shares
        steps = bar.add_task("", total=len(people) + visits(people, at_least))
        bar.update(steps, description="the day before: everybody joins")
        story.join(FIRST - timedelta(days=1), lambda: bar.advance(steps))
        for day in days:
            if server.days_done() == options.days:
                break
            kind = "check-ins" if day in days[: options.days] else "late check-ins"
            total = bar.tasks[0].total or 0
            bar.update(
                steps,
                description=f"{day:%A %d %B}: {kind}",
                total=total if day in at_least else total + visits(people, [day]),
            )
            story.day(day, lambda: bar.advance(steps))
        story.last_night(day)
        story.close()
    return story


def visits(people: list[Person], days: list[date]) -> int:
    """How many check-ins these days see."""
    return sum(day in person.active for person in people for day in days)


def report(console: Console, story: Story, results: dict[str, Any]) -> None:
    """True and published totals side by side, confidence beside its forecast."""
    published = dict.fromkeys(("joined", "searches", *ENTRIES), 0)
    for row in results["days"]:
        published["joined"] += row["donors"]
        published["searches"] += row["searches"]
        for entry, total in row["totals"].items():
            published[entry] += total
    truth = dict.fromkeys(published, 0)
    for row in results["days"]:
        for name, number in zip(NAMES, story.truth(row), strict=True):
            truth[name] += number
    table = Table("entry", title="All days and both regions together", title_justify="left")
    for heading in ("true total", "published", "noise"):
        table.add_column(heading, justify="right")
    largest = sorted(ENTRIES, key=lambda entry: -truth[entry])[:ROWS]
    for name in ("joined", "searches", *largest):
        label = {"joined": "donors, day by day", "searches": "all searches"}.get(name, name)
        table.add_row(label, str(truth[name]), str(published[name]), f"{published[name] - truth[name]:+d}")
    console.print(table)
    console.print(
        f"[dim]and {len(ENTRIES) - ROWS} keywords more. The true totals are known to this demonstration alone.[/]\n"
    )


def verdict(console: Console, story: Story, results: dict[str, Any], options: argparse.Namespace) -> bool:
    """The sums against the truth, confidence against the closed form; True if every sum was exact."""
    wrong = [row for row in results["days"] if story.sums(row) != story.truth(row)]
    days = {row["day"]: row["confidence"] for row in (*results["days"], *results["missing"])}
    confidence = sum(days.values()) / len(days)
    plain = plain_confidence([options.group_size], DELAY)
    forecast = plain if options.protocol == "plain" else 1 - absence(DELAY)
    noise = results["days"][0]["noise"] if results["days"] else None
    console.print(
        f"Sums before noise: {len(results['days'])} of days and regions, {len(wrong)} of them not exactly the truth."
    )
    console.print(
        f"Confidence: {confidence:.0%} of a day's donors are in its totals; the closed form expects {forecast:.0%}.",
        soft_wrap=True,
    )
    if options.protocol != "plain":
        console.print(
            f"With the paper's protocol, the same groups and the same delay it would expect {plain:.0%}: one absent "
            f"member loses all its group, {1 - plain:.0%} of the counts.",
            soft_wrap=True,
        )
    if noise:
        console.print(
            f"Noise: each number of a day and region is right give or take {noise['half_width_95']} (95%), for at "
            f"most {MAX_SEARCHES} searches a day of {MAX_MATCHES} keyword each. That is much for {options.donors} "
            f"people and little for {100 * options.donors}: it stays the same.",
            soft_wrap=True,
        )
    spent, budget = results["privacy"]["spent"], results["privacy"]["budget"]
    console.print(
        f"Privacy: the campaign's budget was epsilon {budget['epsilon']:g} for all its days; {spent['days']} days are "
        f"published, and epsilon {spent['epsilon']:.3g} of it is spent.",
        soft_wrap=True,
    )
    for reason, times in story.refused.items():
        console.print(f"[red]Refused {times} times: {reason}[/]")
    return not wrong and not story.refused


def main() -> int:
    """0 if every sum before noise was exactly the truth."""
    options = arguments()
    console = Console(highlight=False)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="private-data-donor-"))
    folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder / "people", ignore_errors=True)
    tell(console, options, folder)
    settings = {
        "name": "Demonstration",
        "protocol": options.protocol,
        "group-size": options.group_size,
        "min-group": min(5, options.group_size),
        "delay": DELAY,
    }
    start = datetime.combine(FIRST - timedelta(days=1), time(0, 5), ZoneInfo(ZONE))
    server = make(folder, start, settings, campaign_file(FIRST, options.days))
    story = run(console, options, folder, server)
    results = server.results("winter-flu")
    report(console, story, results)
    exact = verdict(console, story, results, options)
    console.print(
        f"\nPublished: {server.data / 'published'}\nA donor's home: {folder / 'people' / 'person-000' / 'donor'}",
        soft_wrap=True,
    )
    return 0 if exact else 1


if __name__ == "__main__":
    sys.exit(main())
