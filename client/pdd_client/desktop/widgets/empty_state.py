"""What a page shows when there is nothing to show yet: why, and what to do about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.wide_page import paragraph


class EmptyState(QWidget):
    """Shows a sentence, what it means, and a button for one action if there is one."""

    acted = Signal()
    """The person pressed the button."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.text, self.act = paragraph("", "heading"), paragraph("", "quiet"), QPushButton()
        role(self.act, "primary")
        self.act.clicked.connect(self.acted)
        row = QHBoxLayout()
        row.addWidget(self.act)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 24, 0, 24)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.text)
        column.addLayout(row)
        column.addStretch(1)
        self.hide()

    def tell(self, title: str, text: str, action: str = "") -> None:
        """Show a sentence and what it means; `action` is the button's label, and if it is empty there is no button."""
        self.title.setText(title)
        self.text.setText(text)
        self.act.setText(action)
        self.act.setVisible(bool(action))
        self.show()
