"""A table of texts: nothing is cut, whatever its width and letter size."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.tables.table import Table, shared
from tests.client.desktop.text_fit import texts_with_room

SENT = (
    ("Stichwort", "Du", "Alle, veröffentlicht"),
    ("how + long + contagious", "2", "1.234, mehr oder weniger 27"),
    ("Grippeschutzimpfung", "1", "noch nicht veröffentlicht"),
    ("alle Suchen", "10", "4.210, mehr oder weniger 27"),
)


def shown(qtbot: QtBot, heads: Sequence[str], *rows: Sequence[str], scale: float, width: int) -> QWidget:
    """Return a page with a table, with letters this much larger than usual."""
    table = Table("Counts")
    font = QFont(table.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    table.setFont(font)
    for header in (table.horizontalHeader(), table.verticalHeader()):
        header.setFont(font)
    table.rows.show_rows(heads, len(rows), rows.__getitem__)
    page = QWidget()
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(table)
    page.resize(width, 600)
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.mark.parametrize(("scale", "width"), [(1, 480), (2, 640), (2, 1024)])
def test_no_keyword_is_cut(qtbot: QtBot, scale: float, width: int) -> None:
    """No keyword is cut even with letters twice as large: a text that is too wide wraps."""
    page = shown(qtbot, *SENT, scale=scale, width=width)
    texts_with_room(page)
    assert page.findChild(Table).horizontalScrollBar().maximum() == 0


def test_a_table_that_can_not_wrap_enough_scrolls(qtbot: QtBot) -> None:
    """With too many columns each is as wide as its longest word, and the table scrolls."""
    heads = ("Day", "People", "Searches", "contagious", "pneumonia", "paracetamol")
    page = shown(qtbot, heads, *[("01/11/2026", "412", "4,210", *["123 ± 27"] * 3)] * 5, scale=2, width=480)
    texts_with_room(page)
    assert page.findChild(Table).horizontalScrollBar().maximum() > 0


@given(st.lists(st.tuples(st.integers(1, 900), st.integers(1, 900)), min_size=1, max_size=7), st.integers(1, 2000))
def test_columns_share_the_room(columns: list[tuple[int, int]], room: int) -> None:
    """Columns use exactly the available width if the longest words allow it; if everything fits, each has what it
    needs.
    """
    needs, least = [max(pair) for pair in columns], [min(pair) for pair in columns]
    widths = shared(needs, least, room)
    assert all(width >= word for width, word in zip(widths, least, strict=True))
    assert sum(widths) == room or (sum(widths) > room and any(map(int.__eq__, widths, least)))
    if sum(needs) <= room:
        assert sum(widths) == room
        assert all(width >= need for width, need in zip(widths, needs, strict=True))
