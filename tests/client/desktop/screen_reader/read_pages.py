"""`python -m tests.client.desktop.screen_reader.read_pages FILE`: what a screen reader gets of each page, as JSON.

It runs the app of `scripts/screenshots` on its screen, and reads each page in place of taking its picture.
"""

import json
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from scripts.screenshot_pages.__main__ import Photographer, pause, take
from tests.client.desktop.screen_reader.accessibility_bus import AccessibilityBus
from tests.client.desktop.screen_reader.tab_stops import tab_stops


class Reader(Photographer):
    """Reads each page over the accessibility bus, and goes through it by Tab."""

    found: ClassVar[dict[str, Any]] = {}

    def keep(self, name: str, shown: QWidget) -> None:
        """Read the page. The app answers in this thread, so another one asks."""
        with ThreadPoolExecutor(1) as other:
            reading = other.submit(_tree)
            while not reading.done():
                pause()
        week = "week-" if self._prefix.name.endswith("-week") else ""
        self.found[week + name] = {"tree": reading.result(), "keyboard": tab_stops(shown)}


def _tree() -> dict[str, Any]:
    """Return the app's tree."""
    bus = AccessibilityBus()
    try:
        return bus.app()
    finally:
        bus.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        take(Path(folder), "light", "en", Reader)
    Path(sys.argv[1]).write_text(json.dumps(Reader.found), encoding="utf-8")
