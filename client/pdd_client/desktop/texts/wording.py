"""The client's numbers, days, refusals and errors in the donor's words, in the donor's language and locale."""

from datetime import UTC, date, datetime
from html import escape

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from pdd_client.core.errors import DonorError
from pdd_client.desktop.texts import error_texts

translate = QCoreApplication.translate


class _Counted:
    """Texts with a number, outside of a QObject: pyside6-lupdate sees that they have plural forms by this `tr` alone.

    Their context is the name that the object has where it is called: "counted".
    """

    def tr(self, text: str, _comment: str, number: int) -> str:
        """The text in the plural form of the number, which stands where it says %n; see QObject.tr."""
        return translate("counted", text, "", number)


counted = _Counted()


def number(value: float, digits: int = 0) -> str:
    """A number with the locale's separators."""
    return QLocale().toString(value, "f", digits) if digits else QLocale().toString(round(value))


def day(value: date) -> str:
    """A day with its weekday, such as "Friday, 20 November 2026"."""
    return QLocale().toString(QDate(value.year, value.month, value.day), QLocale.FormatType.LongFormat)


def short_day(value: date) -> str:
    """A day in the locale's short form."""
    return QLocale().toString(QDate(value.year, value.month, value.day), QLocale.FormatType.ShortFormat)


def moment(value: datetime) -> str:
    """A moment as this computer's clock shows it: day and time."""
    at = QDateTime.fromSecsSinceEpoch(int(value.astimezone(UTC).timestamp()))
    return QLocale().toString(at, QLocale.FormatType.ShortFormat)


def when(on: date, at: datetime | None) -> str:
    """A day, or the moment on it where that is known."""
    return day(on) if at is None else moment(at)


def time(value: datetime) -> str:
    """A time of day as this computer's clock shows it."""
    at = QDateTime.fromSecsSinceEpoch(int(value.astimezone(UTC).timestamp()))
    return QLocale().toString(at.time(), QLocale.FormatType.ShortFormat)


def tooltip(text: str) -> str:
    """A text for a tooltip, which takes it for markup where it looks like some: it is shown as it is."""
    return f"<p>{escape(text)}</p>"


def error(found: DonorError) -> str:
    """What happened, what it means for the person's data, what to do."""
    return error_texts.told(found)
