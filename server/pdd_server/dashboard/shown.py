"""What a page shows of a published file, kept until the file is replaced: every reader of a day sees the same."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pdd_server.dashboard.chart import Chart
from pdd_server.dashboard.views import Latest, drawn, latest_day
from pdd_server.services.reports import reading
from pdd_server.services.reports.summary import Asked, Report, report

_KEPT = 64
"""Pages; the largest take a few hundred KB each."""


@dataclass(frozen=True)
class Shown:
    """A report, its chart, and the newest day; None where there is nothing to draw, or no day."""

    report: Report
    chart: Chart | None
    latest: Latest | None


def shown(folder: Path, asked: Asked) -> Shown:
    """What is asked for of a campaign's folder, as it is now."""
    file = folder / "totals.sqlite"
    try:
        now = file.stat()
    except FileNotFoundError:
        return _shown(folder, (), asked)
    return _shown(folder, (now.st_ino, now.st_mtime_ns), asked)


def forget() -> None:
    """Keep nothing: what is asked for next is worked out anew."""
    _shown.cache_clear()


@lru_cache(maxsize=_KEPT)
def _shown(folder: Path, _stamp: tuple[int, ...], asked: Asked) -> Shown:
    with reading.opened(folder) as published:
        found = report(published, asked)
        latest = latest_day(published, found.dates[-1]) if found.dates else None
    return Shown(found, drawn(found), latest)
