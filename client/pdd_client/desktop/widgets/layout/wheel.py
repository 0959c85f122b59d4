"""The mouse wheel over a box: it scrolls the page unless the box has the focus.

Qt changes the value of any box under the mouse, so a person who scrolls past would change a setting unawares.
"""

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

Widget = TypeVar("Widget", bound=QWidget)


class _Filter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Leave a wheel event to the page if the box does not have the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def unless_focused(widget: Widget) -> Widget:
    """Have a box heed the wheel only while it has the focus, and return it. The wheel does not give it the focus."""
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(_Filter(widget))
    return widget
