"""A column of text and controls, which scrolls if it is longer than the window."""

from typing import TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from pdd_client.desktop.theme import Role, role
from pdd_client.desktop.widgets.layout.flow import Flow

Widget = TypeVar("Widget", bound=QWidget)

MARGIN = 24
"""The space around a page's content, in pixels."""
COPIED = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
"""What labels allow whose text people may want to copy, such as an address."""
_LETTERS = 72
"""The longest line of text that reads well, in letters of average width."""
_SHARE = 0.9
"""The share of a screen that a dialog takes at most, because it has a title bar, too."""


class Column(QScrollArea):
    """A column at most 72 letters wide. Labels in it wrap, so that they are not cut at any font size."""

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
        # Its height is that of its lines at the width that it has. Without this, Qt takes at least the height that they
        # had at their own smallest widths, so that a narrow column ends in an empty screen.
        around.setMinimumHeight(1)
        self.setWidget(around)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return a small size: a column scrolls, so it asks for little room."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 10)

    def add(self, widget: Widget) -> Widget:
        """Add a control and return it."""
        self._column.addWidget(widget)
        return widget

    def add_row(self, *widgets: QWidget) -> None:
        """Add controls beside each other, at the leading edge."""
        self._column.addLayout(Flow(*widgets))

    def say(self, text: str, kind: Role | None = None) -> QLabel:
        """Add a paragraph and return its label."""
        return self.add(paragraph(text, kind))

    def gap(self, height: int = 8) -> None:
        """Add a vertical space, in pixels; multiples of 8 keep the grid."""
        self._column.addSpacing(height)

    def end(self) -> None:
        """End the column with a stretch, which keeps its content at the top."""
        self._column.addStretch(1)

    def clear(self) -> None:
        """Remove everything."""
        empty(self._column)


def resize_to_read(dialog: QWidget, lines: int) -> None:
    """Make a dialog with a column so many lines high, but no larger than its screen: the column scrolls.

    Args:
        dialog: the dialog, before it is shown.
        lines: its height in lines of text.

    """
    metrics, room = dialog.fontMetrics(), dialog.screen().availableSize() * _SHARE
    dialog.resize(QSize(metrics.averageCharWidth() * (_LETTERS + 4), metrics.height() * lines).boundedTo(room))


def centred(widget: QWidget) -> QHBoxLayout:
    """Return a layout with the widget in the middle, at most as wide as a column."""
    layout = leading(widget)
    layout.insertStretch(0, 1)
    return layout


def leading(widget: QWidget) -> QHBoxLayout:
    """Return a layout with the widget at the leading edge, at most as wide as a column."""
    widget.setMaximumWidth(widget.fontMetrics().averageCharWidth() * _LETTERS + 2 * MARGIN)
    layout = QHBoxLayout()
    layout.setContentsMargins(0, 0, 0, 0)
    # With this large stretch factor the widget gets all the width up to its maximum, and the stretch the rest.
    layout.addWidget(widget, 1000)
    layout.addStretch(1)
    return layout


def paragraph(text: str, kind: Role | None = None) -> QLabel:
    """Return a label whose text wraps. It is plain text, so that markup in texts from outside has no effect."""
    label = QLabel()
    as_paragraph(label, kind)
    label.setText(text)
    return label


def as_paragraph(label: QLabel, kind: Role | None) -> None:
    """Turn a label of any class into a paragraph; see `paragraph`."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    if kind:
        role(label, kind)


def empty(layout: QLayout) -> None:
    """Remove everything from the layout and delete its widgets."""
    while (item := layout.takeAt(0)) is not None:
        if (inner := item.layout()) is not None:
            empty(inner)
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
