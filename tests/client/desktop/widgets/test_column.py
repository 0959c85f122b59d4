"""A column of text and controls that scrolls."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.layout.column import MARGIN, Column


@pytest.mark.parametrize("width", [300, 480, 780])
@pytest.mark.parametrize("in_middle", [True, False])
def test_a_column_ends_with_its_last_control(qtbot: QtBot, width: int, in_middle: bool) -> None:
    """However narrow a column is, whoever scrolls to its end sees its last control there, and no empty screen."""
    column = Column(in_middle=in_middle)
    qtbot.addWidget(column)
    for _ in range(12):
        column.say("Counts of these words are added up for this study, and only their sums are published.")
    last = column.add(QPushButton("I agree"))
    column.end()
    column.resize(width, 200)
    column.show()
    scroll = column.verticalScrollBar()
    qtbot.waitUntil(lambda: scroll.maximum() > 0)
    scroll.setValue(scroll.maximum())
    below = column.viewport().height() - last.mapTo(column.viewport(), QPoint(0, last.height())).y()
    assert MARGIN <= below <= MARGIN + 8
