"""The app's language, chosen by the person or the system; the formats of numbers and dates follow it."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

_FOLDER = str(Path(__file__).parents[1] / "translations")
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The languages that the app is translated into, by tag, each in its own name."""


class Language:
    """Installs the translations of one language at a time; `tag` is its BCP 47 tag."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._system = QLocale()
        self._translators: list[QTranslator] = []
        self.tag = ""

    def choose(self, tag: str | None) -> bool:
        """Switch the app to a language.

        Args:
            tag: the language's BCP 47 tag; None for the system's language.

        Returns:
            Whether the language is another than before.

        """
        locale = self._locale(tag)
        if locale.bcp47Name() == self.tag:
            return False
        self.tag = locale.bcp47Name()
        QLocale.setDefault(locale)
        self._translate(locale)
        self._application.setLayoutDirection(locale.textDirection())
        return True

    def _locale(self, tag: str | None) -> QLocale:
        """Return the locale for a tag.

        For the system's own language it is the system's locale, with the country's formats of numbers and dates.
        """
        chosen = QLocale(tag) if tag else self._system
        return self._system if chosen.language() == self._system.language() else chosen

    def _translate(self, locale: QLocale) -> None:
        for old in self._translators:
            QCoreApplication.removeTranslator(old)
        self._translators.clear()
        self._install(locale, "qtbase", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        if not self._install(locale, "pdd", _FOLDER):
            self._install(QLocale("en"), "pdd", _FOLDER)  # the texts stay English, but need the English plural forms

    def _install(self, locale: QLocale, name: str, folder: str) -> bool:
        translator = QTranslator(self._application)
        found = translator.load(locale, name, "_", folder) and QCoreApplication.installTranslator(translator)
        if found:
            self._translators.append(translator)
        return found
