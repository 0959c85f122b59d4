"""Starting the app as a person does, seeing its window, and closing it."""

import stat
import subprocess
from collections import Counter
from pathlib import Path

from PySide6.QtGui import QImage

from tests.support.processes.timeouts import PATIENCE
from tests.support.processes.virtual_screen import Screen

TITLE = "Private Data Donor"

AN_EMPTY_WINDOW = 10_000
"""More points than header and status line have; a page of the first run has more than twice as many."""


def start_look_and_close(program: Path, screen: Screen, home: Path, picture: Path) -> None:
    """Check that the program shows a window with content, keeps its files private, and ends when closed."""
    errors = picture.with_suffix(".txt")
    with errors.open("w") as written:
        running = subprocess.Popen([program], env=screen.environment(home), stderr=written, text=True, cwd=home)
    try:
        window = screen.wait_for_window(TITLE, running)
        for _ in range(60):  # each takes a moment of its own
            screen.picture(picture)
            if written_on(picture) > AN_EMPTY_WINDOW:
                break
        screen.close_window(window)
        assert running.wait(PATIENCE) == 0, errors.read_text()
    finally:
        running.kill()
        running.wait()
    assert "Traceback" not in errors.read_text()
    assert TITLE not in screen.windows()
    assert written_on(picture) > AN_EMPTY_WINDOW
    kept = home / ".local/share/private-data-donor"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o700


def written_on(picture: Path) -> int:
    """Return how many points have neither the screen's background nor the window's."""
    image = QImage(str(picture)).convertToFormat(QImage.Format.Format_RGB32)
    points = Counter(image.constBits().cast("I"))
    return points.total() - sum(number for _colour, number in points.most_common(2))
