"""The browsers found on this computer and their profiles, each with a switch."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pdd_client.desktop.texts import reason_texts
from pdd_client.desktop.texts.catalogue import counted, tr
from pdd_client.desktop.texts.display_names import browser_name
from pdd_client.desktop.widgets.layout.column import empty, paragraph
from pdd_client.desktop.widgets.layout.flow import Flow

if TYPE_CHECKING:
    from pdd_client.donor.settings.browsers import Browser, Profile

_INDENT = 24
"""The space before a profile, in pixels: it is a part of the browser above."""


class BrowserList(QWidget):
    """Shows a switch for each browser, and below it one for each profile, and why its history can't be read.

    A history that was not found can be added by hand.
    """

    switched = Signal(str, bool)
    """The name of a browser, and whether its searches are to count."""
    profile_switched = Signal(str, bool)
    """The path of a profile's history, and whether its searches are to count."""
    added = Signal(Path)
    """The path of a history that the person has chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._switches: dict[str, QCheckBox] = {}
        self._profiles: dict[str, QCheckBox] = {}
        self._shown: object = None
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout()
        whole.addLayout(self._column)
        add = QPushButton(tr("history_add"))
        add.clicked.connect(self._choose)
        whole.addLayout(Flow(add))
        self._said = paragraph("")
        self._said.hide()
        whole.addWidget(self._said)

    def show_browsers(self, browsers: "tuple[Browser, ...]") -> None:
        """Show these browsers. If they are shown already, only the switches change, so that one keeps the focus."""
        profiles = {profile.path: profile.on for browser in browsers for profile in browser.profiles}
        faults = {one.name: (one.files, one.unreadable, one.problem, one.extension) for one in browsers}
        shown = faults, set(profiles)
        if shown != self._shown:  # at first it is None, so that a person without any browser is told
            self._make(browsers)
        self._shown = shown
        for browser in browsers:
            _show(self._switches[browser.name], browser.on)
            for profile in browser.profiles:
                self._profiles[profile.path].setEnabled(browser.on)
        for path, on in profiles.items():
            _show(self._profiles[path], on)

    def show_added(self, problem: str | None) -> str:
        """Say whether the chosen history counts, and return that sentence; it does not if there is a problem."""
        said = tr("history_not_added") if problem else tr("history_added")
        self._said.setText(said)
        self._said.show()
        return said

    def _choose(self) -> None:
        self._said.hide()
        dialog = QFileDialog(self, tr("history_add"), str(Path.home()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)  # on Linux most histories are in hidden folders
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.added.emit(Path(name)))
        dialog.open()

    def _make(self, browsers: "tuple[Browser, ...]") -> None:
        empty(self._column)
        self._switches.clear()
        self._profiles.clear()
        for browser in browsers:
            self._add(browser)
        if not browsers:
            none = tr("browsers_none")
            self._column.addWidget(paragraph(none, "amber"))

    def _add(self, browser: "Browser") -> None:
        name = browser_name(browser.name)
        profiles = counted("profiles", browser.files)
        switch = QCheckBox(tr("browser_profiles", browser=name, profiles=profiles).replace("&", "&&"))
        switch.setAccessibleName(tr("browser_count", browser=name))
        switch.setToolTip(browser.path)
        switch.toggled.connect(lambda on: self.switched.emit(browser.name, on))
        self._switches[browser.name] = switch
        self._column.addWidget(switch)
        for profile in browser.profiles:
            self._add_profile(name, profile)
        if browser.problem:
            self._column.addWidget(paragraph(self._problem(browser, browser.problem), "amber"))
        if browser.extension:
            self._column.addWidget(paragraph(tr("extension_here"), "amber"))

    def _add_profile(self, browser: str, profile: "Profile") -> None:
        switch, row = QCheckBox(profile.name.replace("&", "&&")), QHBoxLayout()
        name = tr("browser_count_profile")
        switch.setAccessibleName(name.format(profile=profile.name, browser=browser))
        switch.setToolTip(profile.path)
        switch.toggled.connect(lambda on: self.profile_switched.emit(profile.path, on))
        self._profiles[profile.path] = switch
        row.addSpacing(_INDENT)
        row.addWidget(switch, 1)
        self._column.addLayout(row)

    def _problem(self, browser: "Browser", problem: str) -> str:
        if 0 < browser.unreadable < browser.files:
            return counted("profiles_unreadable", browser.unreadable)
        return reason_texts.unreadable(problem)


def _show(switch: QCheckBox, on: bool) -> None:
    """Set a switch without asking for a change."""
    switch.blockSignals(True)
    switch.setChecked(on)
    switch.blockSignals(False)
