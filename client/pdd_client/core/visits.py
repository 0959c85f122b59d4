"""Visits to pages, and the history files of browsers that they come from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a page: its address, the time (aware, UTC), the browser's name, and whether it was a reload.

    Browsers call it a reload, too, when they open a tab again: after a restart, a crash, or by *Reopen closed tab*.
    A page that Chromium opens at its own start is marked as one too.
    The address is private to the donor. It is left out of the repr, so that no log line or traceback shows it.
    """

    url: str = field(repr=False)
    time: datetime
    browser: str
    reload: bool = False


@dataclass(frozen=True, slots=True)
class ResultPage:
    """One visit to a search engine's result page: what counting needs of the visit, without its address.

    Attributes:
        engine: the search engine's name.
        query: the text as typed. It is private to the donor, so it is left out of the repr.
        time: when the page was opened (aware, UTC).
        browser: the browser's name.
        reload: whether the page was loaded again, by the donor or by a browser that opens its tabs again.

    """

    engine: str
    query: str = field(repr=False)
    time: datetime
    browser: str
    reload: bool = False


@dataclass(frozen=True, slots=True)
class HistoryFile:
    """A browser's history database.

    Attributes:
        path: the file.
        browser: the browser's name; None for a file that the donor named.
        profile: the browser's profile; None for a file that the donor named.
        usual: whether it is where this program knows that the browser keeps its history.

    """

    path: Path
    browser: str | None = None
    profile: str | None = None
    usual: bool = True


@dataclass(frozen=True, slots=True)
class UnreadHistory:
    """A history file that could not be read, with the reason in plain words for the donor."""

    file: Path
    reason: str


def merged(read: Sequence[ResultPage], from_extensions: Sequence[ResultPage]) -> list[ResultPage]:
    """Return the result pages read from files, followed by the extensions' that no file has.

    Two visits are the same if engine, query and milliseconds are. Chromium tells an extension the microseconds of its
    file, Firefox only whole milliseconds. Two pages of one query within a millisecond are one search anyway.
    """
    known = {_same(page) for page in read}
    return [*read, *(page for page in from_extensions if _same(page) not in known)]


def _same(page: ResultPage) -> tuple[str, str, datetime]:
    return page.engine, page.query, page.time.replace(microsecond=page.time.microsecond // 1000 * 1000)
