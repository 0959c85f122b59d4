"""What the window shows when: opening, first run, the pages, trouble, the end; and what happens beside the pages."""

from functools import partial
from typing import Any

from PySide6.QtCore import QLocale, QObject, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job, PauseJob, ResumeJob, SetPreferenceJob
from pdd_client.desktop.jobs.server_jobs import AcceptJob, CheckInJob, EraseJob
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.page.erase_dialog import ask_to_erase_here
from pdd_client.desktop.texts import error_texts, wording
from pdd_client.desktop.texts.language import Language
from pdd_client.desktop.theme import Choice, Theme
from pdd_client.desktop.widgets.drawing import Ring, ring_icon
from pdd_client.desktop.window import page_factory
from pdd_client.desktop.window.schedule import Schedule
from pdd_client.desktop.window.tray import Tray
from pdd_client.desktop.window.window import Window


class Session(QObject):
    """One run of the app: brings window, tray, schedule, theme and language together."""

    def __init__(
        self, application: QApplication, worker: Worker, *, hidden: bool = False, theme: Choice = "system"
    ) -> None:
        """`theme`: the colours until the donor is open and says which it wants."""
        super().__init__()
        self._application, self._worker, self._hidden = application, worker, hidden
        self.theme, self.language = Theme(application, self), Language(application)
        self.language.choose(None)
        self.theme.choose(theme)
        self.window = Window(worker, page_factory.page_factories(self))
        self.tray, self.schedule = Tray(self.window), Schedule(self.window, application)
        self.standing: AppStatus | None = None
        self.trouble, self.server_told = "", True
        self.ended = False
        self._told: tuple[str, ...] = ()
        self._connect()

    def _connect(self) -> None:
        self._application.setQuitOnLastWindowClosed(False)
        self.window.outcome.connect(self._outcome)
        self.window.failure.connect(self._failure)
        self.window.closing.connect(self._closing)
        self.tray.opened.connect(self.raise_window)
        self.tray.quit.connect(self.quit)
        self.tray.paused.connect(lambda until: self.window.ask(PauseJob(until)))
        self.tray.resumed.connect(lambda: self.window.ask(ResumeJob()))
        self.theme.changed.connect(self._show_standing)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self.window, self.quit)

    def start(self) -> None:
        """Open the donor; what it is decides what is shown."""
        self.window.show_page("opening")
        if not self._hidden:
            self.window.show()
        # After the first painting: what the worker loads would compete with it.
        QTimer.singleShot(0, self._worker.start)
        self.schedule.start()

    def raise_window(self) -> None:
        """Put the window in front of the person."""
        self.window.setWindowState(self.window.windowState() & ~self.window.windowState().WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def quit(self) -> None:
        """End the app, after the job under way: the window is gone at once."""
        self.schedule.stop()
        self.window.hide()
        self.tray.hide()
        self._worker.stop()
        self.ended = True
        self._application.quit()

    def begin(self) -> None:
        """Look at the donor anew: after trouble, or after everything was erased."""
        self.standing = None
        self._worker.begin()
        self.window.forget_pages()
        self.window.show_page("opening")
        self.schedule.start()

    # --- what comes of jobs

    def _outcome(self, job: Job, result: Any) -> None:
        if isinstance(job, AppStatusJob):
            self._stand(result)
        elif isinstance(job, SetPreferenceJob):
            self._speak(result.language)
            self.theme.choose(result.theme)
        elif isinstance(job, AcceptJob):
            self.schedule.contact()
        elif isinstance(job, EraseJob):
            self.server_told = job.tell_server
            self._end("erased")

    def _failure(self, job: Job, error: DonorError) -> None:
        if error_texts.is_set_aside(error) or (isinstance(job, AppStatusJob) and self.standing is None):
            self._end("trouble", wording.error(error))
        elif isinstance(job, AppStatusJob):
            self.window.notice.tell(wording.error(error), self.tr("Tr&y again"), self.schedule.look)
        elif isinstance(job, CheckInJob):
            if not error_texts.is_unreachable(error):
                self.window.notice.tell(wording.error(error))
        elif isinstance(job, EraseJob) and error_texts.is_of_server(error):
            ask_to_erase_here(self.window, wording.error(error), self.window.ask)

    def _stand(self, standing: AppStatus) -> None:
        before, self.standing = self.standing, standing
        if before and before.today != standing.today:
            self.window.refresh()
        if first := before is None:
            self._speak(standing.preferences.language)
            self.theme.choose(standing.preferences.theme)
        self._show_standing()
        self._tell_new_keywords(standing.new_keywords)
        if first:
            self._show_first(joined=standing.joined)

    def _show_first(self, *, joined: bool) -> None:
        if joined:
            self.show_pages()
        else:
            self.window.header.show_tabs(())
            self.window.show_page("first-run")
        if self._hidden and not self.tray.there:
            self.window.showMinimized()
        self._hidden = False

    def show_pages(self) -> None:
        """Show the pages with their tabs, Today first."""
        self.window.header.show_tabs(page_factory.tabs())
        self.window.show_page("today")

    def _tell_new_keywords(self, titles: tuple[str, ...]) -> None:
        """Once a run, until there are others."""
        if titles and titles != self._told:
            text = self.tr("{campaigns}: there are new keywords. They count nothing until you agree.")
            names = QLocale().createSeparatedList(list(titles))
            look = partial(self.window.show_page, "keywords")
            self.window.notice.tell(text.format(campaigns=names), self.tr("&Look at them"), look)
        self._told = titles

    def _show_standing(self) -> None:
        if self.standing is None:
            return
        self.window.header.show_ring(self.standing.ring)
        self.window.setWindowIcon(ring_icon(self.standing.ring))
        self.window.status.stand(self.standing.line())
        self.tray.show(self.standing)

    def _speak(self, tag: str | None) -> None:
        changed = self.language.choose(tag)
        self.window.setLocale(QLocale())  # its widgets have the locale that it was made with, else
        if changed and self.window.header.has_tabs:
            self._show_standing()
            self.window.notice.hide()
            self.window.forget_pages()
            self.window.header.show_tabs(page_factory.tabs())
            self.window.show_page("settings")

    def _end(self, page: str, why: str = "") -> None:
        """There is no donor to go on with."""
        self.trouble = why
        self.schedule.stop()
        self.tray.hide()
        self.standing = None
        self.window.forget_pages()
        self.window.header.show_tabs(())
        ring: Ring = "ring-attention" if page == "trouble" else "ring-paused"
        self.window.header.show_ring(ring)
        self.window.setWindowIcon(ring_icon(ring))
        self.window.status.stand("")
        self.window.show_page(page)
        self._hidden = False
        self.window.show()  # also if it was started without: there is no other sign of it now

    def _closing(self, event: QCloseEvent) -> None:
        if self.tray.there and self.standing and self.standing.preferences.keep_running:
            event.ignore()
            self.window.hide()
        else:
            self.quit()
