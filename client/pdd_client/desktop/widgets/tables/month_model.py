"""A month as a table of weeks, and what each of its days is marked with."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from pdd_client.desktop.texts import wording

Index = QModelIndex | QPersistentModelIndex
DAY = int(Qt.ItemDataRole.UserRole)
"""The role under which a cell gives its date."""
MARK = DAY + 1
"""The role under which a cell gives its Mark, None if the day has none."""
_NO_INDEX = QModelIndex()
_WEEKS, _WEEK = 6, 7


class Shape(StrEnum):
    """How a day is marked: shapes are told apart without colour."""

    DISC = "disc"
    RING = "ring"
    DASH = "dash"
    CROSS = "cross"
    DIAMOND = "diamond"
    DOTS = "dots"


@dataclass(frozen=True)
class Mark:
    """A day's shape, and what it means in a word."""

    shape: Shape
    text: str


class MonthModel(QAbstractTableModel):
    """Six weeks from the one in which the month begins; the week begins where the locale's does."""

    def __init__(self, locale: Callable[[], QLocale], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._locale = locale
        self._marks: Mapping[date, Mark] = {}
        self.month = date(2000, 1, 1)

    def show_month(self, month: date) -> None:
        """Show the month of this day."""
        self.beginResetModel()
        self.month = month.replace(day=1)
        self.endResetModel()

    def show_marks(self, marks: Mapping[date, Mark]) -> None:
        """Mark these days."""
        self._marks = marks
        self.dataChanged.emit(self.index(0, 0), self.index(_WEEKS - 1, _WEEK - 1))

    def day_at(self, index: Index) -> date:
        """The day of a cell."""
        first = self._locale().firstDayOfWeek().value
        back = (self.month.isoweekday() - first) % _WEEK
        return self.month + timedelta(days=index.row() * _WEEK + index.column() - back)

    def index_of(self, day: date) -> QModelIndex:
        """The cell of a day of the month shown, or of the days about it; invalid for another."""
        cells = (day - self.day_at(self.index(0, 0))).days
        return self.index(cells // _WEEK, cells % _WEEK) if 0 <= cells < _WEEKS * _WEEK else QModelIndex()

    # --- see QAbstractTableModel

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """The weeks."""
        return 0 if parent.isValid() else _WEEKS

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """The days of a week."""
        return 0 if parent.isValid() else _WEEK

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The number of the day, its mark, and both in words."""
        if not index.isValid():
            return None
        day = self.day_at(index)
        if role == DAY:
            return day
        mark = self._marks.get(day)
        if role == MARK:
            return mark
        if role == Qt.ItemDataRole.DisplayRole:
            return wording.number(day.day)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            spoken = self.tr("{day}: {what}")
            return spoken.format(day=wording.day(day), what=mark.text) if mark else wording.day(day)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the weekdays."""
        if orientation == Qt.Orientation.Vertical:
            return None
        weekday = (self._locale().firstDayOfWeek().value - 1 + section) % _WEEK + 1
        if role == Qt.ItemDataRole.DisplayRole:
            return self._locale().standaloneDayName(weekday, QLocale.FormatType.ShortFormat)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._locale().standaloneDayName(weekday, QLocale.FormatType.LongFormat)
        return None
