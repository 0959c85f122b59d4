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
LANGUAGES = ("en", "de")
PATIENCE = 60_000
"""Milliseconds in which a page has to be there."""
PAUSE = 50


class Nothing(Job):
    """A job whose end tells that those before it are done."""

    def run(self, donor: Donor) -> None:
        """See Job."""


class Photographer:
    """Runs the app for a person, and takes pictures of its window."""

    def __init__(self, application: QApplication, sitter: Person, prefix: Path) -> None:
        self._prefix, self._done = prefix, 0
        self.session = Session(application, Worker(sitter.open))
        self.window = self.session.window
        self.window.outcome.connect(self._note)
        self.session.start()

    def settle(self) -> None:
        """Wait until all that was wanted is done, and all that was wanted because of it."""
        for _ in range(3):
            before = self._done
            self.window.ask(Nothing())
            wait(lambda before=before: self._done > before)  # type: ignore[misc]

    def _note(self, job: Job, _result: object) -> None:
        self._done += isinstance(job, Nothing)

    def take(self, name: str) -> None:
        """A picture of what the window shows once it has settled."""
        self.settle()
        pause()
        file = self._prefix.with_name(f"{self._prefix.name}-{name}.png")
        if not self.window.grab().save(str(file)):
            raise SystemExit(f"{file} can't be written")

    def first_run(self) -> None:
        """The steps that ask for nothing."""
        for number in range(1, 7):
            self.take(f"first-run-{number}")
            button = next(seen(self.window, QPushButton, lambda button: button.property("role") == "primary"), None)
            if button is None or not button.isEnabled():
                return
            button.click()

    def pages(self) -> None:
        """Every page that has a tab, and the end of those that are longer than the window."""
        for name in ("today", "sent", "results", "settings"):
            self.window.show_page(name)
            self.take(name)
            for area in seen(self.window, QScrollArea):
                if area.verticalScrollBar().maximum() > area.height() // 4:
                    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
                    self.take(f"{name}-end")


def seen(window: QWidget, kind: type, holds: Callable[[QWidget], bool] = lambda _: True) -> Iterator:
    """The controls of this kind that can be seen."""
    return (found for found in window.findChildren(kind) if found.isVisible() and holds(found))


def wait(holds: Callable[[], bool]) -> None:
    """Let the window live until it holds."""
    for _ in range(PATIENCE // PAUSE):
        if holds():
            return
        pause()
    raise SystemExit("scripts/screenshots: a page did not appear within a minute")


def pause() -> None:
    """Let the window live for a moment: in an event loop of its own, which leaves Python to the worker meanwhile."""
    loop = QEventLoop()
    QTimer.singleShot(PAUSE, loop.quit)
    loop.exec()


def take_all(folder: Path) -> None:
    """Each theme and language in a process of its own, on a screen that nobody looks at."""
    with screen() as shown:
        environment = os.environ | {"DISPLAY": shown.display, "QT_QPA_PLATFORM": "xcb"}
        for theme, language in itertools.product(THEMES, LANGUAGES):
            command = [sys.executable, "-m", "scripts.screenshot_pages", str(folder), theme, language]
            subprocess.run(command, env=environment, check=True)


def take(folder: Path, theme: str, language: str) -> None:
    """First the first run, then the pages of a person who has given for some days."""
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


if __name__ == "__main__":
    where, *which = sys.argv[1:]
    take(Path(where), *which) if which else take_all(Path(where))
