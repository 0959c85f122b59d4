"""The pauses that a person can choose from."""

from datetime import datetime, time, timedelta

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def pauses(now: datetime) -> tuple[tuple[str, datetime | None], ...]:
    """Return the label and the end of each pause.

    Args:
        now: the time of the donor's clock (aware).

    Returns:
        Pairs of a label and an end. An end is a midnight of this computer's time zone (aware), or None for a pause that
        lasts until the person resumes.

    """
    return (
        (translate("pauses", "Until &tomorrow"), _midnight(now, 1)),
        (translate("pauses", "For a &week"), _midnight(now, 7)),
        (translate("pauses", "Until I &resume"), None),
    )


def _midnight(now: datetime, days: int) -> datetime:
    """Return the midnight at which the day `days` ahead begins, in this computer's time zone."""
    # Computed without a zone at first, so that the offset is that of the later day: summer time may change in between.
    return datetime.combine(now.astimezone().date() + timedelta(days=days), time()).astimezone()
