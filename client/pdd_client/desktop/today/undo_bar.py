"""A message about what was just done, with the button that undoes it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea

from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import paragraph


class UndoBar(QFrame):
    """Hidden until there is something to undo; stays until it is undone, or the person goes on to another day."""

    undone = Signal()
    """The person wants it undone."""

    def __init__(self) -> None:
        super().__init__()
        role(self, "notice")
        self.text, self.undo = paragraph(""), QPushButton(self.tr("Undo"))
        self.undo.clicked.connect(self.undone)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.addWidget(self.text, 1)
        row.addWidget(self.undo)
        self.hide()

    def tell(self, text: str) -> None:
        """Say what was done, to the eye and to a screen reader."""
        self.text.setText(text)
        self.text.setAccessibleName(text)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        QTimer.singleShot(0, self, self._come_into_view)  # once it has its place

    def _come_into_view(self) -> None:
        """With large letters the page scrolls, and the message may be beneath what is shown of it."""
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if parent is not None:
            parent.ensureWidgetVisible(self)

    def take_focus(self) -> None:
        """Put the focus on the message: no key does anything there, and Tab leads to the button."""
        self.text.setFocus()
