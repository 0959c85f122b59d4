"""Reading a Chrome history of a million visits: time compared with a copy and a bare query, and memory."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from pdd_client.gateways.browser_history.read_visits import read_visits
from pdd_shared.counting.search_urls import host_hints
from scripts.benchmarks.figures import Figure, alternate, at_most
from scripts.rehearsal.history_writer import Row, write_chrome

VISITS = 1_000_000
START = datetime(2024, 1, 1, tzinfo=UTC)
DAY = START + timedelta(days=500)
CHROME_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)

# VmHWM is the peak of this program alone; getrusage would count the memory of the program that started it.
MEASURE = """
import sys
from pathlib import Path
from pdd_client.gateways.browser_history.read_visits import read_visits
from pdd_shared.counting.search_urls import host_hints
visits = read_visits(Path(sys.argv[1]), since=None, until=None, hints=host_hints())
print(len(visits), next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def history() -> Iterator[Row]:
    """Yield a million visits over 33 months to 600,000 pages; one page in 20 is a search engine's results page."""
    for number in range(VISITS):
        # Three visits of five go to a new page, the others back to one of those, anywhere in the past.
        page = number if number % 5 < 3 else number * 7919 % (number + 1)
        page -= 2 if page % 5 >= 3 else 0
        time = START + timedelta(seconds=86 * number)
        if page % 100 in (0, 20, 40):
            words = f"word{page % 4999}+word{page % 773}"
            url = f"https://www.google.com/search?q={words}&oq={words}&aqs=chrome..69i57j0l5.{page}j0j7&ie=UTF-8"
            yield url, time, f"{words} - Google Search"
        else:
            url = (
                f"https://www.site{page % 2999}.example/section/{page % 97}/a-longer-address-of-an-article-{page}.html"
            )
            yield url, time, f"The headline of article {page}, which is a line long"


def bare(file: Path, bounds: tuple[int, int] | None) -> list[tuple[str, int]]:
    """Read the same visits in the barest way: copy the file, join the two tables, fetch all rows, remove the copy.

    Args:
        file: the history.
        bounds: first and last time in microseconds since 1601, the last one excluded; None for all times.
    """
    hints = host_hints()
    conditions = " OR ".join(["u.url LIKE ?"] * len(hints))
    within = " AND v.visit_time >= ? AND v.visit_time < ?" if bounds else ""
    query = f"SELECT u.url, v.visit_time FROM visits v JOIN urls u ON u.id = v.url WHERE ({conditions}){within}"
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copyfile(file, Path(folder) / "History")
        with closing(sqlite3.connect(copy)) as database:
            return database.execute(query, [*(f"%{hint}%" for hint in hints), *(bounds or ())]).fetchall()


def peak_megabytes(file: Path) -> float:
    """Return the peak of resident memory, in MiB, of a new process that reads the whole history."""
    command = [sys.executable, "-c", MEASURE, str(file)]
    _visits, kilobytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return int(kilobytes) / 1024


def compare(name: str, file: Path, since: datetime | None, until: datetime | None, rounds: int) -> Figure:
    """Time both ways of reading in turn; RuntimeError if they find different visits."""
    ours = partial(read_visits, file, since=since, until=until, hints=host_hints())
    bounds = None
    if since and until:
        bounds = (
            (since - CHROME_EPOCH) // timedelta(microseconds=1),
            (until - CHROME_EPOCH) // timedelta(microseconds=1),
        )
    reference = partial(bare, file, bounds)
    if sorted(visit.url for visit in ours()) != sorted(url for url, _time in reference()):
        raise RuntimeError(f"{name}: the two ways of reading differ")
    return at_most(name, *alternate(rounds, ours, reference), 2.0)


def figures(folder: Path | None = None) -> list[Figure]:
    """Measure reading one day, reading everything, and memory.

    Args:
        folder: where the history is made, or is already; None for a temporary folder.
    """
    if folder is None:
        with tempfile.TemporaryDirectory() as temporary:
            return figures(Path(temporary))
    file = folder / "History"
    if not file.exists():
        write_chrome(file, history())
    return [
        compare("history: one day of a million visits", file, DAY, DAY + timedelta(days=1), rounds=9),
        compare("history: all of a million visits", file, None, None, rounds=3),
        at_most("history: memory, MB", peak_megabytes(file), 300, 1.0),
    ]
