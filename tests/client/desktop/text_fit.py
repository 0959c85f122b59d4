"""Checks that every text of a window has the room that it needs."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QScrollArea, QStyle, QStyleOptionFrame, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.tables.table import Table

SETTLING, PATIENCE = 30, 30_000
"""Milliseconds in which a window usually has laid itself out, and in which it has on a busy machine."""


def texts_with_room(window: QWidget) -> int:
    """Return the number of readable labels; fail if a visible text is cut or needs sideways scrolling."""
    read = 0
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.text():
            needed = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
            assert label.height() >= needed, label.text()
            assert label.wordWrap() or label.width() >= label.sizeHint().width(), label.text()
            read += 1
    for button in window.findChildren(QAbstractButton):
        assert not button.isVisible() or button.width() >= button.sizeHint().width(), button.text()
    for field in window.findChildren(QLineEdit):
        room = _inside(field).size()
        assert not field.isVisible() or room.height() >= field.fontMetrics().ascent(), field.text()
        text = field.text() or field.placeholderText()
        assert not field.isVisible() or room.width() >= field.fontMetrics().horizontalAdvance(text), text
    for table in window.findChildren(Table):
        if table.isVisible():
            _cells_with_room(table)
    for area in window.findChildren(QScrollArea):
        assert not area.isVisible() or area.horizontalScrollBar().maximum() == 0, "one would have to scroll sideways"
    return read


def _cells_with_room(table: Table) -> None:
    """Fail if a cell is too small for its text, wrapped at words as it is drawn."""
    for row in range(table.rows.rowCount()):
        for column in range(table.rows.columnCount()):
            index = table.rows.index(row, column)
            place, text = table.visualRect(index), str(index.data())
            wrapped = table.fontMetrics().boundingRect(place, Qt.TextFlag.TextWordWrap, text)
            assert wrapped.width() <= place.width(), text
            assert wrapped.height() <= place.height(), text


def texts_laid_out(qtbot: QtBot, window: QWidget) -> int:
    """Check texts after the window's layout is done; a text that is cut then stays cut."""
    read = 0

    def look() -> None:
        nonlocal read
        read = texts_with_room(window)

    qtbot.wait(SETTLING)
    qtbot.waitUntil(look, timeout=PATIENCE)
    return read


def _inside(field: QLineEdit) -> QRect:
    """Return the room for a field's text, inside its frame."""
    option = QStyleOptionFrame()
    field.initStyleOption(option)
    return field.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, field)
