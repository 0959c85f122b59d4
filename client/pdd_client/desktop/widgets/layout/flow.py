"""A row of controls that wraps into more lines if the window is too narrow or the font too large."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget

_GAP = 8
"""The space between items and between lines, in pixels."""


class Flow(QLayout):
    """Places its items in reading order, line by line."""

    def __init__(self, *widgets: QWidget, trailing: int | None = None) -> None:
        """Make the layout.

        Args:
            widgets: the first items.
            trailing: the number of the first item that goes to the trailing edge of its line, with all after it; None
                if no item does.

        """
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._trailing = trailing
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802
        """See QLayout."""
        self._items.append(item)

    def count(self) -> int:
        """See QLayout."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See QLayout."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802
        """See QLayout."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802
        """Return none; see QLayout."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Return True: the narrower the layout, the more lines it has."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """See QLayout."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the size of all items in one line."""
        sizes = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() + _GAP for size in sizes)
        return QSize(max(0, width - _GAP), max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:  # noqa: N802
        """Return the size of the largest item, since each can have a line of its own."""
        size = QSize(0, 0)
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, place: QRect) -> None:  # noqa: N802
        """See QLayout."""
        super().setGeometry(place)
        self._place(place, move=True)

    def _place(self, place: QRect, *, move: bool) -> int:
        """Lay out the items line by line and return the height that they take; without `move`, only measure."""
        top = place.top()
        for line in self._lines(place.width()):
            height = max(self._size(item, place.width()).height() for item in line)
            if move:
                self._place_line(line, QRect(place.left(), top, place.width(), height))
            top += height + _GAP
        return max(0, top - place.top() - _GAP)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        """Return the items that are visible, in lines of at most this width."""
        lines: list[list[QLayoutItem]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wide = self._size(item, width).width()
            if not lines or wide > left:
                lines.append([])
                left = width
            lines[-1].append(item)
            left -= wide + _GAP
        return lines

    def _place_line(self, line: list[QLayoutItem], place: QRect) -> None:
        """Place the items of one line, from right to left if the parent reads so."""
        parent = self.parentWidget()
        direction = parent.layoutDirection() if parent else Qt.LayoutDirection.LeftToRight
        sizes = [self._size(item, place.width()) for item in line]
        rest = place.width() + _GAP - sum(size.width() + _GAP for size in sizes)
        left = place.left()
        for item, size in zip(line, sizes, strict=True):
            if self._is_trailing(item):
                left, rest = left + rest, 0
            corner = QPoint(left, place.top() + (place.height() - size.height()) // 2)
            item.setGeometry(QStyle.visualRect(direction, place, QRect(corner, size)))
            left += size.width() + _GAP

    def _is_trailing(self, item: QLayoutItem) -> bool:
        return self._trailing is not None and item in self._items[self._trailing :]

    @staticmethod
    def _size(item: QLayoutItem, width: int) -> QSize:
        """Return the item's own size, but at most this wide: a text that is wider wraps."""
        size = item.sizeHint()
        if size.width() > width:
            size = QSize(width, item.heightForWidth(width) if item.hasHeightForWidth() else size.height())
        return size
