"""The section that says which browsers' extensions may talk to the app."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit

from pdd_client.core.extension_ids import read_ids
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.display_names import browser_name
from pdd_client.desktop.widgets.layout.column import empty, paragraph

if TYPE_CHECKING:
    from pdd_client.donor.donor import Donor
    from pdd_client.donor.settings.extensions import ExtensionBrowser


@dataclass(frozen=True)
class ConnectExtensionJob(Job):
    """Lets the extension of a browser talk to the app, or stops that."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    browser: str
    on: bool

    def run(self, donor: "Donor") -> None:
        """See `Extensions.connect` and `Extensions.disconnect`."""
        (donor.extensions.connect if self.on else donor.extensions.disconnect)(self.browser)


@dataclass(frozen=True)
class AllowIdsJob(Job):
    """Lets extensions with these ids talk to the app, too."""

    changes: ClassVar[bool] = True
    decides: ClassVar[bool] = True
    ids: tuple[str, ...]

    def run(self, donor: "Donor") -> None:
        """See `Extensions.set_ids`."""
        donor.extensions.set_ids(self.ids)


class ExtensionsSection(Section):
    """Shows one switch for each browser that can have the extension, and a field for other ids of it."""

    def __init__(self) -> None:
        super().__init__(tr("extensions"))
        self.say(
            tr("extensions_what"),
            "quiet",
        )
        self._column_of_switches = self.add_column()
        self._switches: dict[str, QCheckBox] = {}
        self._ids, self._save = QLineEdit(), self.button(tr("extension_ids_save"))
        self._lay_out_ids()
        self._ids.textChanged.connect(self._update)
        self._ids.returnPressed.connect(self._save_ids)
        self._save.clicked.connect(self._save_ids)
        self._kept: tuple[str, ...] = ()
        self._update()

    def show_settings(self, settings: Settings) -> None:
        """See Section. Switches that are there already only change, so that they keep the keyboard focus."""
        found = {browser.name: browser for browser in settings.extensions}
        if set(found) != set(self._switches):
            self._make(tuple(found))
        for name, switch in self._switches.items():
            switch.setText(self._label(found[name]))
            switch.setChecked(found[name].allowed)
        if settings.extension_ids != self._kept:
            self._kept = settings.extension_ids
            self._ids.setText(" ".join(self._kept))
        self._update()

    def _lay_out_ids(self) -> None:
        label = self.add(QLabel(tr("extension_ids_what")))
        label.setBuddy(self._ids)
        self._ids.setAccessibleName(tr("extension_ids"))
        self._ids.setMinimumWidth(self.fontMetrics().averageCharWidth() * 40)
        self.add_row(self._ids, self._save)
        warning = tr("extension_ids_warning")
        self.say(warning, "quiet")

    def _update(self) -> None:
        self._save.setEnabled(read_ids(self._ids.text()) not in (None, self._kept))

    def _save_ids(self) -> None:
        ids = read_ids(self._ids.text())
        if ids is not None and ids != self._kept:
            self.wants.emit(AllowIdsJob(ids))

    def _make(self, names: tuple[str, ...]) -> None:
        empty(self._column_of_switches)
        self._switches = {name: QCheckBox() for name in names}
        for name, switch in self._switches.items():
            switch.clicked.connect(lambda on, name=name: self.wants.emit(ConnectExtensionJob(name, on)))
            self._column_of_switches.addWidget(switch)
        if not names:
            self._column_of_switches.addWidget(paragraph(tr("extensions_none"), "quiet"))

    def _label(self, browser: "ExtensionBrowser") -> str:
        text = "{browser}"
        if browser.allowed and browser.outdated == "extension":
            text = tr("extension_old")
        elif browser.allowed and browser.outdated == "app":
            text = tr("extension_app_old")
        elif browser.connected:
            text = tr("extension_connected")
        return text.format(browser=browser_name(browser.name))
