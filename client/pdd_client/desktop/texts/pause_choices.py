"""The pauses that a person can choose from."""

from datetime import datetime, time, timedelta

from pdd_client.desktop.texts.catalogue import tr


def pauses(now: datetime) -> tuple[tuple[str, datetime | None], ...]:
    """Return the label and the end of each pause.

    Args:
        now: the time of the donor's clock (aware).

    Returns:
        Pairs of a label and an end. An end is a midnight of this computer's time zone (aware), or None for a pause that
        lasts until the person resumes.

    """
    return (
        (tr("pause_tomorrow"), _midnight(now, 1)),
        (tr("pause_week"), _midnight(now, 7)),
        (tr("pause_open"), None),
    )


def _midnight(now: datetime, days: int) -> datetime:
    """Return the midnight at which the day `days` ahead begins, in this computer's time zone."""
    # Computed without a zone at first, so that the offset is that of the later day: summer time may change in between.
    return datetime.combine(now.astimezone().date() + timedelta(days=days), time()).astimezone()
