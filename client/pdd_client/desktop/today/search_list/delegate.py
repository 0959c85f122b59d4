"""Drawing the rows of the Today page's list."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pdd_client.desktop import theme
from pdd_client.desktop.today.search_list.model import OPENED, ROW
from pdd_client.desktop.today.search_list.rows import Kind, Row

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Draws a row: indented by its depth, with an arrow if it can be opened, and with its count in colour."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """See QStyledItemDelegate."""
        super().initStyleOption(option, index)
        row: Row | None = index.data(ROW)
        # The row's background and the frame of the list show the focus already.
        option.state &= ~QStyle.StateFlag.State_HasFocus
        if row is None:
            return
        if row.kind in (Kind.CAMPAIGN, Kind.OFFER):
            font = QFont(option.font)
            font.setBold(index.column() == 0 and row.kind is Kind.CAMPAIGN)
            option.font = font
        option.palette.setColor(QPalette.ColorRole.Text, QColor(_colour(row, index.column())))
        option.palette.setColor(QPalette.ColorRole.HighlightedText, QColor(_colour(row, index.column())))
        if index.column() == 1:
            option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        option.textElideMode = Qt.TextElideMode.ElideRight

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the background across the whole row, and the text indented by the row's depth."""
        row: Row | None = index.data(ROW)
        if row is None or index.column() != 0:
            super().paint(painter, option, index)
            return
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        space = option.fontMetrics.height()
        moved, arrow = QStyleOptionViewItem(option), QRect(option.rect)
        start = row.depth * space
        if option.direction == Qt.LayoutDirection.RightToLeft:
            moved.rect = option.rect.adjusted(0, 0, -start, 0)
            arrow.setLeft(option.rect.right() - start)
            arrow.setWidth(space)
        else:
            moved.rect = option.rect.adjusted(start, 0, 0, 0)
            arrow = QRect(option.rect.left() + start - space, option.rect.top(), space, option.rect.height())
        super().paint(painter, moved, index)
        if (opened := index.data(OPENED)) is not None:
            _paint_arrow(painter, arrow, opened, option.direction == Qt.LayoutDirection.RightToLeft)


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
