"""A table of texts, whose rows are made when they become visible."""

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
"""The space beside a text in its cell, in pixels, both sides together: the style sheet's padding and Qt's own."""


class TableModel(QAbstractTableModel):
    """Rows of texts. The first column says what a row is about, the others are numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._heads: Sequence[str] = ()
        self._count = 0
        self._row: Callable[[int], Sequence[str]] = lambda _: ()

    def show_rows(self, heads: Sequence[str], count: int, row: Callable[[int], Sequence[str]]) -> None:
        """Show other rows.

        Args:
            heads: the heads of the columns.
            count: the number of rows.
            row: returns the texts of the row with this number, as many as there are heads.

        """
        self.beginResetModel()
        self._heads, self._count, self._row = heads, count, row
        self.endResetModel()

    # --- see QAbstractTableModel

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, its tooltip, or its alignment: the first column leads, numbers trail."""
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
        """Return the head of a column, or its alignment."""
        if orientation == Qt.Orientation.Vertical or section >= len(self._heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (_END if section else _START).value | _WRAP.value
        return None


def shared(needs: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return the widths of columns that fill the room.

    Each column gets the width that it needs. If the room is too small, the widest columns share what the others leave.
    If it is too large, the rest goes to the first column.

    Args:
        needs: the width that each column needs for its texts, in pixels.
        least: the width of each column's longest word, below which it is never made, even if the room is exceeded.
        room: the width of the table.

    """
    widths, left = list(needs), room
    for place, column in enumerate(sorted(range(len(needs)), key=needs.__getitem__)):
        widths[column] = max(least[column], min(needs[column], left // (len(needs) - place)))
        left -= widths[column]
    return [widths[0] + max(0, left), *widths[1:]] if widths else []


class Table(QTableView):
    """Shows a TableModel, as high as its rows but at most as `most` of them; text that is too wide wraps."""

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
        self.horizontalHeader().setResizeContentsPrecision(most)  # Qt measures only so many rows for a column
        self.rows.modelReset.connect(self._measure)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """See QWidget."""
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Give columns the widths that there is room for, and rows the heights that their texts then have."""
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
        """Return the width of the longest word in a column's head and its first rows, in pixels."""
        rows = range(min(self._most, self.rows.rowCount()))
        texts = [str(self.rows.index(row, column).data()) for row in rows]
        texts.append(str(self.rows.headerData(column, Qt.Orientation.Horizontal)))
        return max((self.fontMetrics().horizontalAdvance(word) for text in texts for word in text.split()), default=0)

    def _measure_heads(self) -> None:
        """Make the header as high as the head with the most lines: a header asks for one line only."""
        header, metrics, lines = self.horizontalHeader(), self.fontMetrics(), []
        for column in range(self.rows.columnCount()):
            place = QRect(0, 0, self.columnWidth(column) - _PADDING, 0)
            head = str(self.rows.headerData(column, Qt.Orientation.Horizontal))
            lines.append(metrics.boundingRect(place, _WRAP.value, head).height())
        header.setFixedHeight(max(lines, default=metrics.height()) + _PADDING)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of the rows, up to `most` of them, and of the header."""
        shown = min(self._most, self.rows.rowCount())
        rows = sum(self.rowHeight(row) for row in range(shown)) or self._row_height()
        return QSize(48 * self.fontMetrics().averageCharWidth(), rows + self.horizontalHeader().height() + 16)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height: the page scrolls instead of the table."""
        return QSize(20 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _row_height(self) -> int:
        """Set the height of a row with one line of text, and return it in pixels."""
        height = round(1.75 * self.fontMetrics().height())
        self.verticalHeader().setDefaultSectionSize(height)
        return height
