"""The section of search engines that are left out."""

from PySide6.QtWidgets import QComboBox, QLabel, QListWidget, QListWidgetItem

from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.left_out.jobs import SwitchSiteJob
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.display_names import engine_name
from pdd_client.desktop.widgets.layout import wheel

_LINES = 4
"""The height of the list, in sites."""
_NAME = 0x0100
"""The role of an item's data that holds the engine's name (Qt.ItemDataRole.UserRole)."""


class SitesSection(Section):
    """Lists the search engines that are left out, with a box to add one and a button to count one again."""

    def __init__(self) -> None:
        super().__init__(tr("sites"))
        self.say(tr("sites_what"), "quiet")
        self._box, self._list = wheel.unless_focused(QComboBox()), QListWidget()
        self._add, self._count = self.button(tr("leave_out")), self.button(tr("count_again"))
        self._lay_out()
        self._add.clicked.connect(self._leave_out)
        self._count.clicked.connect(self._count_again)
        self._list.currentRowChanged.connect(self._update)
        self._update()

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        self._offer([name for name in settings.engines if name not in settings.sites])
        self._list.clear()
        for name in settings.sites:
            item = QListWidgetItem(engine_name(name), self._list)
            item.setData(_NAME, name)
        self._list.setVisible(bool(settings.sites))
        self._count.setVisible(bool(settings.sites))
        self._update()

    def _lay_out(self) -> None:
        label = self.add(QLabel(tr("site")))
        label.setBuddy(self._box)
        self._box.setAccessibleName(tr("site"))
        self._list.setAccessibleName(tr("sites"))
        self._list.setMaximumHeight((self.fontMetrics().height() + 8) * _LINES + 16)
        self.add_row(self._box, self._add)
        self.add(self._list)
        self.add_row(self._count)

    def _offer(self, names: list[str]) -> None:
        """Fill the box with these search engines, and keep the one that is chosen."""
        chosen = self._box.currentData()
        self._box.clear()
        for name in names:
            self._box.addItem(engine_name(name), name)
        self._box.setCurrentIndex(max(0, self._box.findData(chosen)))

    def _update(self) -> None:
        self._add.setEnabled(self._box.count() > 0)
        self._count.setEnabled(self._list.currentItem() is not None)

    def _leave_out(self) -> None:
        self.wants.emit(SwitchSiteJob(self._box.currentData(), False))

    def _count_again(self) -> None:
        if (item := self._list.currentItem()) is not None:
            self.wants.emit(SwitchSiteJob(item.data(_NAME), True))
