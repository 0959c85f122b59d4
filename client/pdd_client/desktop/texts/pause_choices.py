"""The pauses a person can choose from."""

from datetime import datetime, time, timedelta

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def pauses(now: datetime) -> tuple[tuple[str, datetime | None], ...]:
    """Each pause's label and its end by this computer's days; `now` is aware. None: until resumed."""
    return (
        (translate("pauses", "Until &tomorrow"), _midnight(now, 1)),
        (translate("pauses", "For a &week"), _midnight(now, 7)),
        (translate("pauses", "Until I &resume"), None),
    )


def _midnight(now: datetime, days: int) -> datetime:
    """The beginning of the day so many days ahead, where this computer is."""
    # Through a time without zone, so that a change to or from summer time on the way is heeded.
    return datetime.combine(now.astimezone().date() + timedelta(days=days), time()).astimezone()
