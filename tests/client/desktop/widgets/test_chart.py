"""The line chart: what it draws where, and how it is read by mouse, keyboard and screen reader."""

from datetime import date, timedelta
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QColor, QFont
from pytestqt.qtbot import QtBot

from pdd_client.desktop import theme
from pdd_client.desktop.widgets.chart.chart import LineChart
from pdd_client.desktop.widgets.chart.chart_box import ChartBox
from pdd_client.desktop.widgets.chart.plot import Ceiling, Plot, Point, Series, nearest, spread, ticks

FIRST = date(2026, 11, 1)
NUMBERS = st.floats(-1e6, 1e6)


def series(name: str, *values: float, skip: tuple[int, ...] = ()) -> Series:
    days = [number for number in range(len(values) + len(skip)) if number not in skip]
    points = zip(days, values, strict=True)
    return Series(name, tuple(Point(FIRST + timedelta(days=day), value, value - 5, value + 5) for day, value in points))


@pytest.fixture
def chart(qtbot: QtBot) -> LineChart:
    chart = LineChart("Totals")
    chart.setLocale(QLocale("en_GB"))
    qtbot.addWidget(chart)
    chart.resize(600, 240)
    chart.show_plot(Plot((series("flu", 10, 20, 30), series("cough", 5, 5, 5)), Ceiling("limit", 100.0)))
    chart.show()
    qtbot.waitExposed(chart)
    return chart


def press(qtbot: QtBot, chart: LineChart, *keys: Qt.Key) -> str:
    for key in keys:
        qtbot.keyClick(chart, key)
    return chart.accessibleDescription()


def test_arrow_keys_read_the_values(qtbot: QtBot, chart: LineChart) -> None:
    """A screen reader hears the values of the day under the cursor, which stays at either end."""
    assert "arrow keys" in chart.accessibleDescription()
    said = press(qtbot, chart, Qt.Key.Key_Home)
    assert said == "01/11/2026: flu 10, between 5 and 15; cough 5, between 0 and 10; limit 100"
    assert press(qtbot, chart, Qt.Key.Key_Left) == said
    assert press(qtbot, chart, Qt.Key.Key_Right).startswith("02/11/2026: flu 20")
    assert press(qtbot, chart, Qt.Key.Key_End).startswith("03/11/2026: flu 30")
    assert "arrow keys" in press(qtbot, chart, Qt.Key.Key_Escape)


def test_from_right_to_left_time_runs_to_the_left(qtbot: QtBot, chart: LineChart) -> None:
    """In a right-to-left language the arrow keys go where they point, and the first day is on the right."""
    chart.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    press(qtbot, chart, Qt.Key.Key_Home)
    assert press(qtbot, chart, Qt.Key.Key_Left).startswith("02/11/2026")
    qtbot.mouseMove(chart, QPoint(chart.width() - 60, 100))
    assert chart.accessibleDescription().startswith("01/11/2026")


def test_the_mouse_reads_the_nearest_day(qtbot: QtBot, chart: LineChart) -> None:
    """The mouse selects the nearest day, and the chart reports its values."""
    with qtbot.waitSignal(chart.reading) as reading:
        qtbot.mouseMove(chart, QPoint(chart.width() // 2 + 30, 100))
    assert reading.args[0].startswith("02/11/2026")


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("size", [9, 18])
def test_lines_ceiling_and_labels_are_drawn(
    monkeypatch: pytest.MonkeyPatch, chart: LineChart, colours: theme.Colours, size: int
) -> None:
    """Line, band and limit are drawn in the theme's colours, with a font twice as large too."""
    monkeypatch.setattr(theme, "current", lambda: colours)
    monkeypatch.setattr("pdd_client.desktop.widgets.chart.chart.current", lambda: colours)
    font = QFont(chart.font())
    font.setPointSize(size)
    chart.setFont(font)
    picture = chart.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    for colour in (colours.teal, colours.amber, colours.line):
        assert QColor(colour).name() in seen


@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_lines_of_one_day_are_told_apart(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, colours: theme.Colours) -> None:
    """Lines of a single day have marks of different shapes, as in the legend, and their numbers beneath."""
    monkeypatch.setattr(theme, "current", lambda: colours)
    monkeypatch.setattr("pdd_client.desktop.widgets.chart.chart.current", lambda: colours)
    box = ChartBox("Totals")
    box.chart.setLocale(QLocale("en_GB"))
    qtbot.addWidget(box)
    box.resize(600, 400)
    box.show_plot(Plot(tuple(series(name, value) for name, value in (("flu", 90), ("cough", 50), ("cold", 10)))))
    box.show()
    qtbot.waitExposed(box)
    picture, teal = box.chart.grab().toImage(), QColor(colours.teal)
    runs = [sum(picture.pixelColor(x, y) == teal for x in range(picture.width())) for y in range(picture.height())]
    shapes = [tuple(group) for drawn, group in groupby(runs, key=bool) if drawn]
    assert len(set(shapes)) == 3, "as many outlines as lines"
    samples = [sample.grab().toImage() for sample in box._samples]
    assert all(one != other for one, other in combinations(samples, 2))
    assert box.reading.text().startswith("01/11/2026: flu 90, between 85 and 95; cough 50")


def test_a_line_does_not_claim_days_without_a_number() -> None:
    """A line is cut where days are missing."""
    runs = list(series("flu", 1, 2, 3, 4, skip=(2, 3)).runs(timedelta(days=1)))
    assert [[point.value for point in run] for run in runs] == [[1, 2], [3, 4]]


def test_an_empty_chart_says_so(qtbot: QtBot) -> None:
    """A chart without data draws an empty state, and its keys do nothing."""
    chart = LineChart("Totals")
    qtbot.addWidget(chart)
    chart.show()
    chart.show_plot(Plot((series("flu"),)))
    assert press(qtbot, chart, Qt.Key.Key_Right) == "Nothing to show yet."


@given(st.tuples(NUMBERS, NUMBERS).filter(lambda two: two[1] - two[0] > 1e-3), st.integers(2, 8))
def test_ticks_cover_and_are_few(ends: tuple[float, float], most: int) -> None:
    """Ticks cover the whole range evenly, and are not many more than requested."""
    low, high = ends
    found = ticks(low, high, most)
    step = found[1] - found[0]
    assert found[0] <= low + 1e-6
    assert found[-1] >= high - step * 1e-6
    assert 2 <= len(found) <= most + 2


@given(st.sets(st.dates(date(2000, 1, 1), date(2040, 1, 1)), min_size=1), st.integers(1, 6))
def test_labelled_days_are_among_the_days(days: set[date], most: int) -> None:
    """Labelled days are among the days, in order, no more than requested, with the last one."""
    ordered = tuple(sorted(days))
    found = spread(ordered, most)
    assert set(found) <= days
    assert list(found) == sorted(found)
    assert len(found) <= max(1, most)
    assert found[-1] == ordered[-1]


@given(st.sets(st.dates(date(2000, 1, 1), date(2040, 1, 1)), min_size=2), st.floats(0, 1))
def test_the_nearest_day_is_the_nearest(days: set[date], share: float) -> None:
    """The nearest day is the one with the least distance."""
    ordered = tuple(sorted(days))
    place = ordered[0].toordinal() + share * (ordered[-1] - ordered[0]).days
    found = ordered[nearest(ordered, share)]
    assert all(abs(found.toordinal() - place) <= abs(day.toordinal() - place) for day in ordered)
