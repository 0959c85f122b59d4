"""The language of the app: the person's choice, else the system's; and with it numbers, days and reading direction."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

_FOLDER = Path(__file__).parent / "translations"
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
        locale = QLocale(tag) if tag else self._system
        if locale.bcp47Name() == self.tag:
            return False
        self.tag = locale.bcp47Name()
        QLocale.setDefault(locale)
        self._translate(locale)
        self._application.setLayoutDirection(locale.textDirection())
        return True

    def _translate(self, locale: QLocale) -> None:
        for old in self._translators:
            QCoreApplication.removeTranslator(old)
        qts_own = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        self._translators = []
        for name, folder in (("qtbase", qts_own), ("pdd", str(_FOLDER))):
            translator = QTranslator(self._application)
            if translator.load(locale, name, "_", folder):
                QCoreApplication.installTranslator(translator)
                self._translators.append(translator)
