"""The list of a campaign's keywords: an index opens to its keywords, which the field finds, too."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex
from PySide6.QtWidgets import QLineEdit, QTreeView
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.tables.keyword_list import Keywords

INDEX = "flu index: any of flu, fever + child"
MANY = tuple(f"word{number}" for number in range(20))


def rows(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[str]:
    """The texts of the rows beneath a row; at the top without one."""
    above = parent or QModelIndex()
    return [str(model.index(row, 0, above).data()) for row in range(model.rowCount(above))]


def test_an_index_unfolds_to_all_its_keywords(qtbot: QtBot) -> None:
    """A keyword is a row; an index is a row with its name, and has a row for each of its keywords beneath it."""
    page = Keywords(("cough", INDEX), (INDEX,))
    qtbot.addWidget(page)
    model = page.findChild(QTreeView).model()
    assert rows(model) == ["flu index: any of 2 keywords (new)", "cough"]
    assert rows(model, model.index(0, 0)) == ["flu", "fever + child"]


def test_the_field_finds_the_keywords_of_an_index(qtbot: QtBot) -> None:
    """Whoever looks for a keyword finds the index that has it; whoever looks for an index finds all its keywords."""
    page = Keywords((*MANY, INDEX))
    qtbot.addWidget(page)
    model, field = page.findChild(QTreeView).model(), page.findChild(QLineEdit)
    field.setText("CHILD")
    assert rows(model) == ["flu index: any of 2 keywords"]
    assert rows(model, model.index(0, 0)) == ["fever + child"]
    field.setText("flu index")
    assert rows(model, model.index(0, 0)) == ["flu", "fever + child"]
