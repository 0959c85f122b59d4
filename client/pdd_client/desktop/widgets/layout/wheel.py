"""The mouse wheel over a box: it scrolls the page, unless the person is in the box."""

from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

Widget = TypeVar("Widget", bound=QWidget)


class _Filter(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Leave the event to what is behind a widget without the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def unless_focused(widget: Widget) -> Widget:
    """Have a box heed the wheel only where it has the focus, which the wheel doesn't give it; returns it."""
    widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    widget.installEventFilter(_Filter(widget))
    return widget
