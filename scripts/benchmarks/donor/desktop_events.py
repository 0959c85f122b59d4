"""When a window has been painted, and how that is told to the process that started this one."""

import json
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class Painted(QObject):
    """Calls once the widget has been painted and the event loop has come round again."""

    def __init__(self, widget: QWidget, call: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget, self._call = widget, call
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """See QObject."""
        if event.type() == QEvent.Type.Paint:
            self._widget.removeEventFilter(self)
            QTimer.singleShot(0, self._call)
        return super().eventFilter(watched, event)


def say(moment: str, window: QWidget, **more: float) -> None:
    """Print the moment, as the parent reads it."""
    widgets = sum(widget.isVisible() for widget in window.findChildren(QWidget))
    print(json.dumps({"moment": moment, "widgets": widgets, "megabytes": _megabytes(), **more}), flush=True)


def _megabytes() -> float:
    """Of memory, with this process's share of what it shares with others."""
    with open("/proc/self/smaps_rollup") as told:  # noqa: PTH123
        return next(int(line.split()[1]) for line in told if line.startswith("Pss:")) / 1024
