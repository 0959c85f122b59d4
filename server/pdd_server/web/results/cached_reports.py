"""What a page shows of a published file, kept until the file is replaced: every reader of a day sees the same."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock

from cachetools import LRUCache

from pdd_server.services.concurrency_limit import LONG_ANSWERS
from pdd_server.services.results import published_file
from pdd_server.services.results.period_report import Asked, Report, report
from pdd_server.web.results.chart import Chart
from pdd_server.web.results.presentation import Latest, drawn, latest_day

_KEPT = 20_000
"""Days and strata of the pages that are kept together, each with its points in the charts: 20 MB or so."""


@dataclass(frozen=True)
class Shown:
    """A report, its chart, and its newest day; None where there is nothing to draw, or no day.

    `newest` is the newest day of the campaign, within what is asked for or not.
    """

    report: Report
    chart: Chart | None
    latest: Latest | None
    newest: date | None


_Key = tuple[Path, tuple[int, ...], Asked]
_kept: LRUCache[_Key, Shown] = LRUCache(_KEPT, getsizeof=lambda page: 1 + len(page.report.days))
_lock = Lock()


def shown(folder: Path, asked: Asked) -> Shown:
    """Return what is asked for of a campaign's folder, as it is now. Rejected if too many wait for long answers."""
    try:
        now = (folder / "totals.sqlite").stat()
    except FileNotFoundError:
        return _worked_out(folder, asked)
    key = folder, (now.st_ino, now.st_mtime_ns), asked
    known = _known(key)
    if known is None:
        with LONG_ANSWERS.turn():
            # Whoever had the turn before may have asked for the same.
            known = _known(key) or _worked_out(folder, asked)
        _keep(key, known)
    return known


def forget() -> None:
    """Keep nothing: what is asked for next is worked out anew."""
    with _lock:
        _kept.clear()


def _known(key: _Key) -> Shown | None:
    with _lock:
        return _kept.get(key)


def _keep(key: _Key, page: Shown) -> None:
    with _lock, suppress(ValueError):  # of a page larger than all that is kept
        _kept[key] = page


def _worked_out(folder: Path, asked: Asked) -> Shown:
    with published_file.opened(folder) as published:
        found = report(published, asked)
        latest = latest_day(published, found.dates[-1]) if found.dates else None
        newest = published_file.newest_of(published)
    return Shown(found, drawn(found), latest, newest)
