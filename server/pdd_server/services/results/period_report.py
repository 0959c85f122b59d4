"""The report of a period for a page: sums, intervals and shares of keywords, counted days and days without totals."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from pdd_server.services.results import published_file
from pdd_server.services.results.published_file import ALWAYS, Laws, Order, Period, Sum
from pdd_server.services.results.series import campaign_of
from pdd_server.services.results.uncertainty import Share, share_of
from pdd_shared.privacy.noise.sums import sum_half_width
from pdd_shared.series.grouping import AS_PUBLISHED, Grouping
from pdd_shared.series.points import Point, Span, points_of, spans_of
from pdd_shared.series.published_days import Day, of_kind

SIZE = 25
"""Keywords on one page of the table."""
LINES = 5
"""The most keywords in a chart."""


@dataclass(frozen=True)
class Asked:
    """A request for a report.

    Attributes:
        period: The days and the stratum.
        search: Text that keywords have to contain; empty for all.
        order: How keywords are sorted.
        page: The page of the table, from 1.
        entries: Keywords that were chosen to be compared; if there are any, the report has only these.
        grouping: How days become the points of the chart.
    """

    period: Period = ALWAYS
    search: str = ""
    order: Order = "-total"
    page: int = 1
    entries: tuple[str, ...] = ()
    grouping: Grouping = AS_PUBLISHED


@dataclass(frozen=True)
class Row:
    """A keyword in the table.

    Attributes:
        sum: The sum of its totals.
        half_width: Half the width of the sum's 95% interval, in searches.
        share: Its share of all searches.
        trend: The sums of its totals over spans of as many final days each, in order, for a small line.
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
        spans: The periods of the chart, in order.
        drawn: The points of each keyword in the chart, one for each of these periods.
    """

    days: tuple[Day, ...]
    missing: Counter[str]
    overall: Overall
    rows: tuple[Row, ...]
    count: int
    spans: tuple[Span, ...]
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
    strata = _strata(published, asked) if days else 1
    rows = tuple(_with_trend(published, row_of(published, one, laws), days, strata) for one in found)
    drawn = found
    # The chart keeps the largest keywords, however the table is searched, sorted or turned over.
    if not asked.entries and (asked.page, asked.order, asked.search) != (1, "-total", ""):
        drawn, _ = published_file.entries_of(published, asked.period, limit=LINES, offset=0)
    searches = Overall(sum(day.searches for day in days), sum_half_width(of_kind("searches", laws.together)))
    missing = Counter(reason for _, reason in published_file.missing_of(published, asked.period))
    spans, points = _chart(published, asked, days, strata, drawn[:LINES])
    return Report(tuple(days), missing, searches, rows, count, tuple(spans), points)


def _chart(
    published: sqlite3.Connection, asked: Asked, days: list[Day], strata: int, drawn: Iterable[Sum]
) -> tuple[list[Span], dict[str, list[Point]]]:
    """Return the periods of the chart, and the points of each of these keywords."""
    if not days:
        return [], {}
    period, _ = campaign_of(published)
    spans = spans_of(days, strata, asked.grouping, period)
    found = ((one.entry, published_file.totals_of(published, one.id)) for one in drawn)
    return spans, {entry: points_of(spans, totals, asked.grouping) for entry, totals in found}


def _strata(published: sqlite3.Connection, asked: Asked) -> int:
    """Return how many strata each day has to have: 1 if one is asked for, or if the campaign has none."""
    return 1 if asked.period.stratum is not None else max(1, len(campaign_of(published)[1]))


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


def _with_trend(published: sqlite3.Connection, row: Row, days: list[Day], strata: int) -> Row:
    return replace(row, trend=tuple(published_file.trend_of(published, row.sum.id, days, strata)))
