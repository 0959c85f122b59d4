"""A list of all keywords of a campaign, to look through and to search in."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSortFilterProxyModel, QStringListModel, Qt
from PySide6.QtWidgets import QLineEdit, QListView, QVBoxLayout, QWidget

_LINES = 8
"""The height of the list, in keywords; a longer list scrolls and has a field to search in it."""


class Keywords(QWidget):
    """Shows keywords in a list that scrolls by itself; new ones come first and are marked."""

    def __init__(self, keywords: Sequence[str], new: Collection[str] = ()) -> None:
        super().__init__()
        fresh = [self.tr("{keyword} (new)").format(keyword=word) for word in keywords if word in new]
        rows = fresh + [word for word in keywords if word not in new]
        self._found, find, view = QSortFilterProxyModel(self), QLineEdit(), QListView()
        self._found.setSourceModel(QStringListModel(rows, self))
        self._found.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        find.setPlaceholderText(self.tr("Find a keyword"))
        find.setAccessibleName(self.tr("Find a keyword"))
        find.setClearButtonEnabled(True)
        find.textChanged.connect(self._found.setFilterFixedString)
        view.setModel(self._found)
        view.setUniformItemSizes(True)
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setAccessibleName(self.tr("%n keyword(s)", "", len(rows)))
        lines = min(_LINES, max(2, len(rows)))
        view.setMinimumHeight(lines * (self.fontMetrics().height() + 8) + 16)
        view.setMaximumHeight(view.minimumHeight())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        if len(rows) > _LINES:
            column.addWidget(find)
        column.addWidget(view)
