"""A calendar that marks days by shape and colour; a day is chosen with the mouse or the arrow keys."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from pdd_client.desktop import theme
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.widgets.chart.legend import Sample
from pdd_client.desktop.widgets.layout.flow import Flow
from pdd_client.desktop.widgets.tables.month_model import DAY, MARK, Index, Mark, MonthModel, Shape

_CELL = 2.9
"""The height of a cell in lines of text: the day's number, and the mark below it."""
_PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


class Calendar(QWidget):
    """Shows one month at a time, of those that have something to look at."""

    chosen = Signal(object)
    """The date of the day that the person looks at."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.model = MonthModel(self.locale, self)
        self.table = _Table(self.model)
        self.table.setAccessibleName(name)
        self.title = QLabel()
        theme.role(self.title, "heading")
        self.earlier, self.later = QPushButton(tr("earlier")), QPushButton(tr("later"))
        self.earlier.setAccessibleName(tr("earlier_month"))
        self.later.setAccessibleName(tr("later_month"))
        self._first = self._last = self.model.month
        self._lay_out()
        self.earlier.clicked.connect(lambda: self.turn(-1))
        self.later.clicked.connect(lambda: self.turn(1))
        self.table.turned.connect(self.turn)
        self.table.selectionModel().currentChanged.connect(self._chosen)

    def _lay_out(self) -> None:
        head, column = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.title, 1)
        head.addWidget(self.earlier)
        head.addWidget(self.later)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self.table)

    def show_days(self, marks: Mapping[date, Mark], first: date, last: date) -> None:
        """Mark days.

        Args:
            marks: the marks, by day.
            first: the first day that can be looked at; its month is the first that can be shown.
            last: the last one.

        """
        self._first, self._last = first, last
        self.model.show_marks(marks)
        if not first.replace(day=1) <= self.model.month <= last:
            self._show_month(last)
        self._show_ends()

    def choose(self, day: date) -> None:
        """Choose a day and show its month."""
        self._show_month(day)
        self.table.setCurrentIndex(self.model.index_of(day))

    def turn(self, months: int) -> None:
        """Show an earlier or later month, if there is something to look at.

        Args:
            months: 1 for the next month, -1 for the one before.

        """
        # From the first of a month, 14 + 30 days lead into the next month, and 14 - 30 days into the one before.
        middle = self.model.month + timedelta(days=14 + 30 * months)
        if self._first.replace(day=1) <= middle.replace(day=1) <= self._last:
            self._show_month(middle)

    def _show_month(self, day: date) -> None:
        if day.replace(day=1) != self.model.month:
            self.model.show_month(day)
        month, locale = self.model.month, self.locale()
        name = locale.standaloneMonthName(month.month, QLocale.FormatType.LongFormat)
        self.title.setText(tr("month_year", month=name, year=month.year))
        self._show_ends()

    def _show_ends(self) -> None:
        self.earlier.setEnabled(self.model.month > self._first)
        self.later.setEnabled(self.model.month < self._last.replace(day=1))

    def _chosen(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.model.day_at(current))


class _Table(QTableView):
    """The table of a month. Page Up and Page Down ask for another month."""

    turned = Signal(int)
    """1 for the next month, -1 for the one before."""

    def __init__(self, model: MonthModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(_DayDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(self.Shape.NoFrame)
        self.verticalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            header.setMinimumSectionSize(1)
            header.setHighlightSections(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._measure()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See QTableView."""
        months = _PAGES.get(Qt.Key(event.key()))
        if months is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(months)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """See QWidget."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for the numbers of a week."""
        return QSize(7 * self.fontMetrics().horizontalAdvance(" 30 "), self.minimumHeight())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a size with room for the names of the weekdays."""
        return QSize(7 * self.fontMetrics().horizontalAdvance("MMMM"), self.minimumHeight())

    def _measure(self) -> None:
        line = self.fontMetrics().height()
        self.setFixedHeight(round(6 * _CELL * line) + round(2.2 * line))


class _DayDelegate(QStyledItemDelegate):
    """Draws a day's number and its mark; days of other months are in a quieter colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """See QStyledItemDelegate."""
        colours, place, line = theme.current(), QRectF(option.rect), option.fontMetrics.height()
        model = index.model()
        own = isinstance(model, MonthModel) and index.data(DAY).month == model.month.month
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & option.state.State_Selected:
            painter.setPen(QPen(QColor(colours.teal), 2))
            painter.setBrush(QColor(colours.wash))
            painter.drawRoundedRect(place.adjusted(2, 2, -2, -2), 4, 4)
        painter.setPen(QColor(colours.ink if own else colours.quiet))
        text = place.adjusted(0, line * 0.25, 0, 0)
        painter.drawText(text, int(Qt.AlignmentFlag.AlignHCenter), str(index.data()))
        if mark := index.data(MARK):
            paint_mark(painter, QPointF(place.center().x(), place.top() + 1.9 * line), line * 0.32, mark.shape)
        painter.restore()


def paint_mark(painter: QPainter, middle: QPointF, size: float, shape: Shape) -> None:
    """Paint a mark.

    Args:
        painter: where to paint.
        middle: the mark's centre.
        size: half its width, in pixels.
        shape: its shape, which also decides its colour.

    """
    colours = theme.current()
    colour = QColor({Shape.DISC: colours.teal, Shape.RING: colours.teal}.get(shape, colours.amber))
    colour = QColor(colours.quiet) if shape in (Shape.DASH, Shape.CROSS, Shape.DOTS) else colour
    pen = QPen(colour, 2)
    painter.setPen(pen)
    painter.setBrush(colour if shape in (Shape.DISC, Shape.DIAMOND) else Qt.BrushStyle.NoBrush)
    if shape in (Shape.DISC, Shape.RING):
        painter.drawEllipse(middle, size, size)
    elif shape in (Shape.DASH, Shape.CROSS):
        painter.drawLine(middle - QPointF(size, 0), middle + QPointF(size, 0))
        if shape is Shape.CROSS:
            painter.drawLine(middle - QPointF(0, size), middle + QPointF(0, size))
    elif shape is Shape.DIAMOND:
        corners = [QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]
        painter.drawPolygon(QPolygonF([middle + corner for corner in corners]))
    else:
        painter.setBrush(colour)
        for across in (-size, 0.0, size):
            painter.drawEllipse(middle + QPointF(across, 0), 0.6, 0.6)


class Legend(QWidget):
    """Shows what each mark means."""

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        super().__init__()
        self.setLayout(Flow(*(Sample(mark.text, partial(_paint_sample, mark.shape)) for mark in marks)))


def _paint_sample(shape: Shape, painter: QPainter, place: QRectF) -> None:
    paint_mark(painter, place.center(), place.width() * 0.3, shape)
