"""The report of a period for a page: sums, intervals and shares of keywords, counted days and days without totals."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from pdd_server.services.results import published_file
from pdd_server.services.results.published_file import ALWAYS, Day, Laws, Order, Period, Sum, of_kind
from pdd_server.services.results.uncertainty import Share, share_of, sum_half_width
from pdd_shared.privacy.noise.distributions import Law

SIZE = 25
"""Keywords on one page of the table."""
LINES = 5
"""The most keywords in a chart."""
Point = tuple[date, int, int]
"""A day, a keyword's total over all strata, and half the width of its 95% interval."""


@dataclass(frozen=True)
class Asked:
    """A request for a report.

    Attributes:
        period: The days and the stratum.
        search: Text that keywords have to contain; empty for all.
        order: How keywords are sorted.
        page: The page of the table, from 1.
        entries: Keywords that were chosen to be compared; if there are any, the report has only these.
    """

    period: Period = ALWAYS
    search: str = ""
    order: Order = "-total"
    page: int = 1
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A keyword in the table.

    Attributes:
        sum: The sum of its totals.
        half_width: Half the width of the sum's 95% interval, in searches.
        share: Its share of all searches.
        trend: The sums of its totals over equal spans of the period, in order, for a small line.
    """

    sum: Sum
    half_width: int
    share: Share
    trend: tuple[int, ...] = ()


@dataclass(frozen=True)
class Overall:
    """The sum of all searches of the period, with noise, and half the width of its 95% interval."""

    searches: int
    half_width: int


@dataclass(frozen=True)
class Report:
    """The report of a period of a campaign.

    Attributes:
        days: The published days and strata.
        missing: How many days have no totals, by reason.
        overall: All searches of the period.
        rows: The keywords on the page that is asked for.
        count: How many keywords there are on all pages.
        drawn: The points of each keyword in the chart.
    """

    days: tuple[Day, ...]
    missing: Counter[str]
    overall: Overall
    rows: tuple[Row, ...]
    count: int
    drawn: dict[str, list[Point]]

    @cached_property
    def dates(self) -> list[date]:
        """The data days with totals, in order."""
        return sorted({day.day for day in self.days})

    @cached_property
    def pages(self) -> int:
        """How many pages the keywords take, at least 1."""
        return max(1, -(-self.count // SIZE))


def report(published: sqlite3.Connection, asked: Asked) -> Report:
    """Return a report.

    Args:
        published: A campaign's published file, as `published_file.opened` opens it.
        asked: The request.
    """
    days = published_file.days_of(published, asked.period)
    found, count = _entries(published, asked)
    laws = Laws.of(days)
    parts = half_widths(parts_of(days))
    rows = tuple(_with_trend(published, row_of(published, one, laws), days) for one in found)
    drawn = found
    # The chart keeps the largest keywords, however the table is searched, sorted or turned over.
    if not asked.entries and (asked.page, asked.order, asked.search) != (1, "-total", ""):
        drawn, _ = published_file.entries_of(published, asked.period, limit=LINES, offset=0)
    searches = Overall(sum(day.searches for day in days), sum_half_width(of_kind("searches", laws.together)))
    missing = Counter(reason for _, reason in published_file.missing_of(published, asked.period))
    series = {one.entry: series_of(published_file.totals_of(published, one.id), parts) for one in drawn[:LINES]}
    return Report(tuple(days), missing, searches, rows, count, series)


def _entries(published: sqlite3.Connection, asked: Asked) -> tuple[list[Sum], int]:
    """Return the sums of the keywords on the page that is asked for, and how many keywords all pages have."""
    if asked.entries:
        chosen = published_file.chosen_of(published, asked.period, asked.entries)
        return chosen, len(chosen)
    place = {"limit": SIZE, "offset": SIZE * (asked.page - 1)}
    return published_file.entries_of(published, asked.period, search=asked.search, order=asked.order, **place)


def row_of(published: sqlite3.Connection, one: Sum, laws: Laws) -> Row:
    """Return a keyword's row of the table, without its trend.

    Args:
        published: The campaign's published file.
        one: The keyword's sum over a period.
        laws: The laws of the noise of the period's days and strata.
    """
    its = published_file.laws_of(published, one, laws)
    totals, searches = of_kind("totals", its), of_kind("searches", its)
    return Row(one, sum_half_width(totals), share_of(one.total, one.searches, totals, searches))


def _with_trend(published: sqlite3.Connection, row: Row, days: list[Day]) -> Row:
    return replace(row, trend=tuple(published_file.trend_of(published, row.sum.id, days)))


def parts_of(days: Iterable[Day]) -> dict[date, list[Day]]:
    """Return the published strata of each day, by day."""
    found = defaultdict[date, list[Day]](list)
    for day in days:
        found[day.day].append(day)
    return found


def half_widths(days: Mapping[date, Sequence[Day]]) -> list[tuple[date, tuple[int, ...], int]]:
    """Return each day with the ids of its strata, and half the width of the 95% interval of their totals added up.

    Args:
        days: The strata of each day, as of `parts_of`.
    """
    known: dict[tuple[Law, ...], int] = {}

    def half(parts: Sequence[Day]) -> int:
        if len(parts) == 1:
            return parts[0].half_width
        laws = tuple(part.laws.totals for part in parts)  # most days have the same laws: few sums are computed
        if laws not in known:
            known[laws] = sum_half_width(Counter(laws))
        return known[laws]

    return [(day, tuple(part.id for part in parts), half(parts)) for day, parts in days.items()]


def series_of(totals: Mapping[int, int], days: Iterable[tuple[date, tuple[int, ...], int]]) -> list[Point]:
    """Return a keyword's points in the chart: its total of all strata on each day on which every stratum lists it.

    Args:
        totals: The keyword's totals by the id of the day and stratum.
        days: The days, as of `half_widths`.
    """
    own = ((day, [totals[part] for part in ids if part in totals], len(ids), half) for day, ids, half in days)
    return [(day, sum(listed), half) for day, listed, strata, half in own if len(listed) == strata]
