"""Links that the person followed, as macOS hands them over: as events, to the app that runs or that it starts for them.

Windows and Linux start a program with the link among its arguments.
"""

from PySide6.QtCore import QEvent, QObject, QUrl, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

SCHEME = "pdd"
"""What the links begin with that the app tells each system to open with it."""


class LinkEvents(QObject):
    """Tells of each link of the app's own kind that the system asks the application to open."""

    linked = Signal(str)
    """The link, with its invitation if it has one."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        application.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Take an event that brings a link; leave files, and all other events, to Qt."""
        if not isinstance(event, QFileOpenEvent) or event.url().scheme() != SCHEME:
            return False
        # As it was written: decoding the address here could change what stands behind the "#".
        self.linked.emit(event.url().toString(QUrl.ComponentFormattingOption.FullyEncoded))
        return True
