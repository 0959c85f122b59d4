"""`python -m scripts.screenshot_pages FOLDER [THEME LANGUAGE]`: FOLDER/LANGUAGE-THEME-PAGE.png for every page."""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget

from pdd_client.desktop.app import make_application
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.session import Session
from pdd_client.donor.donor import Donor
from scripts.screenshot_pages.sample_donor import Person, person
from tests.support.processes.virtual_screen import screen

THEMES = ("light", "dark")
LANGUAGES = ("en", "de", "fr")
PATIENCE = 60_000
"""The milliseconds within which a page must appear."""
PAUSE = 50
"""The milliseconds between two looks at a condition."""


class Nothing(Job):
    """A job that does nothing. Once it is done, so are all jobs before it."""

    def run(self, donor: Donor) -> None:
        """See Job."""


class Photographer:
    """Runs the app for a made-up person, and takes screenshots of its window."""

    def __init__(self, application: QApplication, sitter: Person, prefix: Path) -> None:
        self._prefix, self._done = prefix, 0
        self.session = Session(application, Worker(sitter.open))
        self.window = self.session.window
        self.window.outcome.connect(self._note)
        self.session.start()

    def settle(self) -> None:
        """Wait until all requested jobs are done, and all jobs that those requested."""
        for _ in range(3):
            before = self._done
            self.window.ask(Nothing())
            wait(lambda before=before: self._done > before)  # type: ignore[misc]

    def _note(self, job: Job, _result: object) -> None:
        self._done += isinstance(job, Nothing)

    def take(self, name: str) -> None:
        """Take a screenshot of the window once it has settled."""
        self.settle()
        pause()
        file = self._prefix.with_name(f"{self._prefix.name}-{name}.png")
        if not self.window.grab().save(str(file)):
            raise SystemExit(f"{file} can't be written")

    def first_run(self) -> None:
        """Take the steps of the first run that need no input."""
        for number in range(1, 7):
            self.take(f"first-run-{number}")
            button = next(seen(self.window, QPushButton, lambda button: button.property("role") == "primary"), None)
            if button is None or not button.isEnabled():
                return
            button.click()

    def pages(self) -> None:
        """Take every page that has a tab, and the end of pages that are longer than the window."""
        for name in ("today", "sent", "results", "settings"):
            self.window.show_page(name)
            self.take(name)
            for area in seen(self.window, QScrollArea):
                if area.verticalScrollBar().maximum() > area.height() // 4:
                    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
                    self.take(f"{name}-end")


def seen(window: QWidget, kind: type, holds: Callable[[QWidget], bool] = lambda _: True) -> Iterator:
    """Yield the visible controls of a kind."""
    return (found for found in window.findChildren(kind) if found.isVisible() and holds(found))


def wait(holds: Callable[[], bool]) -> None:
    """Run the window's event loop until a condition holds."""
    for _ in range(PATIENCE // PAUSE):
        if holds():
            return
        pause()
    raise SystemExit("scripts/screenshots: a page did not appear within a minute")


def pause() -> None:
    """Run an event loop for a moment; it releases Python to the worker thread."""
    loop = QEventLoop()
    QTimer.singleShot(PAUSE, loop.quit)
    loop.exec()


def take_all(folder: Path) -> None:
    """Take each theme and language in a process of its own, on a virtual screen."""
    with screen() as shown:
        environment = os.environ | {"DISPLAY": shown.display, "QT_QPA_PLATFORM": "xcb"}
        for theme, language in itertools.product(THEMES, LANGUAGES):
            command = [sys.executable, "-m", "scripts.screenshot_pages", str(folder), theme, language]
            subprocess.run(command, env=environment, check=True)


def take(folder: Path, theme: str, language: str) -> None:
    """Take the first run, then the pages of a person who has donated for some days."""
    folder.mkdir(parents=True, exist_ok=True)
    application = make_application()
    with tempfile.TemporaryDirectory() as temporary:
        os.environ |= {"XDG_RUNTIME_DIR": temporary, "XDG_CONFIG_HOME": temporary}
        sitter = person(Path(temporary))
        with sitter.open() as donor:
            donor.settings.set_preference("theme", theme)
            donor.settings.set_preference("language", language)
        beginning = Photographer(application, sitter, folder / f"{language}-{theme}")
        beginning.first_run()
        beginning.session.quit()
        sitter.give()
        giving = Photographer(application, sitter, folder / f"{language}-{theme}")
        giving.settle()
        giving.pages()
        giving.session.quit()
        take_week(application, Path(temporary) / "week", folder / f"{language}-{theme}", (theme, language))


def take_week(application: QApplication, home: Path, prefix: Path, looks: tuple[str, str]) -> None:
    """Take Today and the results of a person whose campaigns count by week, on a Sunday."""
    home.mkdir()
    sitter = person(home, "week")
    with sitter.open() as donor:
        donor.settings.set_preference("theme", looks[0])
        donor.settings.set_preference("language", looks[1])
    sitter.give()
    giving = Photographer(application, sitter, prefix.with_name(f"{prefix.name}-week"))
    giving.settle()
    giving.pages()
    giving.session.quit()


if __name__ == "__main__":
    where, *which = sys.argv[1:]
    take(Path(where), *which) if which else take_all(Path(where))
