"""Last days as people write them: a day, or a week."""

from datetime import date, timedelta

_REST = timedelta(days=6)


def last_day_in(text: str) -> date:
    """Return the day that a text such as 2026-11-20 names; of a week such as 2026-W20, its Sunday.

    `date.fromisoformat` takes a week for its Monday, which as the end of a period would leave out six days.

    Raises:
        ValueError: The text names no day.
    """
    found = date.fromisoformat(text)
    is_week = "W" in text and len(text.replace("-", "")) == len("2026W20")
    return min(found, date.max - _REST) + _REST if is_week else found
