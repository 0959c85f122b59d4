"""A button in whose place there is another one afterwards, its opposite or the next of its kind."""

from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QPushButton


class PressedOnce(QPushButton):
    """The second press of a double click is not meant for the button that is there then."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """No press, as it is to other buttons."""
        event.accept()
