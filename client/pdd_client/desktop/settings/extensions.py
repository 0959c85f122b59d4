"""The section that says which browsers' extensions may talk to the app."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QCheckBox

from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
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


class ExtensionsSection(Section):
    """Shows one switch for each browser that can have the extension."""

    def __init__(self) -> None:
        super().__init__(self.tr("Browser extension"))
        self.say(
            self.tr(
                "Is the extension Private Data Donor in one of your browsers? Connected, it shows this app your "
                "searches when they are counted, and donates nothing itself: each search counts once. "
                "Switch it on here, and then in the extension's settings."
            ),
            "quiet",
        )
        self._column_of_switches = self.add_column()
        self._switches: dict[str, QCheckBox] = {}

    def show_settings(self, settings: Settings) -> None:
        """See Section. Switches that are there already only change, so that they keep the keyboard focus."""
        found = {browser.name: browser for browser in settings.extensions}
        if set(found) != set(self._switches):
            self._make(tuple(found))
        for name, switch in self._switches.items():
            switch.setText(self._label(found[name]))
            switch.setChecked(found[name].allowed)

    def _make(self, names: tuple[str, ...]) -> None:
        empty(self._column_of_switches)
        self._switches = {name: QCheckBox() for name in names}
        for name, switch in self._switches.items():
            switch.clicked.connect(lambda on, name=name: self.wants.emit(ConnectExtensionJob(name, on)))
            self._column_of_switches.addWidget(switch)
        if not names:
            self._column_of_switches.addWidget(
                paragraph(self.tr("No browser was found here that can have it."), "quiet")
            )

    def _label(self, browser: "ExtensionBrowser") -> str:
        text = self.tr("{browser}: connected now") if browser.connected else "{browser}"
        return text.format(browser=browser_name(browser.name))
