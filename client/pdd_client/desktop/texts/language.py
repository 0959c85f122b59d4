"""The app's language, chosen by the person or the system; the formats of numbers and dates follow it."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from pdd_client.desktop.texts.catalogue import LANGUAGES, speak


class Language:
    """Installs the translations of one language at a time; `tag` is its BCP 47 tag."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._system = QLocale()
        self._of_qt: QTranslator | None = None
        self.tag = self._texts = ""

    def choose(self, tag: str | None) -> bool:
        """Switch the app to a language.

        Args:
            tag: the language's BCP 47 tag; None for the system's language.

        Returns:
            Whether the language is another than before.

        """
        locale, spoken = self._locale(tag), self._spoken(tag)
        if (locale.bcp47Name(), spoken) == (self.tag, self._texts):
            return False
        self.tag, self._texts = locale.bcp47Name(), spoken
        QLocale.setDefault(locale)
        self._translate(spoken)
        self._application.setLayoutDirection(locale.textDirection())
        return True

    def _locale(self, tag: str | None) -> QLocale:
        """Return the locale for a tag.

        For the system's own language it is the system's locale, with the country's formats of numbers and dates.
        """
        chosen = QLocale(tag) if tag else self._system
        return self._system if chosen.language() == self._system.language() else chosen

    def _spoken(self, tag: str | None) -> str:
        """Return the language of the texts: the chosen one, else the system's first display language that there is.

        The display language may be another than that of the system's formats, as on an English Windows in Germany.
        """
        wanted = (one.partition("-")[0] for one in ([tag] if tag else self._system.uiLanguages()))
        return next((one for one in wanted if one in LANGUAGES), "en")

    def _translate(self, tag: str) -> None:
        """Choose the language of the app's own texts, and of Qt's own dialogs and menus."""
        speak(tag)
        if self._of_qt is not None:
            QCoreApplication.removeTranslator(self._of_qt)
        self._of_qt = QTranslator(self._application)
        self._of_qt.load(QLocale(tag), "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        QCoreApplication.installTranslator(self._of_qt)
