"""A list of all keywords of a campaign, to look through and to search in."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QLineEdit, QTreeView, QVBoxLayout, QWidget

from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_shared.counting.entry_texts import label_of, parts_of

_LINES = 8
"""The height of the list, in keywords; a longer list scrolls and has a field to search in it."""


class Keywords(QWidget):
    """Shows keywords in a list that scrolls by itself; new ones come first and are marked.

    An index is a row that opens onto all its keywords.

    Args:
        keywords: the entries of a campaign, in canonical form.
        new: those among them to mark as new.
    """

    def __init__(self, keywords: Sequence[str], new: Collection[str] = ()) -> None:
        super().__init__()
        rows = [text for text in keywords if text in new] + [text for text in keywords if text not in new]
        model = QStandardItemModel(self)
        for text in rows:
            model.appendRow(self._row(text, text in new))
        self._found, find, view = QSortFilterProxyModel(self), QLineEdit(), QTreeView()
        self._found.setSourceModel(model)
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        # Whoever looks for a keyword finds the indexes that have it, and all keywords of an index that is found.
        self._found.setRecursiveFilteringEnabled(True)
        self._found.setAutoAcceptChildRows(True)
        find.setPlaceholderText(tr("find_keyword"))
        find.setAccessibleName(tr("find_keyword"))
        find.setClearButtonEnabled(True)
        find.textChanged.connect(self._found.setFilterFixedString)
        self._set_up(view, rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        if len(rows) > _LINES:
            column.addWidget(find)
        column.addWidget(view)

    def _set_up(self, view: QTreeView, rows: Sequence[str]) -> None:
        view.setModel(self._found)
        view.setHeaderHidden(True)
        view.setUniformRowHeights(True)
        view.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        view.setAccessibleName(counted("keywords", len(rows)))
        has_indexes = any(map(parts_of, rows))
        view.setRootIsDecorated(has_indexes)
        lines = _LINES if has_indexes else min(_LINES, max(2, len(rows)))
        view.setMinimumHeight(lines * (self.fontMetrics().height() + 8) + 16)
        view.setMaximumHeight(view.minimumHeight())

    def _row(self, text: str, is_new: bool) -> QStandardItem:
        """Return the row of an entry, with the keywords of an index in rows below it."""
        parts = parts_of(text)
        name = counted("index_of", len(parts), index=label_of(text)) if parts else text
        row = QStandardItem(tr("keyword_new", keyword=name) if is_new else name)
        for part in parts:
            row.appendRow(QStandardItem(part))
        return row
