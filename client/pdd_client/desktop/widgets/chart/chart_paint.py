"""Painting a line chart: rules and their numbers, bands, lines, the limit, the cursor."""

from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QDate, QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from pdd_client.desktop.theme import Colours
from pdd_client.desktop.widgets.chart.plot import Plot, Point, Series, spread, ticks

DASHES: tuple[tuple[float, ...], ...] = ((), (4, 2.5), (1, 2))
"""The dashes of the first, second and third line, in widths of the line, so that they differ without colour too."""
LINE = 2.0
"""The width of a line, in pixels."""
_BAND = 40
"""The opacity of a band, out of 255. It is low because bands may lie over each other."""


@dataclass(frozen=True)
class Frame:
    """The area of the lines, and the place in it of each day and number.

    Attributes:
        area: the area of the lines, in the widget's coordinates.
        days: all days that have a point, the earliest first.
        rules: the numbers of the level lines, the lowest first; the first and the last are at the area's edges.
        mirrored: whether time runs to the left.

    """

    area: QRectF
    days: tuple[date, ...]
    rules: tuple[float, ...]
    mirrored: bool

    def x(self, day: date) -> float:
        """Return the horizontal place of a day; a single day is in the middle."""
        span = (self.days[-1] - self.days[0]).days
        share = (day - self.days[0]).days / span if span else 0.5
        return self.area.left() + self.area.width() * (1 - share if self.mirrored else share)

    def y(self, number: float) -> float:
        """Return the vertical place of a number."""
        low, high = self.rules[0], self.rules[-1]
        return self.area.bottom() - self.area.height() * (number - low) / (high - low)

    def share(self, x: float) -> float:
        """Return the time at a horizontal place, from 0 for the first day to 1 for the last; see `plot.nearest`."""
        share = (x - self.area.left()) / max(1.0, self.area.width())
        return min(1.0, max(0.0, 1 - share if self.mirrored else share))


def number_text(locale: QLocale, number: float) -> str:
    """Return a number as the locale writes it: whole if it is whole, else with up to two decimals."""
    decimals = next((places for places in (0, 1) if abs(number - round(number, places)) < 1e-9), 2)
    return locale.toString(float(number), "f", decimals)


def day_text(locale: QLocale, day: date) -> str:
    """Return a day in the locale's short form."""
    return locale.toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


def frame_of(plot: Plot, room: QRectF, metrics: QFontMetricsF, locale: QLocale, mirrored: bool) -> Frame:
    """Return the frame of a plot, with space for the numbers beside it and the days below it.

    Args:
        plot: a plot with at least one day.
        room: the widget's rectangle.
        metrics: the font of numbers and days.
        locale: the locale in which they are written.
        mirrored: whether time runs to the left.

    """
    height = metrics.height()
    rules = ticks(*plot.range, most=max(2, min(7, int(room.height() / (2 * height)))))
    beside = max(metrics.horizontalAdvance(number_text(locale, rule)) for rule in rules) + height / 2
    # The names of the first and the last day are centred on the ends of the area: half of each needs space beyond it.
    out = metrics.horizontalAdvance(day_text(locale, plot.days[-1])) / 2
    leading, trailing = max(beside, out), out
    left, right = (trailing, leading) if mirrored else (leading, trailing)
    area = room.adjusted(left, height / 2, -right, -1.75 * height)
    return Frame(area, plot.days, rules, mirrored)


def paint_rules(painter: QPainter, frame: Frame, colours: Colours, locale: QLocale) -> None:
    """Paint the level lines with their numbers, and the days below."""
    metrics = QFontMetricsF(painter.font())
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)  # each number in its own reading direction
    height, area = metrics.height(), frame.area
    side = Qt.AlignmentFlag.AlignLeft if frame.mirrored else Qt.AlignmentFlag.AlignRight
    for rule in frame.rules:
        y = round(frame.y(rule)) + 0.5  # a half, so that the rule covers one row of pixels instead of parts of two
        painter.setPen(QPen(QColor(colours.quiet if rule == 0 else colours.line), 1))
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(QColor(colours.quiet))
        start = area.right() + height / 2 if frame.mirrored else 0.0
        place = QRectF(start, y - height / 2, max(0.0, area.left() - height / 2), height)
        if frame.mirrored:
            place.setWidth(metrics.horizontalAdvance(number_text(locale, rule)) + 1)
        painter.drawText(place, int(side | Qt.AlignmentFlag.AlignVCenter), number_text(locale, rule))
    wide = metrics.horizontalAdvance(day_text(locale, frame.days[-1])) + height
    for day in spread(frame.days, max(1, min(5, int(area.width() / (1.5 * wide)) + 1))):
        place = QRectF(frame.x(day) - wide / 2, area.bottom() + height / 2, wide, height)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignHCenter), day_text(locale, day))


