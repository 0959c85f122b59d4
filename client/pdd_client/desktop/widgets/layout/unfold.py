"""A heading that opens what is below it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import Widget, paragraph


class Unfold(QWidget):
    """Shows its heading. When the person presses it, it shows its paragraphs and widgets too."""

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading, self._inside = QToolButton(), QWidget()
        role(self.heading, "link")
        self.heading.setText(heading)
        self.heading.setCheckable(True)  # a screen reader says whether it is open
        self.heading.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.toggled.connect(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(self._inside)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(24, 0, 0, 8)
        self._open(False)

    def add(self, widget: Widget) -> Widget:
        """Add a widget and return it."""
        self._column.addWidget(widget)
        return widget

    def say(self, text: str) -> None:
        """Add a paragraph."""
        self.add(paragraph(text))

    def _open(self, opened: bool) -> None:
        self.heading.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
        self._inside.setVisible(opened)
