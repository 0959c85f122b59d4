"""The section for the app itself: how it looks, in which language, and when it starts."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSystemTrayIcon

from pdd_client.desktop.jobs.jobs import SetPreferenceJob, StartAtLoginJob
from pdd_client.desktop.settings.job import Settings
from pdd_client.desktop.settings.section import Section
from pdd_client.desktop.texts.catalogue import LANGUAGES, plain, tr
from pdd_client.desktop.texts.reminder_texts import how_to_open
from pdd_client.desktop.widgets.layout import wheel
from pdd_client.gateways.package_system import in_flatpak


class AppSection(Section):
    """Sets language, colours, start at login, reminders, what closing the window does, and fetching results."""

    def __init__(self) -> None:
        super().__init__(tr("this_extension"))
        system = tr("theme_system")
        languages = [(system, None), *((name, tag) for tag, name in LANGUAGES.items())]
        themes = [
            (system, "system"),
            (tr("theme_light"), "light"),
            (tr("theme_dark"), "dark"),
            (tr("theme_light_contrast"), "light-contrast"),
            (tr("theme_dark_contrast"), "dark-contrast"),
        ]
        self._language = self._choice(tr("language"), plain("language"), languages, "language")
        self._theme = self._choice(tr("colours"), plain("colours"), themes, "theme")
        self._login = self.add(QCheckBox(tr("autostart")))
        self._login.setVisible(not in_flatpak())  # no desktop reads what is written in the sandbox
        if in_flatpak():
            self.say(tr("autostart_unknown"), "quiet")
        self._login.clicked.connect(lambda on: self.wants.emit(StartAtLoginJob(on)))
        self._reminders = self._switch(tr("reminders"), "reminders")
        self._keep = self._switch(tr("keep_running"), "keep_running")
        self._closing = self.say(kind="quiet")
        self._keep.toggled.connect(self._say_closing)
        self._results = self._switch(tr("fetch_results"), "results")

    def show_settings(self, settings: Settings) -> None:
        """See Section."""
        chosen = settings.app_status.preferences
        self._language.setCurrentIndex(max(0, self._language.findData(chosen.language)))
        self._theme.setCurrentIndex(self._theme.findData(chosen.theme))
        self._login.setChecked(settings.at_login)
        self._reminders.setChecked(chosen.reminders)
        self._keep.setChecked(chosen.keep_running is not False)
        self._say_closing(self._keep.isChecked())
        self._results.setChecked(chosen.results)

    def _say_closing(self, keeps_running: bool) -> None:
        """Say what follows from the choice on this system."""
        how = how_to_open(in_tray=QSystemTrayIcon.isSystemTrayAvailable())
        self._closing.setText(how if keeps_running else tr("autostart_off"))

    def _choice(self, label: str, name: str, options: Sequence[tuple[str, str | None]], preference: str) -> QComboBox:
        """Add a box that sets a preference, and return it.

        Args:
            label: the text beside the box, with a shortcut.
            name: the box's name for screen readers.
            options: the text and the value of each choice.
            preference: the preference's name.

        """
        box, text = wheel.unless_focused(QComboBox()), QLabel(label)
        for shown, value in options:
            box.addItem(shown, value)
        box.setAccessibleName(name)
        box.activated.connect(lambda _: self.wants.emit(SetPreferenceJob(preference, box.currentData())))
        text.setBuddy(box)
        self.add_row(text, box)
        return box

    def _switch(self, label: str, preference: str) -> QCheckBox:
        """Add a switch that sets a preference, and return it."""
        switch = self.add(QCheckBox(label))
        switch.clicked.connect(lambda on: self.wants.emit(SetPreferenceJob(preference, on)))
        return switch
