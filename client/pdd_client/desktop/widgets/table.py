"""A plain table: rows of text that are made when they are seen."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from pdd_client.desktop import wording

Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()
_START = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
_END = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter


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
            return _END if section else _START
        return None


class Table(QTableView):
    """Shows a TableModel, of which it is as high as `most` rows at the most."""

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
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setResizeContentsPrecision(most)  # as many rows decide how wide a column is
        self.rows.modelReset.connect(self._measure)

    def _measure(self) -> None:
        """Numbers take what they need, and what they are of the rest."""
        for column in range(self.rows.columnCount()):
            mode = QHeaderView.ResizeMode.ResizeToContents if column else QHeaderView.ResizeMode.Stretch
            self.horizontalHeader().setSectionResizeMode(column, mode)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """As high as its rows."""
        shown = min(self._most, max(1, self.rows.rowCount()))
        height = self._row_height() * shown + self.horizontalHeader().sizeHint().height()
        return QSize(48 * self.fontMetrics().averageCharWidth(), height + 16)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """No less: the page scrolls."""
        return QSize(20 * self.fontMetrics().averageCharWidth(), self.sizeHint().height())

    def _row_height(self) -> int:
        height = round(1.75 * self.fontMetrics().height())
        self.verticalHeader().setDefaultSectionSize(height)
        return height
