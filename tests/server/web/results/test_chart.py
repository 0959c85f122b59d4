"""The charts of results and monitoring: places of marks, axes, colours, and gaps."""

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from pdd_server.web.results.chart import COLOURS, HEIGHT, ROOM, WIDTH, Chart, Slot, Spot, chart_of, colours_of

FIRST = date(2026, 11, 1)


def points_of(path: str) -> list[float]:
    """Return the horizontal positions of a line's points."""
    return sorted({float(x) for x in re.findall(r"(-?[\d.]+),-?[\d.]+", path)})


def middles_of(bars: str) -> list[float]:
    """Return the horizontal middles of bars."""
    return [float(left) + float(width) / 2 for left, width in re.findall(r"M([\d.]+),\d+v-?[\d.]+h([\d.]+)", bars)]


def drawn(values: dict[str, dict[int, tuple[float, float, float]]], slots: int = 8) -> Chart:
    """Return a chart of days with these numbers and bounds by slot; days without any have no totals."""
    there = {slot for points in values.values() for slot in points}
    days = [FIRST + timedelta(days=number) for number in range(slots)]
    found = chart_of(
        {entry: [Spot(slot, *numbers) for slot, numbers in points.items()] for entry, points in values.items()},
        [Slot(day, day, *((0.9, 400) if number in there else (None, None))) for number, day in enumerate(days)],
    )
    assert found
    return found


@pytest.mark.parametrize("there", [(0, 1), tuple(range(30)), (0, 1, 5, 6, 7, 40), tuple(range(0, 366))])
def test_bars_and_points_of_a_day_stand_over_each_other(there: tuple[int, ...]) -> None:
    """A day's bar, donors and total are at one position within the chart, with or without missing days."""
    chart = drawn({"flu": dict.fromkeys(there, (40, 30, 50))}, there[-1] + 1)
    middles = middles_of(chart.bars)
    assert len(middles) == len(there)
    assert points_of(chart.lines[0].line) == pytest.approx(middles, abs=0.11)
    assert points_of(chart.donors) == pytest.approx(middles, abs=0.11)
    width = float(re.search(r"h([\d.]+)", chart.bars)[1])  # type: ignore[index]
    assert middles[0] - width / 2 >= 0
    assert middles[-1] + width / 2 <= ROOM * WIDTH


def test_a_line_breaks_where_there_is_no_number() -> None:
    """Neighbouring points are joined, and a slot without a number is a gap in line and band."""
    (line,) = drawn({"flu": {0: (10, 5, 15), 1: (4, 0, 9), 3: (2, -3, 7)}}).lines
    assert (line.line.count("M"), line.band.count("M"), line.band.count("Z")) == (2, 2, 2)


def test_a_chart_needs_two_slots_and_a_number() -> None:
    """One day makes no chart, and neither do lines without numbers."""
    slots = [Slot(FIRST, FIRST, 0.9, 400)]
    assert chart_of({"flu": [Spot(0, 1, 0, 2)]}, slots) is None
    assert chart_of({"flu": []}, 2 * slots) is None


def test_a_band_need_not_be_even() -> None:
    """A band reaches from its lower to its upper bound, which need not be equally far from the line."""
    chart = drawn({"flu": {0: (10, 0, 100), 1: (10, 0, 100)}})
    places = [float(y) for y in re.findall(r",(-?[\d.]+)", chart.lines[0].band)]
    assert places == [0, 0, HEIGHT, HEIGHT]
    assert float(chart.lines[0].line.split(",")[1].split("L")[0]) == pytest.approx(0.9 * HEIGHT)


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0, 400, ["0", "100", "200", "300", "400"]),
        (-130, 410, ["0", "200", "400"]),
        (0, 1_000_000, ["0", "200,000", "400,000", "600,000", "800,000", "1,000,000"]),
        (0, 0.9, ["0.0", "0.2", "0.4", "0.6", "0.8"]),
        (-0.02, 0.04, ["−0.02", "0.00", "0.02", "0.04"]),
    ],
)
def test_an_axis_has_round_numbers(low: float, high: float, texts: list[str]) -> None:
    """Ticks are round, zero is one of them, and each stands where its number is."""
    chart = drawn({"flu": {0: (high, low, high), 1: (high, low, high)}})
    assert [tick.text for tick in chart.numbers] == texts
    zero = next(tick for tick in chart.numbers if float(tick.text.replace("−", "-").replace(",", "")) == 0)
    assert zero.place == pytest.approx(100 * high / (high - low), abs=0.01)


def test_labels_of_lines_do_not_cover_each_other() -> None:
    """Keywords at the ends of lines that meet stand apart, in the order of the lines, within the chart."""
    chart = drawn({f"word{n}": {0: (n, n, n + 100), 1: (n % 3, -50, 100)} for n in range(COLOURS)})
    places = sorted(line.label for line in chart.lines)
    assert all(after - before >= 6.9 for before, after in pairwise(places))
    assert places[0] >= 0
    assert places[-1] <= 97


def test_a_keyword_keeps_its_colour() -> None:
    """A keyword's colour follows from its place in the vocabulary, whichever others are drawn; no two are alike."""
    words = [f"word{n}" for n in range(20)]
    assert colours_of(["word2", "word0"], words) == {"word0": 1, "word2": 3}
    assert colours_of(["word2"], words) == {"word2": 3}
    assert colours_of(["word8", "word2"], words) == {"word2": 3, "word8": 4}
    for first in range(14):
        assert len(set(colours_of(words[first : first + COLOURS], words).values())) == COLOURS


def test_months_are_named() -> None:
    """The dates of a chart of months are names of months, and those of days are days."""
    months = [Slot(date(2026, 10, 1), date(2026, 10, 31), 0.9, 4), Slot(date(2026, 11, 1), date(2026, 11, 30), 0.9, 4)]
    chart = chart_of({"flu": [Spot(0, 1, 0, 2), Spot(1, 1, 0, 2)]}, months)
    assert chart
    assert [tick.text for tick in chart.dates] == ["Oct 2026", "Nov 2026"]
    assert [tick.text for tick in drawn({"flu": {0: (1, 0, 2)}}, 2).dates] == ["1 Nov", "2 Nov"]
