"""What a page shows of a period: entries with their sums, intervals and shares, days counted and days that are not."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from pdd_server.services.results import published_file
from pdd_server.services.results.published_file import ALWAYS, Day, Laws, Order, Period, Sum
from pdd_server.services.results.uncertainty import Share, share_of, sum_half_width
from pdd_shared.privacy.noise.distributions import Law

SIZE = 25
"""Entries on one page."""
LINES = 5
"""Entries in a chart."""
Point = tuple[date, int, int]
"""A day, the total over all strata, and the half width of its 95% band."""


@dataclass(frozen=True)
class Asked:
    """What is asked to be shown; `entries` are those chosen to compare."""

    period: Period = ALWAYS
    search: str = ""
    order: Order = "-total"
    page: int = 1
    entries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """An entry of the table: its sum, give or take what, its share of all searches, and spans of totals in order."""

    sum: Sum
    half_width: int
    share: Share
    trend: tuple[int, ...] = ()


@dataclass(frozen=True)
class Overall:
    """All searches of the period: their sum, and give or take what."""

    searches: int
    half_width: int


@dataclass(frozen=True)
class Report:
    """A period of a campaign: its days, what is missing and why, one page of its entries, and those to be drawn."""

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
        """How many pages the entries take."""
        return max(1, -(-self.count // SIZE))


def report(published: sqlite3.Connection, asked: Asked) -> Report:
    """The report that is asked for, from the published file."""
    days = published_file.days_of(published, asked.period)
    found, count = _entries(published, asked)
    laws = Laws.of(days)
    parts = half_widths(parts_of(days))
    rows = tuple(_with_trend(published, row_of(published, one, laws), days) for one in found)
    drawn = found
    if not asked.entries and (asked.page, asked.order, asked.search) != (1, "-total", ""):
        drawn, _ = published_file.entries_of(published, asked.period, limit=LINES, offset=0)
    searches = Overall(sum(day.searches for day in days), sum_half_width(laws.together))
    missing = Counter(reason for _, reason in published_file.missing_of(published, asked.period))
    series = {one.entry: series_of(published_file.totals_of(published, one.id), parts) for one in drawn[:LINES]}
    return Report(tuple(days), missing, searches, rows, count, series)


def _entries(published: sqlite3.Connection, asked: Asked) -> tuple[list[Sum], int]:
    if asked.entries:
        chosen = published_file.chosen_of(published, asked.period, asked.entries)
        return chosen, len(chosen)
    place = {"limit": SIZE, "offset": SIZE * (asked.page - 1)}
    return published_file.entries_of(published, asked.period, search=asked.search, order=asked.order, **place)


def row_of(published: sqlite3.Connection, one: Sum, laws: Laws) -> Row:
    """An entry with its interval and share, over the days and strata with these laws that list it."""
    its = published_file.laws_of(published, one, laws)
    return Row(one, sum_half_width(its), share_of(one.total, one.searches, its))


def _with_trend(published: sqlite3.Connection, row: Row, days: list[Day]) -> Row:
    return replace(row, trend=tuple(published_file.trend_of(published, row.sum.id, days)))


def parts_of(days: Iterable[Day]) -> dict[date, list[Day]]:
    """The strata of each day."""
    found = defaultdict[date, list[Day]](list)
    for day in days:
        found[day.day].append(day)
    return found


def half_widths(days: Mapping[date, Sequence[Day]]) -> list[tuple[date, tuple[int, ...], int]]:
    """Each day, the ids of its strata, and the half width of their totals added up."""
    known: dict[tuple[Law, ...], int] = {}

    def half(parts: Sequence[Day]) -> int:
        if len(parts) == 1:
            return parts[0].half_width
        laws = tuple(part.law for part in parts)  # which most days have the same of
        if laws not in known:
            known[laws] = sum_half_width(Counter(laws))
        return known[laws]

    return [(day, tuple(part.id for part in parts), half(parts)) for day, parts in days.items()]


def series_of(totals: Mapping[int, int], days: Iterable[tuple[date, tuple[int, ...], int]]) -> list[Point]:
    """An entry's totals, the strata of a day added up, on the days on which all of them list it."""
    own = ((day, [totals[part] for part in ids if part in totals], len(ids), half) for day, ids, half in days)
    return [(day, sum(listed), half) for day, listed, strata, half in own if len(listed) == strata]
