"""One start of the app, or of a bare window, watched from within: prints a line of JSON for each moment, then ends.

    bare WIDGETS             a window of PySide6 with so many labels and buttons
    app HOME CLOCK UNTIL     the app; UNTIL is the moment after which it ends: `window`, `page` or `idle`

A moment: `window`, painted and answering; `page`, the first page with what it shows; `idle`, some calm seconds later.
"""

import json
import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget


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


def bare(widgets: int) -> int:
    """What PySide6 takes by itself."""
    application = QApplication([])
    window = QWidget()
    column = QVBoxLayout(window)
    # The first use of one of Qt's enums makes all of them; there is hardly a window that uses none.
    column.setAlignment(Qt.AlignmentFlag.AlignTop)
    for number in range(widgets):
        column.addWidget(QPushButton(f"Button {number}") if number % 3 == 0 else QLabel(f"Label {number}"))

    def painted() -> None:
        say("window", window)
        application.quit()

    Painted(window, painted)
    window.show()
    return application.exec()


def app(home: str, clock: str, until: str) -> int:
    """The app as its entry point starts it."""
    from pdd_client.desktop import app as entry

    class Session(entry.Session):
        def start(self) -> None:
            from scripts.benchmarks.desktop_watch import Watch

            Watch(self, until)
            super().start()

    entry.Session = Session  # type: ignore[misc]
    return entry.main(["--home", home, "--rehearsal-clock", clock])


if __name__ == "__main__":
    sys.exit(bare(int(sys.argv[2])) if sys.argv[1] == "bare" else app(*sys.argv[2:]))
