"""A message about what was just done, with a button that undoes it."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import paragraph


class UndoBar(QFrame):
    """Says what was just done and offers to undo it. Hidden until `tell`; the page hides it again."""

    undone = Signal()
    """The person pressed Undo."""

    def __init__(self) -> None:
        super().__init__()
        role(self, "notice")
        self.text, self.undo = paragraph(""), QPushButton(tr("undo"))
        self.undo.clicked.connect(self.undone)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 8, 8)
        row.addWidget(self.text, 1)
        row.addWidget(self.undo)
        self.hide()

    def tell(self, text: str) -> None:
        """Show what was done, and have a screen reader say it."""
        self.text.setText(text)
        self.text.setAccessibleName(text)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        QTimer.singleShot(0, self, self._come_into_view)  # after the layout has placed it

    def _come_into_view(self) -> None:
        """Scroll the page to the message: with a large font it may be below what is visible."""
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if parent is not None:
            parent.ensureWidgetVisible(self)

    def take_focus(self) -> None:
        """Move the keyboard focus to the message. No key does anything there, and Tab leads to the button."""
        self.text.setFocus()
