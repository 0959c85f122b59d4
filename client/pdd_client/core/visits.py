"""What the donor's side knows of a browser's history: visits to pages, and the files they come from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a page: its address, when (aware, UTC), and the browser's name.

    The address is the donor's secret and is kept out of the repr, so that no log line or traceback shows it.
    """

    url: str = field(repr=False)
    time: datetime
    browser: str


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A history database and, where it was found and not given, the browser and profile it belongs to."""

    path: Path
    browser: str | None = None
    profile: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A history file that was left out, and why in plain words, for the donor to read."""

    file: Path
    reason: str


def merged(read: Sequence[Visit], from_extensions: Sequence[Visit]) -> list[Visit]:
    """The visits read from files, and those handed over that are not among them.

    They are the same by address and time: Chromium gives an extension the very microseconds of its file, Firefox the
    whole milliseconds. Two visits to one page within a millisecond are one search anyway.
    """
    known = {_same(visit) for visit in read}
    return [*read, *(visit for visit in from_extensions if _same(visit) not in known)]


def _same(visit: Visit) -> tuple[str, datetime]:
    return visit.url, visit.time.replace(microsecond=visit.time.microsecond // 1000 * 1000)
