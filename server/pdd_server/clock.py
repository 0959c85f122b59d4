"""The server's clock: a function that returns the time. Rehearsals and tests pass a clock of their own."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pdd_server.errors import SetupError
from pdd_shared.protocol.days import parse_instant

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the computer's time, timezone-aware, in UTC."""
    return datetime.now(UTC)


def rehearsal_clock(file: Path) -> Clock:
    """Return a clock that reads its time from a file at each call.

    Args:
        file: A file with one time in ISO 8601 with an offset from UTC.

    Raises:
        SetupError: By the returned clock, if the file can't be read or holds no such time.
    """

    def now() -> datetime:
        try:
            return parse_instant(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SetupError(f"{file}: {reason}; write a time such as 2026-11-20T03:00:00+00:00 into it") from None

    return now
