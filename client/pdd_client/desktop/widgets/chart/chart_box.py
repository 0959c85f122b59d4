"""A line chart with its legend above it, and the values at the cursor below."""

from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pdd_client.desktop import theme
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.chart.chart import LineChart
from pdd_client.desktop.widgets.chart.chart_paint import DASHES, ceiling_pen, line_pen, paint_mark
from pdd_client.desktop.widgets.chart.legend import Sample
from pdd_client.desktop.widgets.chart.plot import Plot
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.layout.wide_page import paragraph

MOST_LINES = len(DASHES)
"""How many lines can be told apart: one for each kind of dashes."""


class ChartBox(QWidget):
    """Shows a Plot. It has a legend only if there are several lines or a limit."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.chart, self.reading = LineChart(name), paragraph("", "quiet")
        self._legend = QWidget()
        self._samples = [Sample("", partial(_paint_line, index), 2.5) for index in range(MOST_LINES)]
        self._ceiling = Sample("", _paint_ceiling, 2.5)
        self._legend.setLayout(Flow(*self._samples, self._ceiling))
        self.chart.reading.connect(self._read)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._legend)
        column.addWidget(self.chart)
        column.addWidget(self.reading)
        self._read("")

    def show_plot(self, plot: Plot) -> None:
        """Show a plot of at most MOST_LINES lines."""
        for sample, series in zip(self._samples, plot.series, strict=False):
            sample.label.setText(series.name)
        for index, sample in enumerate(self._samples):
            sample.setVisible(index < len(plot.series))
        self._ceiling.setVisible(plot.ceiling is not None)
        self._ceiling.label.setText(plot.ceiling.name if plot.ceiling else "")
        self._legend.setVisible(len(plot.series) > 1 or plot.ceiling is not None)
        self.chart.show_plot(plot)

    def _read(self, text: str) -> None:
        self.reading.setText(text or self._unasked())

    def _unasked(self) -> str:
        """Return what is shown without a cursor: the values of an only day, or else how to read those of a day."""
        if len(days := self.chart.plot.days) == 1:
            return self.chart.text_at(days[0])
        return tr("chart_hint")


def _paint_line(index: int, painter: QPainter, place: QRectF) -> None:
    _paint(painter, place, line_pen(index, theme.current()))
    paint_mark(painter, place.center(), index, theme.current())


def _paint_ceiling(painter: QPainter, place: QRectF) -> None:
    _paint(painter, place, ceiling_pen(theme.current()))


def _paint(painter: QPainter, place: QRectF, pen: QPen) -> None:
    painter.setPen(pen)
    middle = place.center().y()
    painter.drawLine(QPointF(place.left(), middle), QPointF(place.right(), middle))
