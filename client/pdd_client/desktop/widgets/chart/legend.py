"""A drawn sample and what it stands for: the items of a legend."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from pdd_client.desktop import theme

Paint = Callable[[QPainter, QRectF], None]


class Sample(QWidget):
    """The drawing before its text; `wide` is how many lines of text the drawing is wide."""

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
    """The drawing: decoration, since the text says what it is."""

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
