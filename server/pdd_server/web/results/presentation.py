"""Values and wording for pages, derived from published results. Nothing here reads the server's database."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from math import cos, pi, sin

from pdd_server.services.campaigns.campaign_status import CampaignStatus
from pdd_server.services.numbers import short
from pdd_server.services.results import published_file
from pdd_server.services.results.exports import parquet
from pdd_server.services.results.period_report import Report
from pdd_server.services.results.published_file import Period
from pdd_server.web.results.chart import Chart, Slot, Spot, chart_of, colours_of
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.privacy.noise.ratios import Estimate
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.protocol.messages import Campaign
from pdd_shared.series.points import Point, Span, varies

RING = tuple((round(12 + 9 * sin(pi * dot / 6), 2), round(12 - 9 * cos(pi * dot / 6), 2)) for dot in range(12))
"""The centres of the logo's twelve dots, in a square of 24 by 24."""
FORMS = (("csv", "CSV"), ("json", "JSON"), ("parquet", "Parquet"), ("sqlite", "SQLite"), ("zip", "all in one zip"))
"""The forms in which results can be downloaded, with their names on pages."""
REASONS = {
    "waiting": "for want of donors",
    "lost": "because too few sent what a sum takes",
    "down": "because the server was not running, or had to be restored",
    "budget": "because the privacy budget was spent or kept",
    "spoiled": "because false numbers spoiled every sum",
    "dropped": "because too few helpers came back to unlock a sum",
    "min-cohort": "because fewer people took part than this campaign asks for",
    "no-room": "because the sums had no room for this campaign's numbers beside the others'",
}
"""Why days have no totals, by the reason in the results: words that follow a number of days."""
_NUMBERED = 14
"""How many of the chart's last days are also shown as numbers."""
SHOWN_ENTRIES = 20
"""How many keywords the table of the newest day has; the downloads have all."""


@dataclass(frozen=True)
class Summary:
    """A campaign in a list, with its state in words, and whether somebody can join it."""

    campaign: Campaign
    words: str
    is_open: bool


@dataclass(frozen=True)
class Row:
    """A keyword and its totals, one for each stratum; None where it is not listed because it is below the threshold."""

    entry: str
    totals: tuple[int | None, ...]


@dataclass(frozen=True)
class Latest:
    """The newest day with totals.

    Attributes:
        day: The data day.
        strata: The strata, in order; one None if the campaign has none.
        donors: The donors of each stratum.
        donors_half_width: Half the width of the 95% interval of all strata's donors together.
        searches: The searches of each stratum.
        rows: The keywords with the largest totals, the largest first.
        hidden: How many listed keywords are not in `rows`.
        half_width: Half the width of the 95% interval of each number, of the first stratum.
        confidence: The share of active donors who are in the sums, of the first stratum.
        cohorts: Cohorts in the sums of a stratum that is not final, if there is one.
        cohorts_planned: Cohorts planned of that stratum.
        final: Whether the numbers of all strata stay as they are.
    """

    day: date
    strata: tuple[str | None, ...]
    donors: tuple[int, ...]
    donors_half_width: int
    searches: tuple[int, ...]
    rows: tuple[Row, ...]
    hidden: int
    half_width: int
    confidence: float
    cohorts: int
    cohorts_planned: int
    final: bool


def offered() -> tuple[tuple[str, str], ...]:
    """Return the forms that this installation can write, with their names."""
    return tuple(one for one in FORMS if one[0] != "parquet" or parquet.is_installed())


def long_date(day: date) -> str:
    """Return a date as people write it: 20 November 2026."""
    return f"{day.day} {day:%B} {day.year}"


def state_in_words(status: CampaignStatus) -> str:
    """Return where a campaign stands, in a sentence or two."""
    campaign, held = status.campaign, status.hold
    period = campaign.terms.period
    if held is not None and held.reason == "budget":
        return (
            f"Its privacy budget is spent, or kept for {period}s whose totals are still to come. "
            f"No new {period} is counted."
        )
    if held is not None:
        there = "there was 1" if held.active == 1 else f"there were {held.active}"
        when = f"{'the week to ' if period == 'week' else ''}{long_date(held.day)}"
        return (
            f"Waiting for more donors: {there} on this server for {when}; a sum needs at least "
            f"{held.needed}. Until then nothing is added up."
        )
    if status.closed is not None:
        return f"Closed on {long_date(status.closed)}. No new {period} is counted."
    return {
        "not-started": f"Starts on {long_date(campaign.start)}.",
        "running": f"Running until {long_date(campaign.end)}.",
        "ended": f"Ended on {long_date(campaign.end)}.",
    }[status.state]


