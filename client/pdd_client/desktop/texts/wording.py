"""Numbers, days, times and errors as texts in the donor's language and locale."""

from datetime import UTC, date, datetime
from decimal import Decimal
from html import escape

from PySide6.QtCore import QDate, QDateTime, QLocale

from pdd_client.core.errors import DonorError
from pdd_client.desktop.texts import error_texts
from pdd_client.desktop.texts.catalogue import tr


def number(value: float, digits: int = 0) -> str:
    """Return a number with the locale's separators and so many decimals."""
    return QLocale().toString(value, "f", digits) if digits else QLocale().toString(round(value))


def plus_minus(total: float, half_width: float) -> str:
    """Return a total with half the width of its 95% interval."""
    return tr("plus_minus", total=number(total), half=number(half_width))


def percent(value: Decimal) -> str:
    """Return a percentage without its sign, with all its decimals."""
    return number(float(value), max(0, -int(value.as_tuple().exponent)))


def day(value: date) -> str:
    """Return a day with its weekday, such as "Friday, 20 November 2026"."""
    return QLocale().toString(QDate(value.year, value.month, value.day), QLocale.FormatType.LongFormat)


def short_day(value: date) -> str:
    """Return a day in the locale's short form."""
    return QLocale().toString(QDate(value.year, value.month, value.day), QLocale.FormatType.ShortFormat)


def moment(value: datetime) -> str:
    """Return the day and time of an aware datetime, in this computer's time zone."""
    at = QDateTime.fromSecsSinceEpoch(int(value.astimezone(UTC).timestamp()))
    return QLocale().toString(at, QLocale.FormatType.ShortFormat)


def when(on: date, at: datetime | None) -> str:
    """Return a day, or the time on it if `at` is known."""
    return day(on) if at is None else moment(at)


def time(value: datetime, on: date | None = None) -> str:
    """Return the time of day of an aware datetime, in this computer's time zone, after the weekday of `on` if given."""
    at = QDateTime.fromSecsSinceEpoch(int(value.astimezone(UTC).timestamp()))
    clock = QLocale().toString(at.time(), QLocale.FormatType.ShortFormat)
    return f"{QLocale().dayName(on.isoweekday(), QLocale.FormatType.ShortFormat)} {clock}" if on else clock


def tooltip(text: str) -> str:
    """Return a text for a tooltip, escaped: Qt would read a text that looks like HTML as markup."""
    return f"<p>{escape(text)}</p>"


def error(found: DonorError) -> str:
    """Return an error in the donor's language; see `error_texts.told`."""
    return error_texts.told(found)
