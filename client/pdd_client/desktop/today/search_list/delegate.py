"""How the rows of the Today page's list are drawn."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pdd_client.desktop import theme
from pdd_client.desktop.today.search_list.model import OPENED, ROW
from pdd_client.desktop.today.search_list.rows import Kind, Row

Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Moves rows in by their depth, draws the arrow of those that open, and gives counts their colour."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """See QStyledItemDelegate."""
        super().initStyleOption(option, index)
        row: Row | None = index.data(ROW)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the row's ground says it, and the list's frame
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
        """A row's ground goes from end to end; its text begins where its depth says."""
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
    colours = theme.current()
    if row.kind is Kind.CAMPAIGN and column == 2:
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
    """Down where the row is open, else towards its text."""
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