def paint_band(painter: QPainter, frame: Frame, plot: Plot, series: Series, colours: Colours) -> None:
    """Paint the bands of a line; a single day between gaps gets a bar."""
    colour = QColor(colours.teal)
    colour.setAlpha(_BAND)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for run in series.runs(plot.gap):
        if len(run) > 1:
            upper = [QPointF(frame.x(point.day), frame.y(point.high)) for point in run]
            lower = [QPointF(frame.x(point.day), frame.y(point.low)) for point in reversed(run)]
            painter.drawPolygon(QPolygonF(upper + lower))
        else:
            _paint_whisker(painter, frame, run[0])
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_whisker(painter: QPainter, frame: Frame, point: Point) -> None:
    """Paint the band of a single day as a bar."""
    x, width = frame.x(point.day), 3 * LINE
    painter.drawRect(QRectF(QPointF(x - width, frame.y(point.high)), QPointF(x + width, frame.y(point.low))))


def paint_line(painter: QPainter, frame: Frame, plot: Plot, index: int, colours: Colours) -> None:
    """Paint the line with this index; a single day between gaps gets the line's mark."""
    for run in plot.series[index].runs(plot.gap):
        places = [QPointF(frame.x(point.day), frame.y(point.value)) for point in run]
        painter.setPen(line_pen(index, colours))
        painter.drawPolyline(QPolygonF(places))
        if len(places) == 1:
            paint_mark(painter, places[0], index, colours)


def paint_mark(painter: QPainter, place: QPointF, index: int, colours: Colours) -> None:
    """Paint the mark of a line: a disc, a square or a diamond, because a point has no dashes to tell lines apart.

    The rim has the colour of the paper and keeps marks apart that lie over each other.
    """
    size = 2.5 * LINE
    painter.setPen(QPen(QColor(colours.paper), LINE / 2))
    painter.setBrush(QColor(colours.teal))
    if index % len(DASHES) == 0:
        painter.drawEllipse(place, size, size)
    elif index % len(DASHES) == 1:
        painter.drawRect(QRectF(place - QPointF(size, size), place + QPointF(size, size)))
    else:
        corners = (QPointF(0, -1.4 * size), QPointF(1.4 * size, 0), QPointF(0, 1.4 * size), QPointF(-1.4 * size, 0))
        painter.drawPolygon(QPolygonF([place + corner for corner in corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def line_pen(index: int, colours: Colours) -> QPen:
    """Return the pen of the line with this index."""
    pen = QPen(QColor(colours.teal), LINE)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash := DASHES[index % len(DASHES)]:
        pen.setDashPattern(dash)
    return pen


def ceiling_pen(colours: Colours) -> QPen:
    """Return the pen of the limit."""
    return QPen(QColor(colours.amber), LINE, Qt.PenStyle.DashLine)


def paint_ceiling(painter: QPainter, frame: Frame, ceiling: float, colours: Colours) -> None:
    """Paint the limit as a level line of its own."""
    painter.setPen(ceiling_pen(colours))
    y = frame.y(ceiling)
    painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y))


def paint_cursor(painter: QPainter, frame: Frame, plot: Plot, day: date, colours: Colours) -> None:
    """Paint the cursor: an upright rule at its day, and each line's mark on it."""
    painter.setPen(QPen(QColor(colours.quiet), 1))
    x = frame.x(day)
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
    for index, series in enumerate(plot.series):
        if day in series.by_day:
            paint_mark(painter, QPointF(x, frame.y(series.by_day[day].value)), index, colours)
