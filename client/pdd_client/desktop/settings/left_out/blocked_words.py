"""The section of blocked words."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget

from pdd_client.desktop.jobs.jobs import BlockJob, UnblockJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import plain, tr

_LINES = 5
"""The height of the list, in words."""


class BlockedSection(Section):
    """Lists the blocked words, with a field to add one and a button to remove one."""

    def __init__(self) -> None:
        super().__init__(tr("blocked_words"))
        self.say(tr("blocked_what"), "quiet")
        self._word, self._list = QLineEdit(), QListWidget()
        self._block, self._unblock = self.button(tr("block")), self.button(tr("unblock"))
        self._lay_out()
        self._word.textChanged.connect(self._update)
        self._word.returnPressed.connect(self._add)
        self._list.currentRowChanged.connect(self._update)
        self._block.clicked.connect(self._add)
        self._unblock.clicked.connect(self._remove)
        QShortcut(QKeySequence.StandardKey.Delete, self._list, self._remove)
        self._update()

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self._list.clear()
        self._list.addItems(list(settings.blocked))
        self._list.setVisible(bool(settings.blocked))
        self._unblock.setVisible(bool(settings.blocked))
        self._update()

    def _lay_out(self) -> None:
        label = self.add(QLabel(tr("word")))
        label.setBuddy(self._word)
        self._word.setAccessibleName(plain("word"))
        self._word.setPlaceholderText(tr("word_hint"))
        self._word.setMinimumWidth(self.fontMetrics().averageCharWidth() * 40)
        self._list.setAccessibleName(tr("blocked_words"))
        self._list.setMaximumHeight((self.fontMetrics().height() + 8) * _LINES + 16)
        self.add_row(self._word, self._block)
        self.add(self._list)
        self.add_row(self._unblock)

    def _update(self) -> None:
        self._block.setEnabled(bool(self._word.text().strip()))
        self._unblock.setEnabled(self._list.currentItem() is not None)

    def _add(self) -> None:
        if text := self._word.text().strip():
            self._word.clear()
            self.wants.emit(BlockJob(text))

    def _remove(self) -> None:
        if (item := self._list.currentItem()) is not None:
            self.wants.emit(UnblockJob(item.text()))
