"""A picture of the privacy account: how far the results can move somebody from 50% towards being sure."""

from decimal import Decimal

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pdd_client.desktop.texts import wording
from pdd_client.desktop.theme import current

_HALF = 50
_LINES = 3
"""The height in lines of text: the percentage, the bar, and the mark of 50%."""


class CertaintyBar(QWidget):
    """Shows a bar from 0 to 100%, filled up to a percentage, with a mark at 50%.

    The sentence beside it says the same, so screen readers pass over the bar.
    """

    def __init__(self, percent: Decimal, *, high: bool = False) -> None:
        """Make the bar.

        Args:
            percent: how sure somebody can be at most.
            high: paint in amber, because that is a lot.

        """
        super().__init__()
        self._percent, self._high = percent, high
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_percent(self, percent: Decimal, *, high: bool = False) -> None:
        """Show another percentage."""
        self._percent, self._high = percent, high
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """See QWidget."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, _LINES * self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Paint the bar; it fills from the side on which reading begins."""
        painter, colours, line = QPainter(self), current(), self.fontMetrics().height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, filled = self.width(), self.width() * float(self._percent) / 100
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(width, 0)
            painter.scale(-1, 1)
        colour = QColor(colours.amber if self._high else colours.teal)
        for reach, edge, fill in ((width, QColor(colours.quiet), QColor(colours.wash)), (filled, colour, colour)):
            painter.setPen(edge)
            painter.setBrush(fill)
            painter.drawRoundedRect(QRectF(0.5, line * 1.2, reach - 1, line * 0.6), 3, 3)
        painter.setPen(QColor(colours.ink))
        painter.drawLine(round(width / 2), round(line * 1.05), round(width / 2), round(line * 1.95))
        painter.resetTransform()
        self._label(painter, self._percent, 0)
        self._label(painter, Decimal(_HALF), 2 * line)
        painter.end()

    def _label(self, painter: QPainter, percent: Decimal, top: int) -> None:
        """Write a percentage where it lies along the bar, but inside of the widget."""
        text, line = f"{wording.percent(percent)}%", self.fontMetrics().height()
        wide = self.fontMetrics().horizontalAdvance(text)
        share = float(percent) / 100
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            share = 1 - share
        left = min(max(0.0, self.width() * share - wide / 2), float(self.width() - wide))
        painter.drawText(QRectF(left, top, wide + 1, line), text)
