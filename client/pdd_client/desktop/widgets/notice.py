"""A note above the page that stays until the person closes it."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role


class Notice(QFrame):
    """Shows one note at a time, the newest, with a button to do something about it if there is something to do."""

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
        """The note; empty if it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def tell(self, text: str, action: str = "", then: Callable[[], None] | None = None) -> None:
        """Show a note until the person closes it.

        Args:
            text: the note.
            action: the label of a button to do something about it; empty for no button.
            then: is called when that button is pressed.

        """
        self._then = then
        self._text.setText(text)
        self._text.setAccessibleName(text)
        self._act.setText(action)
        self._act.setVisible(bool(action))
        self._close.setText(tr("close_note"))  # only now: the language may have changed since the start
        self.show()

    def _acted(self) -> None:
        self.hide()
        if self._then is not None:
            self._then()
