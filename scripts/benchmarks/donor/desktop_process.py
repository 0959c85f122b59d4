"""One start of the app, or of a bare window, watched from within: prints a line of JSON for each moment, then ends.

    bare WIDGETS             a window of PySide6 with so many labels and buttons
    app HOME CLOCK UNTIL     the app; UNTIL is the moment after which it ends: `window`, `page` or `idle`

A moment: `window`, painted and answering; `page`, the first page with what it shows; `idle`, some calm seconds later.
"""

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from scripts.benchmarks.donor.desktop_events import Painted, say


def bare(widgets: int) -> int:
    """Show a bare window of PySide6 until it is painted, as the reference for the app's start; return the exit code."""
    application = QApplication([])
    window = QWidget()
    column = QVBoxLayout(window)
    # PySide6 creates all of Qt's enums at the first use of one, which takes time. Almost every window uses one.
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
    """Run the app as its entry point does, with a monitor; return the exit code."""
    from pdd_client.desktop import app as entry

    class Session(entry.Session):
        def start(self) -> None:
            from scripts.benchmarks.donor.desktop_monitor import Watch

            Watch(self, until)
            super().start()

    entry.Session = Session  # type: ignore[misc]
    return entry.main(["--home", home, "--rehearsal-clock", clock])


if __name__ == "__main__":
    sys.exit(bare(int(sys.argv[2])) if sys.argv[1] == "bare" else app(*sys.argv[2:]))