def latest_day(published: sqlite3.Connection, newest: date) -> Latest:
    """Return the newest day of a campaign's results.

    Args:
        published: The campaign's published file.
        newest: The newest published day.
    """
    parts = published_file.days_of(published, Period(newest, newest))
    largest, count = published_file.largest_of(published, parts, SHOWN_ENTRIES)
    growing = min(parts, key=lambda part: part.final)
    return Latest(
        day=newest,
        strata=tuple(part.stratum for part in parts),
        donors=tuple(part.donors for part in parts),
        donors_half_width=sum_half_width(Counter(part.laws.donors for part in parts)),
        searches=tuple(part.searches for part in parts),
        rows=tuple(Row(entry, tuple(its.get(part.id) for part in parts)) for entry, its in largest),
        hidden=max(0, count - SHOWN_ENTRIES),
        half_width=parts[0].half_width,
        confidence=parts[0].confidence,
        cohorts=growing.cohorts,
        cohorts_planned=growing.cohorts_planned,
        final=all(part.final for part in parts),
    )


def drawn(report: Report, campaign: Campaign) -> Chart | None:
    """Return the chart of a report on a campaign; None if it has fewer than two days.

    A number to which sums are still added would look like a fall, so the lines leave it out.
    """
    labels = [label_of(text) for text in campaign.vocabulary]
    slots = [_slot(span) for span in report.spans]
    overlap = any(before.last >= span.first for before, span in pairwise(report.spans))
    final = {entry: [point for point in points if point.final] for entry, points in report.drawn.items()}
    noise = frozenset(entry for entry, points in final.items() if not overlap and varies(points) is False)
    lines = {entry: list(_spots(points)) for entry, points in report.drawn.items()}
    return chart_of(lines, slots, colours_of([*report.drawn], labels), noise)


def _slot(span: Span) -> Slot:
    """Return the chart's slot of a period: its dates, mean coverage and mean number of donors."""
    if not span.there:
        return Slot(span.first, span.last, None, None)
    confidence = sum(part.confidence for part in span.parts) / len(span.parts)
    donors = None if _is_unfinished(span) else sum(part.donors for part in span.parts) / span.there
    return Slot(span.first, span.last, confidence, donors)


def _is_unfinished(span: Span) -> bool:
    return not all(part.final for part in span.parts)


def unfinished(report: Report) -> list[Span]:
    """Return the periods of the chart to whose numbers sums may still be added."""
    return [span for span in report.spans if _is_unfinished(span)]


def _spots(points: Sequence[Point]) -> Iterator[Spot]:
    """Yield the points that have a number and bounds, and stay as they are."""
    for slot, point in enumerate(points):
        value, low, high = point.estimate
        if point.final and value is not None and low is not None and high is not None:
            yield Spot(slot, value, low, high)


def last_points(report: Report) -> list[tuple[Span, list[str]]]:
    """Return the chart's last 14 periods as numbers, the newest first: each keyword's number with its 95% interval."""
    newest = list(enumerate(report.spans))[-_NUMBERED:]
    return [
        (span, [_in_words(points[number].estimate) for points in report.drawn.values()])
        for number, span in reversed(newest)
    ]


def _in_words(estimate: Estimate) -> str:
    """Return a number with its interval: 41 ± 8 if it is in the middle of that, else 4.1 (2.3 to 6.8)."""
    value, low, high = estimate
    if value is None:
        return "–"
    if low is None or high is None:
        return f"{short(value)} (no bounds)"
    if isinstance(value, int):
        return f"{value:,} ± {high - value:,}"
    return f"{short(value)} ({short(low)} to {short(high)})"


def incomplete(report: Report) -> int:
    """Return how many periods of the chart lack a day."""
    return sum(span.there < span.wanted for span in report.spans)


def unbounded(report: Report) -> int:
    """Return how many numbers of the chart have no bounds."""
    numbers = (point.estimate for points in report.drawn.values() for point in points)
    return sum(one.value is not None and one.low is None for one in numbers)


def uncounted(report: Report) -> str:
    """Return how many days of a period have no totals, and why, in words; empty if all days have."""
    words = (f"{number} {REASONS[reason]}" for reason, number in sorted(report.missing.items()))
    return ", ".join(words)


def thousands(number: int) -> str:
    """Return a whole number with separators as in English: 12,345."""
    return f"{number:,}"


def percent(share: float | None) -> str:
    """Return a share as a percentage: with two decimals, or two significant digits below 0.1%; a dash for None."""
    if share is None:
        return "–"
    return f"{100 * share:.2f}%" if share == 0 or abs(share) >= 0.001 else f"{100 * share:.2g}%"


def typical_error(error: float | None) -> str:
    """Return a mean error as a share of the true count: 42%, or "46 times the count" if it is above 200%."""
    if error is None:
        return "–"
    return f"{error:.0%}" if error <= 2 else f"{error:,.0f} times the count"
