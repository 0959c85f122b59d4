"""The items of a legend: a drawn sample, and the text that says what it stands for."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from pdd_client.desktop import theme

Paint = Callable[[QPainter, QRectF], None]
"""Paints a sample into a rectangle."""


class Sample(QWidget):
    """Shows a drawing before its text; `wide` is the drawing's width as a multiple of the height of a line of text."""

    def __init__(self, text: str, paint: Paint, wide: float = 1.0) -> None:
        super().__init__()
        self.label = QLabel(text)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        theme.role(self.label, "quiet")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(_Drawn(paint, wide))
        row.addWidget(self.label)


class _Drawn(QWidget):
    """The drawing. Screen readers pass over it, since the text says what it is."""

    def __init__(self, paint: Paint, wide: float) -> None:
        super().__init__()
        self._paint, self._wide = paint, wide
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:  # noqa: N802
        """See QWidget."""
        line = self.fontMetrics().height()
        return QSize(round(self._wide * line), line)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """See QWidget."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter, QRectF(self.rect()))
        painter.end()
