"""A plain table: rows of text that are made when they are seen."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from pdd_client.desktop.texts import wording

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_START = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
_END = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
_WRAP = Qt.TextFlag.TextWordWrap
_PADDING = 16
"""Pixels beside a text in its cell, on both sides together: the style sheet's, and Qt's own."""


class TableModel(QAbstractTableModel):
    """Rows of texts; the first column says what a row is of, the others are numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._heads: Sequence[str] = ()
        self._count = 0
        self._row: Callable[[int], Sequence[str]] = lambda _: ()

    def show_rows(self, heads: Sequence[str], count: int, row: Callable[[int], Sequence[str]]) -> None:
        """Show `count` rows under these heads; `row` gives the texts of one."""
        self.beginResetModel()
        self._heads, self._count, self._row = heads, count, row
        self.endResetModel()

    # --- see QAbstractTableModel

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """The rows."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """The heads."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts; numbers at the trailing edge."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._row(index.row())[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return wording.tooltip(self._row(index.row())[index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _END if index.column() else _START
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The heads."""
        if orientation == Qt.Orientation.Vertical or section >= len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (_END if section else _START).value | _WRAP.value
        return None


def shared(needs: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Widths that fill the room: each column gets what it needs, or the widest ones share what there is.

    Room that no column needs goes to the first one. No column is narrower than its `least`, its longest word.
    """
    widths, left = list(needs), room
    for place, column in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        widths[column] = max(least[column], min(needs[column], left // (len(needs) - place)))
        left -= widths[column]
    return [widths[0] + max(0, left), *widths[1:]] if widths else []


class Table(QTableView):
    """Shows a TableModel, of which it is as high as `most` rows at the most; text that is too wide wraps."""

    def __init__(self, name: str, most: int = 12) -> None:
        super().__init__()
        self.rows = TableModel()
        self._most = most
        self.setModel(self.rows)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setFrameShape(self.Shape.NoFrame)
        self.verticalHeader().hide()
        for header in (self.verticalHeader(), self.horizontalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setMinimumSectionSize(1)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setResizeContentsPrecision(most)  # as many rows decide how wide a column is
        self.rows.modelReset.connect(self._measure)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """See QWidget."""
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Columns as wide as there is room for, rows as high as their texts are then."""
        header, columns, room = self.horizontalHeader(), range(self.rows.columnCount()), self.viewport().width()
        needs = [max(self.sizeHintForColumn(column), header.sectionSizeHint(column)) for column in columns]
        least = [self._longest_word(column) + _PADDING for column in columns]
        for column, width in enumerate(shared(needs, least, room)):
            self.setColumnWidth(column, width)
        self._row_height()
        if sum(needs) > room:
            self.resizeRowsToContents()
        self._measure_heads()
        self.updateGeometry()

    def _longest_word(self, column: int) -> int:
        """How wide the longest word of a column's first rows and of its head is."""
        rows = range(min(self._most, self.rows.rowCount()))
        texts = [str(self.rows.index(row, column).data()) for row in rows]
        texts.append(str(self.rows.headerData(column, Qt.Orientation.Horizontal)))
        return max((self.fontMetrics().horizontalAdvance(word) for text in texts for word in text.split()), default=0)

    def _measure_heads(self) -> None:
        """The heads as high as the one that wraps most: a header asks for one line only."""
        header, metrics, lines = self.horizontalHeader(), self.fontMetrics(), []
        for column in range(self.rows.columnCount()):
            place = QRect(0, 0, self.columnWidth(column) - _PADDING, 0)
            head = str(self.rows.headerData(column, Qt.Orientation.Horizontal))
            lines.append(metrics.boundingRect(place, _WRAP.value, head).height())
        header.setFixedHeight(max(lines, default=metrics.height()) + _PADDING)

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as its rows."""
        shown = min(self._most, self.rows.rowCount())
        rows = sum(self.rowHeight(row) for row in range(shown)) or self._row_height()
        return QSize(48 * self.fontMetrics().averageCharWidth(), rows + self.horizontalHeader().height() + 16)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No less: the page scrolls."""
        return QSize(20 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _row_height(self) -> int:
        height = round(1.75 * self.fontMetrics().height())
        self.verticalHeader().setDefaultSectionSize(height)
        return height
