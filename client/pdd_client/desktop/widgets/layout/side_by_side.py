"""Two widgets beside each other, or one below the other if the window is too narrow or the font too large."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

_LETTERS = 84
"""The width, in letters of average width, below which one goes below the other."""


class SideBySide(QWidget):
    """Shows two widgets; the first is at the leading edge, or above the second."""

    def __init__(self, first: QWidget, second: QWidget) -> None:
        super().__init__()
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(32)
        self._box.addWidget(first, 2)
        self._box.addWidget(second, 3)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Choose the direction that suits the new width."""
        super().resizeEvent(event)
        narrow = self.width() < _LETTERS * self.fontMetrics().averageCharWidth()
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if direction != self._box.direction():
            self._box.setDirection(direction)
