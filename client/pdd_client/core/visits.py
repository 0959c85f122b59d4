"""Visits to pages, and the history files of browsers that they come from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a page: its address, the time (aware, UTC), and the browser's name.

    The address is private to the donor. It is left out of the repr, so that no log line or traceback shows it.
    """

    url: str = field(repr=False)
    time: datetime
    browser: str


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A browser's history database.

    Attributes:
        path: the file.
        browser: the browser's name; None for a file that the donor named.
        profile: the browser's profile; None for a file that the donor named.

    """

    path: Path
    browser: str | None = None
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class UnreadHistory:
    """A history file that could not be read, with the reason in plain words for the donor."""

    file: Path
    reason: str


def merged(read: Sequence[Visit], from_extensions: Sequence[Visit]) -> list[Visit]:
    """Return the visits read from files, followed by the extensions' visits that no file has.

    Two visits are the same if their addresses and their milliseconds are. Chromium tells an extension the microseconds
    of its file, Firefox only whole milliseconds. Two visits to one page within a millisecond are one search anyway.
    """
    known = {_same(visit) for visit in read}
    return [*read, *(visit for visit in from_extensions if _same(visit) not in known)]


def _same(visit: Visit) -> tuple[str, datetime]:
    return visit.url, visit.time.replace(microsecond=visit.time.microsecond // 1000 * 1000)
