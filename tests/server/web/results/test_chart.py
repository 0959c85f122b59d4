"""The charts of results and monitoring: all marks of one day are at one horizontal position."""

import re
from datetime import date, timedelta

import pytest

from pdd_server.services.results.period_report import Point
from pdd_server.web.results.chart import WIDTH, Together, chart_of

FIRST = date(2026, 11, 1)


def points_of(path: str) -> list[float]:
    """Return the horizontal positions of a line's points."""
    return sorted({float(x) for x in re.findall(r"(-?[\d.]+),-?[\d.]+", path)})


def middles_of(bars: str) -> list[float]:
    """Return the horizontal middles of bars."""
    return [float(left) + float(width) / 2 for left, width in re.findall(r"M([\d.]+),\d+v-?[\d.]+h([\d.]+)", bars)]


@pytest.mark.parametrize("ahead", [(0, 1), tuple(range(30)), (0, 1, 5, 6, 7, 40), tuple(range(0, 366))])
def test_bars_and_points_of_a_day_stand_over_each_other(ahead: tuple[int, ...]) -> None:
    """A day's bar, donors and total are at one position within the chart, with or without missing days."""
    days = [FIRST + timedelta(days=number) for number in ahead]
    series: dict[str, list[Point]] = {"flu": [(day, 40, 10) for day in days]}
    chart = chart_of(series, [Together(day, 0.9, 400) for day in days])
    assert chart
    middles = middles_of(chart.bars)
    assert len(middles) == len(days)
    assert points_of(chart.lines[0].line) == pytest.approx(middles, abs=0.11)
    assert points_of(chart.donors) == pytest.approx(middles, abs=0.11)
    width = float(re.search(r"h([\d.]+)", chart.bars)[1])  # type: ignore[index]
    assert middles[0] - width / 2 >= 0
    assert middles[-1] + width / 2 <= WIDTH


def test_weeks_stand_side_by_side() -> None:
    """In a chart of weeks each has a slot, consecutive weeks are joined, and a lost one is a gap."""
    days = [FIRST + timedelta(weeks=number) for number in (0, 1, 3)]
    series: dict[str, list[Point]] = {"flu": [(day, 40, 10) for day in days]}
    chart = chart_of(series, [Together(day, 0.9, 400) for day in days], "week")
    assert chart
    assert (chart.step, chart.lines[0].line.count("M")) == (7, 2)
    assert middles_of(chart.bars) == pytest.approx([WIDTH * place / 8 for place in (1, 3, 7)], abs=0.11)
    assert points_of(chart.lines[0].line) == pytest.approx(middles_of(chart.bars), abs=0.11)
    by_day = chart_of(series, [Together(day, 0.9, 400) for day in days])
    assert by_day
    assert (by_day.step, by_day.lines[0].line.count("M")) == (1, 3)
