"""A campaign's published results, and series of them: immutable, typed, and equal to the server's series."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import polars as pl

from pdd_results.charts import Chart, Drawing, Line, Strip, colours_of, draw
from pdd_results.errors import ResultsError
from pdd_results.used_up import Counted, left_out_frame
from pdd_shared.planning.left_out import BURSTS
from pdd_shared.protocol.days import Period
from pdd_shared.series.grouping import LONGEST_MEAN, MOST_CHANGE, PER, RATES, Asked, By, Grouping, Rate, check_asked
from pdd_shared.series.points import compared, varies
from pdd_shared.series.published_days import Day
from pdd_shared.series.rows import SERIES_SCHEMA, Pair, pairs_of, rows_of

if TYPE_CHECKING:
    import pandas as pd

_TYPES = {"date": pl.Date, "string": pl.String, "number": pl.Float64, "integer": pl.Int64}
_SOME = 10
"""The most names that an error lists."""
Dates = date | str
"""A date, or one as YYYY-MM-DD."""


@dataclass(frozen=True)
class Campaign:
    """What is known of a campaign.

    Attributes:
        id: Its id on the server.
        title: Its title.
        purpose: What it is for.
        contact: Who is responsible.
        licence: The licence of the numbers; None if none is stated.
        start: Its first day.
        end: Its last day, as planned.
        epsilon: The most that all days together may cost a donor, with `delta`.
        delta: See epsilon.
        threshold: The least number that is listed; None if all are.
        max_campaign_hits: How many hits of a donor count in all periods together; None without such a cap.
        version: The version of the published files.
    """

    id: str
    title: str
    purpose: str
    contact: str
    licence: str | None
    start: date
    end: date
    epsilon: float
    delta: float
    threshold: int | None
    max_campaign_hits: int | None
    version: str


@dataclass(frozen=True)
class MissingDay:
    """A day without totals, and why: `reason` is one of the words of `missing[].reason` in the reference."""

    day: date
    reason: str


@dataclass(frozen=True)
class Results:
    """A campaign's published results, as `results` reads them.

    Attributes:
        campaign: What is known of the campaign.
        period: What a published number is of: `day` or `week`.
        keywords: Its keywords and indexes, which tables call entries.
        regions: Its regions, which tables call strata; empty if it has none.
        indexes: The keywords of each index.
        published: The days and regions with totals, in order.
        missing: The days without totals.
        totals: Each keyword's totals by the `id` of the day and region.
    """

    campaign: Campaign
    period: Period
    keywords: tuple[str, ...]
    regions: tuple[str, ...]
    indexes: Mapping[str, tuple[str, ...]]
    published: tuple[Day, ...] = field(repr=False)
    missing: tuple[MissingDay, ...] = field(repr=False)
    totals: Mapping[str, Mapping[int, int]] = field(repr=False)

    @property
    def days(self) -> tuple[date, ...]:
        """The days with totals, in order; of a weekly campaign the last day of each week."""
        return tuple(dict.fromkeys(one.day for one in self.published))

    @property
    def noise_sd(self) -> dict[int, float]:
        """The standard deviation of the noise on each total, in searches, by the `id` of the day and region."""
        return {one.id: one.laws.totals.variance**0.5 for one in self.published}

    def daily(
        self, *keywords: str, regions: Iterable[str] = (), first: Dates | None = None, last: Dates | None = None
    ) -> "Series":
        """Return the series of days.

        Args:
            keywords: The keywords; all if none is named.
            regions: The regions that are added up; all if none is named.
            first: The first day; None without a bound.
            last: The last day, included; None without a bound.

        Raises:
            ResultsError: There is no such keyword, region or day, or the campaign counts weeks.
        """
        return self._series("day", keywords, regions, first, last)

    def weekly(
        self, *keywords: str, regions: Iterable[str] = (), first: Dates | None = None, last: Dates | None = None
    ) -> "Series":
        """Return the series of weeks, from Monday to Sunday. Arguments and errors are as of `daily`."""
        return self._series("week", keywords, regions, first, last)

    def monthly(
        self, *keywords: str, regions: Iterable[str] = (), first: Dates | None = None, last: Dates | None = None
    ) -> "Series":
        """Return the series of calendar months. Arguments and errors are as of `daily`."""
        return self._series("month", keywords, regions, first, last)

    def left_out(self, bursts: Iterable[int] = BURSTS) -> pl.DataFrame:
        """Return which share of each period's hits the cap over the whole campaign has left out, as a polars frame.

        All totals of a period have lost this share: `total / (1 - left_out)` is the number without the cap. `low` and
        `high` are its range over all that the numbers don't rule out of how donors differ and search in bursts.

        Args:
            bursts: How many hits a donor may make in a row, one number for each possibility.

        Raises:
            ResultsError: The campaign has no such cap, has a threshold, or nothing is published.
        """
        its = self.campaign
        if its.max_campaign_hits is None:
            raise ResultsError("this campaign doesn't cap the hits of all its periods together: nothing is left out.")
        if its.threshold is not None:
            raise ResultsError("totals below a threshold are not listed, so the hits can't be added up.")
        counted = [Counted(day, sum(each.get(day.id, 0) for each in self.totals.values())) for day in self.published]
        return left_out_frame(counted, its.start, self.period, its.max_campaign_hits, tuple(bursts))

    def _series(
        self, by: By, keywords: tuple[str, ...], regions: Iterable[str], first: Dates | None, last: Dates | None
    ) -> "Series":
        strata = tuple(dict.fromkeys([regions] if isinstance(regions, str) else regions))
        _check_known("keyword", keywords, self.keywords)
        _check_known("region", strata, self.regions)
        if self.period == "week" and by != "week":
            raise ResultsError("this campaign counts weeks, and a week is no part of a day or a month; use weekly.")
        asked = Asked(_day(first), _day(last), strata, tuple(dict.fromkeys(keywords)), Grouping(by))
        return Series(self, asked)


@dataclass(frozen=True)
class Series:
    """A series: a number with its 95% interval for each period and keyword.

    The numbers and bounds are those of the server's series of the same request, to the last digit.

    Attributes:
        results: The results it is of.
        asked: What is asked for.
    """

    results: Results
    asked: Asked

    def __post_init__(self) -> None:
        try:
            check_asked(self.asked, self.results.period)
        except ValueError as error:
            raise ResultsError(str(error)) from None

    def rate(self, per: Rate = "searches") -> "Series":
        """Return the rates: per 1,000 searches, or per 1,000 donors and day (and week, where weeks are counted).

        Raises:
            ResultsError: `per` is something else.
        """
        if per not in RATES:
            raise ResultsError(f"per is {' or '.join(RATES)}, not {per!r}.")
        return self._grouped(replace(self.asked.grouping, rate=per))

    def mean(self, days: int) -> "Series":
        """Return the means of so many days: each day's number is the mean of itself and those before it.

        Raises:
            ResultsError: The number of days is not from 2 to 28, or the series is not of days.
        """
        if self.asked.grouping.by != "day":
            raise ResultsError("a mean is of days: use daily.")
        if not 2 <= days <= LONGEST_MEAN:
            raise ResultsError(f"a mean is of 2 to {LONGEST_MEAN} days, not of {days}.")
        return self._grouped(replace(self.asked.grouping, mean=days))

    def difference(self, *, region: str | None = None, periods: int = 0) -> "Series":
        """Return the differences, with their intervals.

        Args:
            region: The region that is subtracted from those of the series, which have to be named.
            periods: How many days, weeks or months before each number the one lies that is subtracted from it.

        Raises:
            ResultsError: None or both are given, the region is unknown or in the series, or the periods overlap.
        """
        if (region is None) == (periods == 0):
            raise ResultsError("a difference is to a region or to so many periods before; give one of them.")
        if region is not None:
            _check_known("region", (region,), self.results.regions)
            if not self.asked.strata or region in self.asked.strata:
                raise ResultsError(f"name other regions than {region!r} in the series, from which it is subtracted.")
        if not 0 <= periods <= MOST_CHANGE:
            raise ResultsError(f"periods is from 1 to {MOST_CHANGE}, not {periods}.")
        return Series(self.results, replace(self.asked, minus=region, change=periods))

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The series as a polars frame, with the columns of the server's series.

        `value` is the count or rate, from `low_95` to `high_95` is its interval. They are null where there is none.
        """
        totals = self.results.totals
        found = [row for entry in self.keywords for row in rows_of(self.asked, self._pairs, totals[entry], entry)]
        schema = {name: pl.String if kind == "date" else _TYPES[kind] for name, kind in SERIES_SCHEMA.items()}
        made = pl.DataFrame(found, schema=schema, orient="row")
        return made.with_columns(pl.col(name).str.to_date() for name, kind in SERIES_SCHEMA.items() if kind == "date")

    @property
    def keywords(self) -> tuple[str, ...]:
        """The keywords of the series, in the campaign's order."""
        return tuple(entry for entry in self.results.keywords if entry in (self.asked.entries or self.results.keywords))

    def to_pandas(self) -> "pd.DataFrame":
        """Return the series as a pandas frame.

        Raises:
            ResultsError: pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError:
            raise ResultsError("pandas is not installed. Install it with pip install 'pdd-results[pandas]'.") from None
        columns = self.frame.to_dict(as_series=False)
        return pd.DataFrame(columns).astype({"first": "datetime64[s]", "last": "datetime64[s]"})

    def plot(self) -> Chart:
        """Return the chart of the series, with its 95% bands and the coverage beneath it.

        More than five keywords are small charts on one scale. A pale line could be noise alone.
        """
        colours = colours_of(self.keywords, self.results.keywords)
        drawn = (self._line(entry, colours[entry]) for entry in self.keywords)
        spans = [span for span, _ in self._pairs]
        known = [(span.last, [part.confidence for part in span.parts]) for span in spans if span.parts]
        coverage = Strip("Coverage", [day for day, _ in known], [sum(each) / len(each) for _, each in known])
        return draw(Drawing(self.results.campaign.title, self.unit, self._contents, tuple(drawn), coverage))

    @property
    def unit(self) -> str:
        """The unit of the numbers, for the axis of a chart."""
        of, by = self.asked.grouping, self.asked.grouping.by
        if of.rate == "searches":
            return f"per {PER:,} searches"
        if of.rate == "donors":
            return f"per {PER:,} donors and {self.results.period}"
        return f"searches a day, {of.mean}-day mean" if of.mean > 1 else f"searches a {by}"

    @property
    def _contents(self) -> str:
        """What a chart shows beside its unit: regions, and what is subtracted."""
        asked = self.asked
        regions = [" + ".join(asked.strata)] if asked.strata else []
        minus = [f"less {asked.minus}"] if asked.minus else []
        change = [f"change from {asked.change} {asked.grouping.by}{'s' if asked.change > 1 else ''} before"]
        return ", ".join([*regions, *minus, *(change if asked.change else [])])

    def _line(self, entry: str, colour: str) -> Line:
        rows = self.frame.filter(pl.col("entry") == entry).select("last", "value", "low_95", "high_95")
        totals, grouping = self.results.totals[entry], self.asked.grouping
        # Neighbouring means share days, so their noise is correlated. Every mean-th one shares none with the next.
        apart = self._pairs[:: max(grouping.mean, 1)]
        points = [compared(span, other, totals, grouping) for span, other in apart]
        is_noise = varies(points) is False
        days, values, low, high = (rows[name].to_list() for name in rows.columns)
        return Line(entry, colour, days, values, low, high, is_noise)

    @cached_property
    def _pairs(self) -> list[Pair]:
        asked, its = self.asked, self.results
        days = [day for day in its.published if _within(day.day, asked.first, asked.last)]
        return pairs_of(asked, days, its.regions, its.period)

    def _grouped(self, grouping: Grouping) -> "Series":
        return Series(self.results, replace(self.asked, grouping=grouping))


def _within(day: date, first: date | None, last: date | None) -> bool:
    return (first is None or first <= day) and (last is None or day <= last)


def _day(given: Dates | None) -> date | None:
    if not isinstance(given, str):
        return given
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise ResultsError(f"{given!r} is no date; write it as 2026-11-30.") from None


def _check_known(kind: Literal["keyword", "region"], asked: Iterable[str], known: tuple[str, ...]) -> None:
    for one in asked:
        if one not in known:
            names = ", ".join(known[:_SOME]) + (f" and {len(known) - _SOME} more" if len(known) > _SOME else "")
            there = f"its {kind}s are {names}" if known else f"it has no {kind}s"
            raise ResultsError(f"the campaign has no {kind} {one!r}; {there}.")
