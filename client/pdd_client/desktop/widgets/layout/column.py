"""One column of text and controls that scrolls where it is longer than the window."""

from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from pdd_client.desktop.theme import Role, role
from pdd_client.desktop.widgets.layout.flow import Flow

Widget = TypeVar("Widget", bound=QWidget)

MARGIN = 24
_LETTERS = 72
"""The longest line of text that reads well."""


class Column(QScrollArea):
    """A column at most 72 letters wide; labels in it wrap, so that no font size cuts them."""

    def __init__(self, *, in_middle: bool = False) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._body = QWidget()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        self._column.setSpacing(8)
        around = QWidget()
        around.setLayout(centred(self._body) if in_middle else leading(self._body))
        self.setWidget(around)

    def sizeHint(self) -> QSize:  # noqa: N802
        """See QWidget: what scrolls asks for no room."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 10)

    def add(self, widget: Widget) -> Widget:
        """Add a control; returns it."""
        self._column.addWidget(widget)
        return widget

    def add_row(self, *widgets: QWidget) -> None:
        """Add controls beside each other, at the leading edge."""
        self._column.addLayout(Flow(*widgets))

    def say(self, text: str, kind: Role | None = None) -> QLabel:
        """Add a paragraph."""
        return self.add(paragraph(text, kind))

    def gap(self, height: int = 8) -> None:
        """Add a space of so many pixels, on the 8-point grid."""
        self._column.addSpacing(height)

    def end(self) -> None:
        """Keep what was added at the top."""
        self._column.addStretch(1)

    def clear(self) -> None:
        """Remove everything."""
        empty(self._column)


def centred(widget: QWidget) -> QHBoxLayout:
    """A layout with the widget in the middle, as wide as a column."""
    layout = leading(widget)
    layout.insertStretch(0, 1)
    return layout


def leading(widget: QWidget) -> QHBoxLayout:
    """A layout with the widget at the leading edge, as wide as a column."""
    widget.setMaximumWidth(widget.fontMetrics().averageCharWidth() * _LETTERS + 2 * MARGIN)
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(widget, 1000)
    layout.addStretch(1)
    return layout


def paragraph(text: str, kind: Role | None = None) -> QLabel:
    """A label whose text wraps, and is taken as it is: what comes from outside is no markup."""
    label = QLabel(text)
    as_paragraph(label, kind)
    return label


def as_paragraph(label: QLabel, kind: Role | None) -> None:
    """Have a label be a paragraph, whatever is special about it."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    if kind:
        role(label, kind)


def empty(layout: QLayout) -> None:
    """Remove everything in the layout."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            empty(inner)
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
