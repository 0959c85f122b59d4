"""The closing comparison of published totals with what the made-up people searched."""

import argparse
from math import sqrt
from typing import Any

from rich.console import Console
from rich.table import Table

from pdd_shared.privacy.forecast import absence, plain_confidence
from scripts.demonstration.campaign import ENTRIES, MAX_HITS, MAX_SEARCHES
from scripts.demonstration.rehearsal import NAMES, Rehearsal
from scripts.rehearsal.ground_truth import published

ROWS = 14
Results = dict[str, Any]


def totals(console: Console, rehearsal: Rehearsal, results: Results) -> None:
    """Print true and published totals side by side."""
    numbers, truth = [0] * len(NAMES), [0] * len(NAMES)
    for row in results["days"]:
        numbers = [sum(pair) for pair in zip(numbers, published(row), strict=True)]
        truth = [sum(pair) for pair in zip(truth, rehearsal.truth(row), strict=True)]
    table = Table("entry", title="All days and both regions together", title_justify="left")
    for heading in ("true total", "published", "noise"):
        table.add_column(heading, justify="right")
    largest = sorted(range(2, len(NAMES)), key=lambda place: -truth[place])[:ROWS]
    for place in (0, 1, *largest):
        label = ("donors, day by day", "all searches")[place] if place < 2 else NAMES[place]
        table.add_row(label, str(truth[place]), str(numbers[place]), f"{numbers[place] - truth[place]:+d}")
    console.print(table)
    console.print(
        f"[dim]and {len(ENTRIES) - ROWS} keywords more. The true totals are known to this demonstration alone.[/]\n"
    )


def compare(console: Console, rehearsal: Rehearsal, results: Results, options: argparse.Namespace) -> bool:
    """Print how sums and intervals compare with the truth, coverage with the forecast, and what went wrong.

    Returns:
        Whether something was published, all sums were exact, nothing was refused, and enough intervals hold the truth.
    """
    wrong = [row for row in results["days"] if rehearsal.ground_truth.sums(row) != rehearsal.truth(row)]
    of_whom = "without what the donors added as noise" if options.protocol == "cohort" else "before noise"
    console.print(
        f"Sums {of_whom}: {len(results['days'])} of days and regions, {len(wrong)} of them not exactly the truth.",
        soft_wrap=True,
    )
    covered = _intervals(console, rehearsal, results)
    _coverage(console, results, options)
    if results["days"]:
        _noise(console, results, options)
    for missing in results["missing"]:
        console.print(f"[red]{missing['day']}: nothing was published ({missing['reason']}).[/]")
    for reason, times in rehearsal.refused.items():
        console.print(f"[red]Refused {times} times: {reason}[/]")
    return bool(results["days"]) and not wrong and not rehearsal.refused and covered


def _intervals(console: Console, rehearsal: Rehearsal, results: Results) -> bool:
    """Print how many published numbers have the truth in their 95% interval; return False if too few for chance."""
    inside = total = 0
    for row in results["days"]:
        pairs = zip(published(row), rehearsal.truth(row), strict=True)
        inside += sum(abs(number - truth) <= row["noise"]["half_width_95"] for number, truth in pairs)
        total += len(NAMES)
    console.print(
        f"Intervals: {inside} of {total} published numbers are within their 95% interval of the truth.", soft_wrap=True
    )
    return total - inside <= 0.05 * total + 5 * sqrt(0.05 * 0.95 * total)  # 5 standard deviations: once in 3 million


def _coverage(console: Console, results: Results, options: argparse.Namespace) -> None:
    """Print the share of the donors in the totals, beside the share that a closed form expects."""
    days = {row["day"]: row["confidence"] for row in (*results["days"], *results["missing"])}
    coverage = sum(days.values()) / len(days)
    delay = 1 if options.protocol == "cohort" else 2
    plain = plain_confidence([options.group_size], delay)
    forecast = plain if options.protocol == "plain" else 1 - absence(delay)
    console.print(
        f"Coverage: {coverage:.0%} of a day's donors are in its totals; the closed form expects {forecast:.0%}.",
        soft_wrap=True,
    )
    if options.protocol != "plain":
        console.print(
            f"With the paper's protocol, groups of {options.group_size} and the same delay it would expect "
            f"{plain:.0%}: one absent member loses all its group, {1 - plain:.0%} of the counts.",
            soft_wrap=True,
        )


def _noise(console: Console, results: Results, options: argparse.Namespace) -> None:
    widths = sorted({row["noise"]["half_width_95"] for row in results["days"]})
    wide = f"{widths[0]}" if len(widths) == 1 else f"{widths[0]} to {widths[-1]}"
    console.print(
        f"Noise: ±{wide} on each count of a day and region (95%), for at most {MAX_SEARCHES} searches a day and "
        f"{MAX_HITS} hits, one for a keyword. That is much for {options.donors} donors and little for "
        f"{100 * options.donors}, because the noise stays {'about ' * (options.protocol == 'cohort')}the same.",
        soft_wrap=True,
    )
    spent, budget = results["privacy"]["spent"], results["privacy"]["budget"]
    console.print(
        f"Privacy: the campaign's budget was epsilon {budget['epsilon']:g} for all its days; {spent['days']} days are "
        f"charged, and epsilon {spent['epsilon']:.3g} of it is spent.",
        soft_wrap=True,
    )
