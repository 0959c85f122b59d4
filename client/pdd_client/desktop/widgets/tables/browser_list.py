"""The browsers found on this computer, each with a switch."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from pdd_client.desktop.texts import reason_texts
from pdd_client.desktop.texts.display_names import browser_name
from pdd_client.desktop.widgets.layout.column import empty, paragraph

if TYPE_CHECKING:
    from pdd_client.donor.settings.browsers import Browser


class BrowserList(QWidget):
    """Shows a switch for each browser, and below it why its history can't be read, if it can't."""

    switched = Signal(str, bool)
    """The name of a browser, and whether its searches are to count."""

    def __init__(self) -> None:
        super().__init__()
        self._switches: dict[str, QCheckBox] = {}
        self._shown: set[str] | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def show_browsers(self, browsers: "tuple[Browser, ...]") -> None:
        """Show these browsers. If they are shown already, only the switches change, so that one keeps the focus."""
        names = {browser.name for browser in browsers}
        if names != self._shown:  # at first it is None, so that a person without any browser is told
            self._make(browsers)
        self._shown = names
        for browser in browsers:
            switch = self._switches[browser.name]
            switch.blockSignals(True)
            switch.setChecked(browser.on)
            switch.blockSignals(False)

    def _make(self, browsers: "tuple[Browser, ...]") -> None:
        empty(self._column)
        self._switches.clear()
        for browser in browsers:
            self._add(browser)
        if not browsers:
            none = self.tr(
                "No browser was found here. Once there is one that keeps a history, it shows up. "
                "Until then you give nothing."
            )
            self._column.addWidget(paragraph(none, "amber"))

    def _add(self, browser: "Browser") -> None:
        name = browser_name(browser.name)
        profiles = self.tr("%n profile(s)", "", browser.files)
        switch = QCheckBox(self.tr("{browser}, {profiles}").format(browser=name, profiles=profiles))
        switch.setAccessibleName(self.tr("Count the searches of {browser}").format(browser=name))
        switch.toggled.connect(lambda on: self.switched.emit(browser.name, on))
        self._switches[browser.name] = switch
        self._column.addWidget(switch)
        if browser.problem:
            self._column.addWidget(paragraph(self._problem(browser, browser.problem), "amber"))

    def _problem(self, browser: "Browser", problem: str) -> str:
        if 0 < browser.unreadable < browser.files:
            return self.tr(
                "%n of its profiles can't be read. Searches made there do not count.", "", browser.unreadable
            )
        return reason_texts.unreadable(problem)
