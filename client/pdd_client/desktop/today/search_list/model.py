"""The Today page's list as Qt wants it: a flat table whose rows open and close, of which only the visible are drawn."""

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
"""The role under which a cell gives its Row."""
OPENED = ROW + 1
"""The role under which a cell says whether its row is open; None if it can't be."""
_NO_INDEX = QModelIndex()
_COLUMNS = 3


class DayModel(QAbstractTableModel):
    """The rows of a day: what it is, how many times, and more about it. Opened rows stay open from day to day."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._day: DayViewModel | None = None
        self._rows: list[Item] = []
        self._opened: set[Key] = set()
        self._texts = RowTexts()

    def show_day(self, day: DayViewModel | None) -> None:
        """Show this day."""
        self.beginResetModel()
        self._day = day
        self._rows = rows_of(day, self._opened) if day else []
        self.endResetModel()

    @property
    def day(self) -> date | None:
        """The day that is shown."""
        return self._day.day if self._day else None

    @property
    def opened(self) -> frozenset[Key]:
        """The keys of the rows that are open."""
        return frozenset(self._opened)

    def row(self, index: Index) -> Row | None:
        """The row at an index, None where there is none."""
        return as_row(self._rows[index.row()]) if index.isValid() else None

    def name(self, index: Index) -> Name | None:
        """What the row at an index is, None where there is none."""
        return named(self._rows[index.row()]) if index.isValid() else None

    def nearest(self, name: Name, place: int) -> QModelIndex:
        """Where this is now, nearest to its place before; where it is gone, the row that it was beneath.

        Not the next search: what is done twice by mistake, such as taking out, must not meet that one.
        """
        places = [number for number, item in enumerate(self._rows) if named(item) == name]
        above = [number for number, item in enumerate(self._rows[:place]) if isinstance(item, Row)]
        return self.index(min(places, key=lambda number: abs(number - place), default=max(above, default=0)), 0)

    def toggle(self, index: Index) -> None:
        """Open a row, or close it."""
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
        """The rows shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """What, how many times, more."""
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, and the row itself for the delegate."""
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
