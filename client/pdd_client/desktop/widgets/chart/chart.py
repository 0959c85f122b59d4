"""A line chart that can be read with the mouse, with the arrow keys, and with a screen reader."""

from datetime import date
from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionFocusRect, QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import current
from pdd_client.desktop.widgets.accessible import speak_as
from pdd_client.desktop.widgets.chart import chart_paint
from pdd_client.desktop.widgets.chart.plot import Plot, Series, nearest

_KEYS = {Qt.Key.Key_Home: "first", Qt.Key.Key_End: "last", Qt.Key.Key_Left: "left", Qt.Key.Key_Right: "right"}


class LineChart(QWidget):
    """Shows lines with their bands over days. A cursor goes from day to day, and `reading` says what is under it.

    The values under the cursor are also the widget's accessible description. They are announced when they change.
    """

    reading = Signal(str)
    """The values at the cursor, as a text; empty if there is no cursor."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plot = Plot(())
        self._cursor: date | None = None
        speak_as(self, QAccessible.Role.Chart)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def plot(self) -> Plot:
        """The plot that is shown."""
        return self._plot

    def show_plot(self, plot: Plot) -> None:
        """Show a plot. The cursor stays on its day if the plot has that."""
        self._plot = plot
        if self._cursor not in plot.days:
            self._cursor = None
        self._say()
        self.update()

    def read_at(self, day: date | None) -> None:
        """Move the cursor to a day of the plot; None takes it away."""
        if day != self._cursor:
            self._cursor = day
            self._say()
            self.update()

    def text_at(self, day: date) -> str:
        """Return the values of all lines on a day, and the limit if there is one."""
        parts = [self._value_text(series, day) for series in self._plot.series if day in series.by_day]
        if limit := self._plot.ceiling:
            value = chart_paint.number_text(self.locale(), limit.value)
            parts.append(tr("chart_value", name=limit.name, value=value))
        name = chart_paint.day_text(self.locale(), day)
        if day in self._plot.open_days:
            name = tr("not_final", day=name)
        return tr("chart_day", day=name, values=tr("chart_next").join(parts))

    def _value_text(self, series: Series, day: date) -> str:
        point, locale = series.by_day[day], self.locale()
        value, low, high = (chart_paint.number_text(locale, number) for number in (point.value, point.low, point.high))
        if point.low == point.high:
            return tr("chart_value", name=series.name, value=value)
        return tr("chart_between", name=series.name, value=value, low=low, high=high)

    def _say(self) -> None:
        """Tell the values at the cursor to the chart's box and to screen readers."""
        text = self.text_at(self._cursor) if self._cursor else ""
        help_text = tr("chart_keys") if self._plot.days else tr("chart_empty")
        self.setAccessibleDescription(text or help_text)
        if text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self.reading.emit(text)

    # --- from the person

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Move the cursor: Left and Right by a day in that direction, Home and End to the ends. Escape removes it."""
        days, move = self._plot.days, _KEYS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self._cursor:
            self.read_at(None)
        elif not days or move is None:
            super().keyPressEvent(event)
        elif move in ("first", "last"):
            self.read_at(days[0 if move == "first" else -1])
        else:
            self._step(days, 1 if (move == "right") is not self._mirrored() else -1)

    def _step(self, days: tuple[date, ...], by: int) -> None:
        """Move the cursor by so many days of the plot; without a cursor, put it on the last day."""
        if self._cursor is None:
            self.read_at(days[-1])
        else:
            self.read_at(days[min(len(days) - 1, max(0, days.index(self._cursor) + by))])

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Move the cursor to the day nearest to the mouse."""
        if days := self._plot.days:
            self.read_at(days[nearest(days, self._frame().share(event.position().x()))])

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """Take the cursor away when the mouse leaves, unless the keyboard has the focus."""
        if not self.hasFocus():
            self.read_at(None)
        super().leaveEvent(event)

    # --- to the person

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size that grows with the font."""
        metrics = self.fontMetrics()
        return QSize(60 * metrics.averageCharWidth(), 14 * metrics.height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the smallest size at which the chart can be read."""
        metrics = self.fontMetrics()
        return QSize(28 * metrics.averageCharWidth(), 12 * metrics.height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Measure and paint anew, since the font, the theme or the reading direction may be another."""
        self.updateGeometry()
        self.update()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802, ARG002
        """Paint the chart with `chart_paint`, and a frame if it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._plot.days:
            self._paint(painter)
        if self.hasFocus():
            option: Any = QStyleOptionFocusRect()
            option.initFrom(self)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)

    def _paint(self, painter: QPainter) -> None:
        colours, frame, plot = current(), self._frame(), self._plot
        chart_paint.paint_rules(painter, frame, colours, self.locale())
        for series in plot.series:
            chart_paint.paint_band(painter, frame, plot, series, colours)
        if plot.ceiling is not None:
            chart_paint.paint_ceiling(painter, frame, plot.ceiling.value, colours)
        for index in range(len(plot.series)):
            chart_paint.paint_line(painter, frame, plot, index, colours)
        if self._cursor:
            chart_paint.paint_cursor(painter, frame, plot, self._cursor, colours)

    def _frame(self) -> chart_paint.Frame:
        room, metrics = QRectF(self.rect()), QFontMetricsF(self.font())
        return chart_paint.frame_of(self._plot, room, metrics, self.locale(), self._mirrored())

    def _mirrored(self) -> bool:
        return self.layoutDirection() == Qt.LayoutDirection.RightToLeft
