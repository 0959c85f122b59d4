"""The language of the app: the person's choice, else the system's; and with it numbers, days and reading direction."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

_FOLDER = str(Path(__file__).parents[1] / "translations")
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The languages there are, each in its own name."""


class Language:
    """Installs the translations of one language at a time."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._system = QLocale()
        self._translators: list[QTranslator] = []
        self.tag = ""

    def choose(self, tag: str | None) -> bool:
        """Speak this language, the system's where it is None; returns whether that is another than before."""
        locale = self._locale(tag)
        if locale.bcp47Name() == self.tag:
            return False
        self.tag = locale.bcp47Name()
        QLocale.setDefault(locale)
        self._translate(locale)
        self._application.setLayoutDirection(locale.textDirection())
        return True

    def _locale(self, tag: str | None) -> QLocale:
        """Who chooses the language that the system has anyway, keeps the country's way to write numbers and days."""
        chosen = QLocale(tag) if tag else self._system
        return self._system if chosen.language() == self._system.language() else chosen

    def _translate(self, locale: QLocale) -> None:
        for old in self._translators:
            QCoreApplication.removeTranslator(old)
        self._translators.clear()
        self._install(locale, "qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        if not self._install(locale, "pdd", _FOLDER):
            self._install(QLocale("en"), "pdd", _FOLDER)  # the texts are English then, and need its plurals

    def _install(self, locale: QLocale, name: str, folder: str) -> bool:
        translator = QTranslator(self._application)
        found = translator.load(locale, name, "_", folder) and QCoreApplication.installTranslator(translator)
        if found:
            self._translators.append(translator)
        return found
