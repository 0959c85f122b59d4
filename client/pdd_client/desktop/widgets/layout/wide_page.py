"""The body of a page that is wider than a column of text; it scrolls if the window is too small for it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from pdd_client.desktop.theme import Role
from pdd_client.desktop.widgets.layout.column import MARGIN, as_paragraph

_LETTERS = 84
"""The longest line of text that reads well, in letters of average width; most letters are narrower."""


def scrolled(page: QWidget) -> QVBoxLayout:
    """Give the page a body that scrolls, and return the body's layout."""
    body, scroll, around = QWidget(), QScrollArea(), QVBoxLayout(page)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setWidget(body)
    around.setContentsMargins(0, 0, 0, 0)
    around.addWidget(scroll)
    inner = QVBoxLayout(body)
    inner.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
    inner.setSpacing(12)
    return inner


def paragraph(text: str, kind: Role | None = None) -> QLabel:
    """Return a paragraph as in a column, whose lines stay short on a wide page."""
    label = _Paragraph()
    as_paragraph(label, kind)
    label.setText(text)
    label.setMaximumWidth(_LETTERS * label.fontMetrics().averageCharWidth())
    return label


class _Paragraph(QLabel):
    """A label that asks for the height of its text at the width it really gets: layouts ask for that of the page."""

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """See QLabel."""
        return super().heightForWidth(min(width, self.maximumWidth()))
