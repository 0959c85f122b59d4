"""The app's SVG drawings, in the colours of the theme."""

from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from pdd_client.desktop.theme import LIGHT, Colours, current

_FOLDER = Path(__file__).parents[1] / "drawings"
_ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)

Ring = Literal["ring", "ring-paused", "ring-attention"]
"""The states of the app's sign: as it is, hollow while paused, with an amber dot if something needs a look."""


class Drawing(QWidget):
    """Shows a drawing, at most `lines` lines of text high. It is decoration and has no text for screen readers."""

    def __init__(self, name: str, lines: int) -> None:
        super().__init__()
        self._name, self._lines = name, lines
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_drawing(self, name: str) -> None:
        """Show another drawing."""
        self._name = name
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """See QWidget."""
        height = self._lines * self.fontMetrics().height()
        size = _renderer(self._name, current()).defaultSize()
        return QSize(size.width() * height // size.height(), height)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Paint the drawing, mirrored if the text reads from right to left, so that what points ahead still does."""
        painter, renderer = QPainter(self), _renderer(self._name, current())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            painter.translate(self.width(), 0)
            painter.scale(-1, 1)
        size = renderer.defaultSize().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        renderer.render(painter, QRectF(0, (self.height() - size.height()) / 2, size.width(), size.height()))
        painter.end()


def ring_icon(name: Ring, colours: Colours | None = None) -> QIcon:
    """Return the app's sign as an icon, in every size that a system may ask for.

    Args:
        name: the state of the sign.
        colours: the colours to paint it in; None for those of the theme.

    """
    icon = QIcon()
    for size in _ICON_SIZES:
        pixmap = QPixmap(size, size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        _renderer(name, colours or current()).render(painter, QRectF(0, 0, size, size))
        painter.end()
        icon.addPixmap(pixmap)
    return icon


@cache
def _renderer(name: str, colours: Colours) -> QSvgRenderer:
    """Return a drawing in these colours. The files have the light colours, and each is replaced by its counterpart."""
    text = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    for light, here in zip(astuple(LIGHT), astuple(colours), strict=True):
        if isinstance(light, str):
            text = text.replace(light, here)
    return QSvgRenderer(QByteArray(text.encode()))
