"""The dialog that asks before something that can't be undone."""

from collections.abc import Callable
from textwrap import fill

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.theme import role
from pdd_client.desktop.widgets.layout.column import paragraph

_LETTERS = 48
"""The letters after which a label is broken into lines, because that of a QCheckBox does not wrap by itself."""


class Question(QDialog):
    """Says what will happen, and asks whether to go on. `back` has the focus, so that Enter does no harm."""

    def __init__(self, title: str, text: str, label: str, tick: str = "", back: str = "") -> None:
        """Make the dialog without showing it; see `ask`.

        Args:
            title: the question.
            text: what will happen; each line becomes a paragraph.
            label: the button that goes on.
            tick: a box that has to be ticked first; empty for none.
            back: the button that does not; empty for "No, go back".

        """
        super().__init__()
        self.setWindowTitle(title)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 68)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(paragraph(title, "heading"))
        for part in text.split("\n"):
            column.addWidget(paragraph(part))
        self.back, self._go = QPushButton(back or tr("question_back")), QPushButton(label)
        role(self._go, "danger")
        if tick:
            column.addWidget(self._tick(tick))
        self.back.clicked.connect(self.reject)
        self._go.clicked.connect(self.accept)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self._go)
        column.addLayout(row)
        self._go.setAutoDefault(False)
        self.back.setDefault(True)
        self.back.setFocus()

    def _tick(self, label: str) -> QCheckBox:
        box = QCheckBox(fill(label, _LETTERS))
        self._go.setEnabled(False)
        box.toggled.connect(self._go.setEnabled)
        return box


def ask(parent: QWidget, question: Question, then: Callable[[], None]) -> None:
    """Ask a question above the parent's window; `then` is called if the person agrees."""
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.accepted.connect(then)
    question.setParent(parent.window(), question.windowFlags())
    question.open()
