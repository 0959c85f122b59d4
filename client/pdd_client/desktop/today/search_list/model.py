"""The Qt model of the Today page's list: a flat table whose rows open and close.

A day may have thousands of searches and keywords. Qt asks a table only for the rows that are visible.
"""

from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from pdd_client.desktop.texts import wording
from pdd_client.desktop.today.search_list.row_texts import RowTexts
from pdd_client.desktop.today.search_list.rows import Item, Key, Row, as_row, beneath, named, rows_of
from pdd_client.desktop.today.view_model import DayViewModel

Index = QModelIndex | QPersistentModelIndex
Name = tuple[str, ...]
ROW = int(Qt.ItemDataRole.UserRole)
"""The item data role under which a cell gives its `Row`."""
OPENED = ROW + 1
"""The item data role under which a cell says whether its row is open; None if the row can't be opened."""
_NO_INDEX = QModelIndex()
_COLUMNS = 3


class DayModel(QAbstractTableModel):
    """The rows of a day, in three columns: what a row is, how many times or when, and more about it.

    Rows that were opened stay open when another day is shown.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._day: DayViewModel | None = None
        self._rows: list[Item] = []
        self._opened: set[Key] = set()
        self._texts = RowTexts()

    def show_day(self, day: DayViewModel | None) -> None:
        """Show the rows of this day; None empties the list."""
        self.beginResetModel()
        self._day = day
        self._rows = rows_of(day, self._opened) if day else []
        self.endResetModel()

    @property
    def day(self) -> date | None:
        """The listed day; None while no day is listed."""
        return self._day.day if self._day else None

    @property
    def opened(self) -> frozenset[Key]:
        """The keys of the rows that are open."""
        return frozenset(self._opened)

    def row(self, index: Index) -> Row | None:
        """Return the row at an index; None if the index is invalid."""
        return as_row(self._rows[index.row()]) if index.isValid() else None

    def name(self, index: Index) -> Name | None:
        """Return the name of the row at an index, by which `nearest` finds it again; None if the index is invalid."""
        return named(self._rows[index.row()]) if index.isValid() else None

    def nearest(self, name: Name, place: int) -> QModelIndex:
        """Return the index of a row after the rows have changed.

        Of several rows with this name it is the one nearest to `place`. If there is none, it is the row that this one
        was beneath, never the next search: if the person takes out a search and presses twice, the second press must do
        nothing.

        Args:
            name: the row's name before the change; see `name`.
            place: the row's number before the change.

        """
        places = [number for number, item in enumerate(self._rows) if named(item) == name]
        above = [number for number, item in enumerate(self._rows[:place]) if isinstance(item, Row)]
        return self.index(min(places, key=lambda number: abs(number - place), default=max(above, default=0)), 0)

    def toggle(self, index: Index) -> None:
        """Open the row at an index, or close it if it is open; do nothing if it can't be opened."""
        row = self.row(index)
        if self._day is None or row is None or row.key is None:
            return
        below, first = beneath(self._day, row), index.row() + 1
        if row.key in self._opened:
            self._opened.discard(row.key)
            self.beginRemoveRows(_NO_INDEX, first, first + len(below) - 1)
            del self._rows[first : first + len(below)]
            self.endRemoveRows()
        else:
            self._opened.add(row.key)
            self.beginInsertRows(_NO_INDEX, first, first + len(below) - 1)
            self._rows[first:first] = below
            self.endInsertRows()
        self.dataChanged.emit(self.index(first - 1, 0), self.index(first - 1, _COLUMNS - 1))

    # --- see QAbstractTableModel

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of columns."""
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell's text, tooltip or spoken text; for the delegate, also its row and whether that is open."""
        if not index.isValid():
            return None
        row = as_row(self._rows[index.row()])
        if role == ROW:
            return row
        if role == OPENED:
            return None if row.key is None else row.key in self._opened
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts.cell(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return wording.tooltip(self._texts.cell(row, 0))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._texts.spoken(row, self.data(index, OPENED))
        return None
