"""Sources of the current time (the system, or a file in rehearsals), and the computer's time zone."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pdd_client.core.errors import DonorError
from pdd_shared.protocol.days import parse_instant

Clock = Callable[[], datetime]
"""Returns the current time, with a time zone."""


def system_clock() -> datetime:
    """Return the computer's current time in UTC."""
    return datetime.now(UTC)


class RehearsalClock:
    """A clock that reads its time from a file at each call; the file holds an ISO 8601 time with an offset."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> datetime:
        """Return the time that the file holds now, in UTC.

        Raises:
            DonorError: the file can't be read or holds no such time.

        """
        try:
            return parse_instant(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DonorError(f"the rehearsal clock {self._file} can't be read: {error}") from None


def computer_zone() -> ZoneInfo:
    """Return the time zone of the variable TZ, else the system's, else UTC."""
    from tzlocal import get_localzone_name  # imported late: a donor who has joined uses the server's zone instead

    try:
        return ZoneInfo(get_localzone_name())
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")
