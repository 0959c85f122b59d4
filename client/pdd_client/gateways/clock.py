"""Where the time comes from: the system, or a file in rehearsals; and the computer's own time zone."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pdd_client.core.errors import DonorError
from pdd_shared.protocol.days import parse_instant

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The time now, aware, in UTC."""
    return datetime.now(UTC)


class RehearsalClock:
    """A clock that reads its time from a file at each use: ISO 8601 with an offset."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> datetime:
        """The time the file holds now, in UTC; DonorError if it holds none."""
        try:
            return parse_instant(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DonorError(f"the rehearsal clock {self._file} can't be read: {error}") from None


def computer_zone() -> ZoneInfo:
    """The computer's time zone: TZ, else the system's, else UTC."""
    from tzlocal import get_localzone_name  # a donor who has joined goes by the server's zone

    try:
        return ZoneInfo(get_localzone_name())
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return ZoneInfo("UTC")
