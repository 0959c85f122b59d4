"""The desktop app: a cold start to its window, beside a bare one of PySide6; memory; a page over a million visits."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from scripts.benchmarks.donor import history
from scripts.benchmarks.figures import Figure, at_most
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import Clock, FakeServer, campaign, open_donor

ROUNDS = 7
ENTRIES = 10_000
PROCESS = [sys.executable, "-m", "scripts.benchmarks.donor.desktop_process"]
Moment = dict[str, Any]
"""A line that `desktop_process` prints, with the seconds from the start of the process to it."""


def joined(folder: Path) -> list[str]:
    """Make the home of a donor to a campaign of 10,000 keywords; return the app's arguments for home and clock."""
    clock = Clock(history.DAY + timedelta(hours=20))
    # The history's words are word0 to word4998, so all of them are keywords, and half of the keywords never occur.
    text = campaign(
        vocabulary=tuple(f"word{number}" for number in range(ENTRIES)),
        start=(clock.now - timedelta(days=30)).date(),
        end=(clock.now + timedelta(days=30)).date(),
    )
    with open_donor(folder / "home", FakeServer(clock, [text])) as donor:
        donor.campaigns.accept(donor.campaigns.fetch_offer("http://127.0.0.1:9"))
        donor.settings.set_sending("review")
    (folder / "clock").write_text(clock.now.isoformat())
    return [str(folder / "home"), str(folder / "clock")]


def started(folder: Path, *arguments: str) -> dict[str, Moment]:
    """Start the process once, wait until it ends, and return the moments that it printed, by name."""
    person = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CONFIG_HOME": str(folder / ".config")}
    # After the first start all modules have bytecode, as in an installed program.
    quiet = {"QT_QPA_PLATFORM": "offscreen", "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    compiled = {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    moments = {}
    start = time.perf_counter()
    command = [*PROCESS, *arguments]
    with subprocess.Popen(
        command, env=os.environ | person | quiet | compiled, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line)
            moments[told["moment"]] = told | {"seconds": time.perf_counter() - start}
    if process.returncode:
        raise RuntimeError(f"{' '.join(arguments)} ended with {process.returncode}")
    return moments


def cold_start(folder: Path, arguments: list[str]) -> list[Figure]:
    """Start the app and a bare window of PySide6 in turn, and compare the medians; the app's first start only warms up.

    The window is painted and responds before the donor's libraries are loaded. Its first page, here of 10,000 keywords,
    comes later, and is a figure of its own.
    """
    ours = [started(folder, "app", *arguments, "page")]
    bare = []
    for _ in range(ROUNDS):
        bare.append(started(folder, "bare", str(ours[0]["window"]["widgets"]))["window"]["seconds"])
        ours.append(started(folder, "app", *arguments, "page"))
    window, page = (statistics.median(one[moment]["seconds"] for one in ours[1:]) for moment in ("window", "page"))
    return [
        at_most("desktop: start to the window", window, statistics.median(bare), 1.5),
        at_most("desktop: start to Today, s", page, 2.0, 1.0),
    ]


def figures() -> list[Figure]:
    """Measure the app of a donor without browser history, then with a history of a million visits."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        arguments = joined(folder)
        starts = cold_start(folder, arguments)
        profile = folder / ".config/google-chrome/Default"
        profile.mkdir(parents=True)
        write_chrome(profile / "History", history.history())
        large = started(folder, "app", *arguments, "idle")
        if large["page"]["entries"] != ENTRIES or not large["page"]["searches"]:
            raise RuntimeError("the page does not show what it is measured by")
        return [
            *starts,
            at_most("desktop: Today after reading, s", large["page"]["after_reading"], 1.0, 1.0),
            at_most("desktop: window blocked, s", large["idle"]["blocked"], 0.1, 1.0),
            at_most("desktop: idle memory, MB", large["idle"]["megabytes"], 300, 1.0),
        ]
