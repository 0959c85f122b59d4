"""`python -m scripts.screenshot_pages FOLDER [THEME LANGUAGE]`: FOLDER/LANGUAGE-THEME-PAGE.png for every page.

FOLDER/200 has those at 200%.
"""

import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QLineEdit, QPushButton, QScrollArea, QWidget

from pdd_client.desktop.app import make_application
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.session import Session
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.today.page import TodayPage
from pdd_client.desktop.widgets.layout.unfold import Unfold
from pdd_client.donor.donor import Donor
from scripts.screenshot_pages.sample_donor import ADDRESS, Person, person
from tests.support.processes.virtual_screen import screen

THEMES, CONTRAST_THEMES = ("light", "dark"), ("light-contrast", "dark-contrast")
LANGUAGES = ("en", "de", "fr")
FIRST_RUN = 6
"""The steps of the first run with a link that names a campaign; the fourth asks for consent."""
SMALL = (1280, 720)
"""The screen of a small laptop, on which pages are taken at 200%, too."""
DIALOGS = (
    ("today", "explanation", "how"),
    ("today", "block", "block_word"),
    ("settings", "agreed", "read_agreed"),
    ("settings", "erase", "erase"),
)
"""Of each dialog: its page, the name of its picture, and the button that opens it, with the context of its text."""
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
        """Keep the window, or the dialog above it, once it has settled."""
        self.settle()
        pause()
        self.keep(name, next(self._dialogs(), self.window))

    def keep(self, name: str, shown: QWidget) -> None:
        """Keep a screenshot of a window."""
        file = self._prefix.with_name(f"{self._prefix.name}-{name}.png")
        if not shown.grab().save(str(file)):
            raise SystemExit(f"{file} can't be written")

    def first_run(self) -> None:
        """Take each step up to the last one, with the link of a campaign, and the consent with everything unfolded."""
        for number in range(1, FIRST_RUN + 1):
            self._fill_in()
            self.take(f"first-run-{number}")
            if self._unfold():
                self.take("consent-open")
            if number < FIRST_RUN:
                self.press("primary")

    def _fill_in(self) -> None:
        for field in seen(self.window, QLineEdit):
            field.setText(f"{ADDRESS}/join/flu")

    def _unfold(self) -> bool:
        """Unfold everything and tick what is asked for; return whether there was something to unfold."""
        parts = list(seen(self.window, Unfold))
        for part in parts:
            part.heading.setChecked(True)
        for box in seen(self.window, QCheckBox) if parts else ():
            box.setChecked(True)
        return bool(parts)

    def press(self, role: str) -> None:
        """Press the button that has this role."""
        next(seen(self.window, QPushButton, lambda button: button.property("role") == role)).click()

    def pages(self) -> None:
        """Take every page that has a tab, and the end of pages that are longer than the window."""
        for name in ("today", "sent", "results", "settings"):
            self.window.show_page(name)
            self.take(name)
            for area in seen(self.window, QScrollArea):
                if area.verticalScrollBar().maximum() > area.height() // 4:
                    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
                    self.take(f"{name}-end")

    def other_pages(self) -> None:
        """Take the pages to which others lead, and each dialog."""
        self.window.show_page("today")
        self.settle()
        self._open_searches()
        self.take("searches")
        for page, name, key in DIALOGS:
            self.window.show_page(page)
            self.settle()
            label = tr(key)
            next(seen(self.window, QPushButton, lambda button, label=label: button.text() == label)).click()
            self.take(name)
            for dialog in self._dialogs():
                dialog.reject()
        for name in ("join", "join-choice"):
            self.window.show_page("join")
            self.take(name)
            self.press("primary")
        for name in ("keywords", "erased"):
            self.window.show_page(name)
            self.take(name)

    def _open_searches(self) -> None:
        """Open the first keyword that counts, and choose a search behind it."""
        page = self.window.page
        if not isinstance(page, TodayPage):
            raise SystemExit("scripts/screenshots: no day is shown")
        page.model.toggle(page.model.index(1, 0))
        rows = (page.model.index(row, 0) for row in range(page.model.rowCount()))
        page.view.setCurrentIndex(next(index for index in rows if (row := page.model.row(index)) and row.search))

    def _dialogs(self) -> Iterator[QDialog]:
        return (dialog for dialog in self.window.findChildren(QDialog) if dialog.isVisible())


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
    """Take each theme and language in a process of its own, on a virtual screen.

    Then come those with more contrast in English, and German at 200% on a small screen.
    """
    with screen() as usual, screen(*SMALL) as small:
        for theme, language in itertools.product(THEMES, LANGUAGES):
            take_apart(folder, theme, language, usual.display)
        for theme in CONTRAST_THEMES:
            take_apart(folder, theme, "en", usual.display)
        take_apart(folder / "200", "light", "de", small.display, scale="2")


def take_apart(folder: Path, theme: str, language: str, display: str, scale: str = "1") -> None:
    """Take a theme and language in a process of its own."""
    environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": scale}
    command = [sys.executable, "-m", "scripts.screenshot_pages", str(folder), theme, language]
    subprocess.run(command, env=environment, check=True)


def take(folder: Path, theme: str, language: str, photographer: type[Photographer] = Photographer) -> None:
    """Take the first run, the pages of a person who has donated for some days, and those of one who gives by week."""
    folder.mkdir(parents=True, exist_ok=True)
    application, prefix = make_application(), folder / f"{language}-{theme}"
    with tempfile.TemporaryDirectory() as temporary:
        os.environ |= {"XDG_RUNTIME_DIR": temporary, "XDG_CONFIG_HOME": temporary}
        by_day, by_week = Path(temporary) / "day", Path(temporary) / "week"
        sitter = _dressed(person(by_day), theme, language)
        beginning = photographer(application, sitter, prefix)
        beginning.first_run()
        beginning.session.quit()
        giving = _giving(application, sitter, photographer, prefix)
        giving.pages()
        giving.other_pages()
        giving.session.quit()
        weekly = _dressed(person(by_week, "week"), theme, language)
        giving = _giving(application, weekly, photographer, prefix.with_name(f"{prefix.name}-week"))
        giving.pages()  # a Sunday's
        giving.session.quit()


def _dressed(sitter: Person, theme: str, language: str) -> Person:
    with sitter.open() as donor:
        donor.settings.set_preference("theme", theme)
        donor.settings.set_preference("language", language)
    return sitter


def _giving(application: QApplication, sitter: Person, photographer: type[Photographer], prefix: Path) -> Photographer:
    """Return a photographer of the person's app, after some days of donating."""
    sitter.give()
    giving = photographer(application, sitter, prefix)
    giving.settle()
    return giving


if __name__ == "__main__":
    where, *which = sys.argv[1:]
    take(Path(where), *which) if which else take_all(Path(where))
