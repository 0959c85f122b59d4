"""A button that becomes another one when it is pressed, such as its opposite."""

from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QPushButton


class PressedOnce(QPushButton):
    """Ignores the second press of a double click, which was not meant for what the button has become."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Ignore the event, which other buttons take as a press."""
        event.accept()
