"""Notice when a window has been painted, and report it to the process that started this one."""

import json
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class Painted(QObject):
    """Calls a function once, after the widget was painted and the event loop handled what was waiting."""

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
    """Print a moment as a line of JSON for the parent process, with visible widgets and memory in MB."""
    widgets = sum(widget.isVisible() for widget in window.findChildren(QWidget))
    print(json.dumps({"moment": moment, "widgets": widgets, "megabytes": _megabytes(), **more}), flush=True)


def _megabytes() -> float:
    """Return this process's memory in MiB, with its part of pages shared with other processes (Linux's Pss)."""
    with open("/proc/self/smaps_rollup") as told:  # noqa: PTH123
        return next(int(line.split()[1]) for line in told if line.startswith("Pss:")) / 1024
