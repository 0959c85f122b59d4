"""A sentence above the page that stays until it has been read."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from pdd_client.desktop.theme import role


class Notice(QFrame):
    """Tells one thing at a time, the newest; with something to do about it, if there is."""

    def __init__(self) -> None:
        super().__init__()
        self._then: Callable[[], None] | None = None
        role(self, "notice")
        self._text, self._act, self._close = QLabel(), QPushButton(), QPushButton()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._act.clicked.connect(self._acted)
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.addWidget(self._text, 1)
        row.addWidget(self._act)
        row.addWidget(self._close)
        self.hide()

    @property
    def text(self) -> str:
        """What it tells, empty where it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def tell(self, text: str, action: str = "", then: Callable[[], None] | None = None) -> None:
        """Tell this, until the person closes it; `action` is the name of what can be done about it, `then` does it."""
        self._then = then
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._act.setText(action)
        self._act.setVisible(bool(action))
        self._close.setText(self.tr("&Close this note"))  # not before: the language may be another than at the start
        self.show()

    def _acted(self) -> None:
        self.hide()
        if self._then is not None:
            self._then()
