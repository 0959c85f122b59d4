"""The documentation's pictures: each page of the app with typical content."""

import os
import subprocess
import sys
from pathlib import Path

from scripts.packaging.building import ROOT
from tests.packaging.app_process import written_on

PAGES = {
    "today",
    "sent",
    "results",
    "settings",
    "week-today",
    "week-results",
    *(f"first-run-{number}" for number in range(1, 7)),
    *("consent-open", "searches", "explanation", "block", "agreed", "erase"),
    *("join", "join-choice", "keywords", "erased"),
}
AN_EMPTY_PAGE = 6_000
"""More points than the header with its tabs and the status line have."""
A_DIALOG, AN_EMPTY_DIALOG = "block", 3_000
"""The picture without header and status line, and more points than its buttons have."""


def test_every_page_has_its_picture(tmp_path: Path) -> None:
    """Every page of the app has a picture that is not empty, in dark colours, from joining to results."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "scripts.screenshot_pages", str(tmp_path), "dark", "en"]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pictures = {file.stem.removeprefix("en-dark-"): file for file in tmp_path.glob("*.png")}
    assert set(pictures) >= PAGES
    written = {page: written_on(file) for page, file in pictures.items()}
    assert written.pop(A_DIALOG) >= AN_EMPTY_DIALOG
    assert {page: points for page, points in written.items() if points < AN_EMPTY_PAGE} == {}
