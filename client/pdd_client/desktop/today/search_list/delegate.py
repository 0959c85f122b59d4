"""Drawing the rows of the Today page's list."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pdd_client.desktop import theme
from pdd_client.desktop.today.search_list.model import OPENED, ROW
from pdd_client.desktop.today.search_list.rows import Kind, Row

Index = QModelIndex | QPersistentModelIndex
_ROW, _MORE = 1.75, 0.38
"""The height of a row in lines of text; the share of the row's width that the last column takes."""


class RowDelegate(QStyledItemDelegate):
    """Draws a row with its columns: indented by its depth, with an arrow if it can be opened, its count in colour."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Return the height of a row; its width is the list's."""
        return QSize(0, row_height(option.fontMetrics))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """See QStyledItemDelegate."""
        super().initStyleOption(option, index)
        row: Row | None = index.data(ROW)
        # The row's background and the frame of the list show the focus already.
        option.state &= ~QStyle.StateFlag.State_HasFocus
        if row is None:
            return
        if row.kind in (Kind.CAMPAIGN, Kind.OFFER, Kind.DAY_BY_DAY):
            font = QFont(option.font)
            font.setBold(index.column() == 0 and row.kind is not Kind.OFFER)
            option.font = font
        option.palette.setColor(QPalette.ColorRole.Text, QColor(_colour(row, index.column())))
        option.palette.setColor(QPalette.ColorRole.HighlightedText, QColor(_colour(row, index.column())))
        if index.column() == 1:
            option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        option.textElideMode = Qt.TextElideMode.ElideRight

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the background across the whole row, and the text of each column, the first indented by its depth."""
        row: Row | None = index.data(ROW)
        if row is None:
            return
        style, mirrored = option.widget.style(), option.direction == Qt.LayoutDirection.RightToLeft
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        arrow, *columns = _places(option.rect, option.fontMetrics, row.depth)
        for column, place in enumerate(columns):
            cell = QStyleOptionViewItem(option)
            cell.rect = QStyle.visualRect(option.direction, option.rect, place)
            super().paint(painter, cell, index.sibling(index.row(), column))
        if (opened := index.data(OPENED)) is not None:
            _paint_arrow(painter, QStyle.visualRect(option.direction, option.rect, arrow), opened, mirrored)


def row_height(metrics: QFontMetrics) -> int:
    """Return the height of a row in pixels."""
    return round(_ROW * metrics.height())


def _places(row: QRect, metrics: QFontMetrics, depth: int) -> tuple[QRect, QRect, QRect, QRect]:
    """Return the places of a row's arrow and of its three columns, in a text from left to right.

    Args:
        row: the place of the row.
        metrics: those of the row's font.
        depth: how many steps the first column is indented.

    """
    space, count, more = metrics.height(), metrics.horizontalAdvance(" Wed 00:00 pm  "), round(_MORE * row.width())
    start, middle, end = row.left() + depth * space, row.right() + 1 - more - count, row.right() + 1 - more
    top, height = row.top(), row.height()
    return (
        QRect(start - space, top, space, height),
        QRect(start, top, max(1, middle - start), height),
        QRect(middle, top, count, height),
        QRect(end, top, max(1, more), height),
    )


def _colour(row: Row, column: int) -> str:
    """Return the colour of a cell's text."""
    colours = theme.current()
    if row.kind is Kind.CAMPAIGN and column == 2 and row.campaign and row.campaign.why:
        return colours.amber
    if (column == 1 and row.kind in (Kind.ENTRY, Kind.ALL)) or (column == 2 and row.kind is Kind.OFFER):
        return colours.teal
    quiet = (
        column == 2
        or row.kind in (Kind.OTHERS, Kind.ZERO, Kind.TAKEN_OUT, Kind.LEFT_OUT, Kind.OFFER)
        or (row.search and row.search.why)
    )
    return colours.quiet if quiet else colours.ink


def _paint_arrow(painter: QPainter, place: QRect, opened: bool, mirrored: bool) -> None:
    """Paint an arrow that points down if the row is open, else towards the row's text.

    Args:
        painter: paints the row.
        place: the square before the row's text.
        opened: whether the row is open.
        mirrored: whether the text reads from right to left.

    """
    size, middle = place.width() / 5, QPointF(place.center())
    tip = (0.0, size) if opened else (-size if mirrored else size, 0.0)
    across = (size, 0.0) if opened else (0.0, size)
    corners = [
        QPointF(middle.x() + tip[0], middle.y() + tip[1]),
        QPointF(middle.x() - tip[0] / 2 - across[0], middle.y() - tip[1] / 2 - across[1]),
        QPointF(middle.x() - tip[0] / 2 + across[0], middle.y() - tip[1] / 2 + across[1]),
    ]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.current().quiet))
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()
