"""The Qt model of a calendar: a month as a table of weeks, and the marks of its days."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QLocale, QModelIndex, QObject, QPersistentModelIndex, Qt

from pdd_client.desktop.texts import wording
from pdd_client.desktop.texts.catalogue import tr

Index = QModelIndex | QPersistentModelIndex
DAY = int(Qt.ItemDataRole.UserRole)
"""The item data role under which a cell gives its date."""
MARK = DAY + 1
"""The item data role under which a cell gives its `Mark`; None if the day has none."""
_NO_INDEX = QModelIndex()
_WEEKS, _WEEK = 6, 7


class Shape(StrEnum):
    """The shapes of marks, which can be told apart without colour."""

    DISC = "disc"
    RING = "ring"
    DASH = "dash"
    CROSS = "cross"
    DIAMOND = "diamond"
    DOTS = "dots"


@dataclass(frozen=True)
class Mark:
    """The mark of a day: its shape, and a word for what it means."""

    shape: Shape
    text: str


class MonthModel(QAbstractTableModel):
    """Six weeks, beginning with the one in which the month begins. Weeks begin on the locale's first day."""

    def __init__(self, locale: Callable[[], QLocale], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._locale = locale
        self._marks: Mapping[date, Mark] = {}
        self.month = date(2000, 1, 1)

    def show_month(self, month: date) -> None:
        """Show the month that this day is in."""
        self.beginResetModel()
        self.month = month.replace(day=1)
        self.endResetModel()

    def show_marks(self, marks: Mapping[date, Mark]) -> None:
        """Mark these days, and no others."""
        self._marks = marks
        self.dataChanged.emit(self.index(0, 0), self.index(_WEEKS - 1, _WEEK - 1))

    def day_at(self, index: Index) -> date:
        """Return the day of a cell."""
        # Qt and isoweekday() both count weekdays from 1 for Monday.
        first = self._locale().firstDayOfWeek().value
        back = (self.month.isoweekday() - first) % _WEEK
        return self.month + timedelta(days=index.row() * _WEEK + index.column() - back)

    def index_of(self, day: date) -> QModelIndex:
        """Return the cell of a day; invalid if the day is not in the six weeks."""
        cells = (day - self.day_at(self.index(0, 0))).days
        return self.index(cells // _WEEK, cells % _WEEK) if 0 <= cells < _WEEKS * _WEEK else QModelIndex()

    # --- see QAbstractTableModel

    def rowCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of weeks."""
        return 0 if parent.isValid() else _WEEKS

    def columnCount(self, parent: Index = _NO_INDEX) -> int:  # noqa: N802
        """Return the number of days in a week."""
        return 0 if parent.isValid() else _WEEK

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a day's number, its date, its mark, or its name with what the mark means, by role."""
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
            spoken = tr("calendar_day")
            return spoken.format(day=wording.day(day), what=mark.text) if mark else wording.day(day)
        return None

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a weekday: short on the screen, whole for screen readers."""
        if orientation == Qt.Orientation.Vertical:
            return None
        weekday = (self._locale().firstDayOfWeek().value - 1 + section) % _WEEK + 1
        if role == Qt.ItemDataRole.DisplayRole:
            return self._locale().standaloneDayName(weekday, QLocale.FormatType.ShortFormat)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._locale().standaloneDayName(weekday, QLocale.FormatType.LongFormat)
        return None
