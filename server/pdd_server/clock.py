"""The server's clock: a function that says what time it is, so that a rehearsal and a test can say another."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pdd_server.errors import SetupError
from pdd_shared.protocol.days import parse_instant

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The time now, aware, in UTC."""
    return datetime.now(UTC)


def rehearsal_clock(file: Path) -> Clock:
    """A clock that reads its time, ISO 8601 with an offset, from `file` at each use; SetupError says what is wrong."""

    def now() -> datetime:
        try:
            return parse_instant(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SetupError(f"{file}: {reason}; write a time such as 2026-11-20T03:00:00+00:00 into it") from None

    return now
