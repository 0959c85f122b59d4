"""The last line of the window: what is under way, what was just done, or the app's status."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel

from pdd_client.desktop.theme import role

_SAID = 8_000
"""How long a sentence about what was just done stays, in milliseconds."""
_PATIENCE = 250
"""How long a job runs before it is announced, in milliseconds: the text about a shorter one would only flicker."""


class StatusLine(QFrame):
    """Shows one text: what is under way, else what was just done, else the app's status.

    Nothing moves here: motion makes some people ill, and Qt 6.11 can't tell whether the system was asked for none.
    """

    def __init__(self) -> None:
        super().__init__()
        role(self, "footer")
        self._app_status = self._notice = self._busy = ""
        self._text = QLabel()
        role(self._text, "quiet")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.addWidget(self._text, 1)
        self._patience, self._forget = self._timer(_PATIENCE, self._show), self._timer(_SAID, lambda: self.say(""))

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self._text.text()

    def stand(self, text: str) -> None:
        """Set the app's status, which is shown while there is nothing else to say."""
        self._app_status = text
        self._show()

    def say(self, text: str) -> None:
        """Show for some seconds what was just done."""
        self._notice = text
        self._show()
        if text:
            self._forget.start()

    def show_busy(self, text: str) -> None:
        """Show what is under way, unless it ends soon; with an empty text, nothing is."""
        self._busy = text
        if text:
            self._patience.start()
        else:
            self._patience.stop()
            self._show()

    def _show(self) -> None:
        self._text.setText(self._busy or self._notice or self._app_status)

    def _timer(self, milliseconds: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(then)
        return timer
