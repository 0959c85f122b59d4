"""Rows of a series: one for each period and keyword, as the server answers them and the readers repeat them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pdd_shared.protocol import days as periods
from pdd_shared.series.grouping import Asked
from pdd_shared.series.points import Point, Span, compared, spans_of
from pdd_shared.series.published_days import Day

Pair = tuple[Span, Span | None]
"""A period, and the one that is subtracted from it."""
SERIES_SCHEMA = {
    "first": "date",
    "last": "date",
    "stratum": "string",
    "minus": "string",
    "entry": "string",
    "value": "number",
    "low_95": "number",
    "high_95": "number",
    "days": "integer",
    "days_missing": "integer",
    "final": "integer",
    "confidence": "number",
}
"""The columns of a series, in order, with their types."""


def pairs_of(asked: Asked, days: Sequence[Day], strata: Sequence[str], period: periods.Period) -> list[Pair]:
    """Return the periods of a series, each with the one that is subtracted from it; None if none is.

    The first `asked.change` periods have nothing that could be subtracted, and are left out.

    Args:
        asked: The request, checked.
        days: The published days and strata from `asked.first` to `asked.last`, in order.
        strata: The campaign's strata.
        period: What a published number of the campaign is of.
    """
    wanted = asked.strata or tuple(strata) or (None,)
    spans = spans_of([day for day in days if day.stratum in wanted], len(wanted), asked.grouping, period)
    if asked.minus is not None:
        found = spans_of([day for day in days if day.stratum == asked.minus], 1, asked.grouping, period)
        by_bounds = {(one.first, one.last): one for one in found}
        return [(one, by_bounds.get((one.first, one.last), _nothing(one))) for one in spans]
    if asked.change:
        return list(zip(spans[asked.change :], spans, strict=False))
    return [(one, None) for one in spans]


def rows_of(asked: Asked, pairs: Iterable[Pair], totals: Mapping[int, int], label: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of one keyword, with the columns of SERIES_SCHEMA.

    Args:
        asked: The request.
        pairs: The periods, as of `pairs_of`.
        totals: The keyword's totals by the id of the day and stratum.
        label: The keyword.
    """
    stratum = "+".join(asked.strata) or None
    for span, other in pairs:
        minus = asked.minus or (other.last.isoformat() if other else None)
        yield _row(compared(span, other, totals, asked.grouping), stratum, minus, label)


def _nothing(span: Span) -> Span:
    """Return the same period without totals."""
    return Span(span.first, span.last, (), 0, span.wanted, span.each)


def _row(point: Point, stratum: str | None, minus: str | None, entry: str) -> tuple[Any, ...]:
    first, last = point.first.isoformat(), point.last.isoformat()
    numbers = map(_settled, (*point.estimate, point.confidence))
    value, low, high, confidence = numbers
    days = point.days, point.missing, int(point.final)
    return first, last, stratum, minus, entry, value, low, high, *days, confidence


def _settled(number: float | None) -> float | None:
    """Return a number with 8 significant digits, more than noise leaves meaning to; whole numbers stay as they are."""
    return number if number is None or isinstance(number, int) else float(f"{number:.8g}")
