"""The view of the Today page's list, whose rows open and close with the mouse, Enter, Space and the arrow keys."""

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from pdd_client.desktop.today.search_list.delegate import RowDelegate, row_height
from pdd_client.desktop.today.search_list.model import OPENED, DayModel, Index
from pdd_client.desktop.today.search_list.rows import Kind
from pdd_client.desktop.today.view_model import DayViewModel, SearchViewModel

_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class DayView(QListView):
    """Shows a DayModel, and says which search is chosen and when an offered campaign is opened.

    To a screen reader each row is one item, which it says once. In a table it would say the row for each column.
    """

    chosen = Signal(object)
    """The search under the cursor; None if the cursor is on another row."""
    offer_opened = Signal()
    """The person opened a campaign that is not joined."""
    removal_wanted = Signal()
    """The person pressed Delete."""

    def __init__(self, model: DayModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._days = model
        self.setModel(model)
        self.setItemDelegate(RowDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)  # a day may have thousands of rows
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFrameShape(self.Shape.NoFrame)
        self.clicked.connect(self._open)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802
        """See QAbstractItemView."""
        super().currentChanged(current, previous)
        row = self._days.row(current)
        self.chosen.emit(row.search if row else None)

    def show_day(self, day: DayViewModel) -> None:
        """Show this day. If it was shown already, the cursor stays on its row, or moves to the row it was beneath."""
        place, same = self.verticalScrollBar().value(), self._days.day == day.day
        name, row = self._days.name(self.currentIndex()), self.currentIndex().row()
        self._days.show_day(day)
        self.verticalScrollBar().setValue(place)
        if name is not None and same:
            self.setCurrentIndex(self._days.nearest(name, row))

    @property
    def search(self) -> SearchViewModel | None:
        """The search under the cursor; None if the cursor is on a row that is not a search, or on no row."""
        row = self._days.row(self.currentIndex())
        return row.search if row else None

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Open and close rows with the keyboard.

        Enter and Space open or close, the arrow towards the text opens, the other arrow closes. Delete asks to take the
        search out.
        """
        index, key = self.currentIndex(), Qt.Key(event.key())
        opened = index.data(OPENED) if index.isValid() else None
        forward, back = Qt.Key.Key_Right, Qt.Key.Key_Left
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            forward, back = back, forward
        if key in _OPENS:
            self._open(index)
        elif key == Qt.Key.Key_Delete:
            self.removal_wanted.emit()
        elif key in (forward, back):
            if opened is (key == back):
                self._days.toggle(index)
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        row = self._days.row(index)
        if row and row.kind is Kind.OFFER:
            self.offer_opened.emit()
        else:
            self._days.toggle(index)

    # --- sizes, which follow the font

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of twelve rows; the list scrolls if there are more."""
        return QSize(60 * self.fontMetrics().averageCharWidth(), 12 * row_height(self.fontMetrics()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the size of five rows."""
        return QSize(30 * self.fontMetrics().averageCharWidth(), 5 * row_height(self.fontMetrics()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """See QWidget."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.scheduleDelayedItemsLayout()
