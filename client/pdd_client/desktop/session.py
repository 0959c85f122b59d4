"""One run of the app: which pages the window shows, and what happens beside the pages.

| state     | page                          | leads to                                                      |
| --------- | ----------------------------- | ------------------------------------------------------------- |
| opening   | `opening`, which is empty     | first run or pages; trouble, if the donor can't be opened     |
| first run | `first-run`                   | pages, once the person has joined a campaign                  |
| pages     | `today` and others, with tabs | erased; trouble, if the home is damaged                       |
| trouble   | `trouble`                     | opening, when the person tries again                          |
| erased    | `erased`                      | opening, when the person begins anew                          |

A damaged home leads to trouble from the first run too. The person may quit in every state.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QLocale, QObject, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

from pdd_client.core.errors import DonorError
from pdd_client.core.join_link import JoinLink, parse_link
from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job, PauseJob, ResumeJob, SetPreferenceJob
from pdd_client.desktop.jobs.server_jobs import AcceptJob, CheckInJob, EraseJob
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.page.closing_dialog import ask_before_closing
from pdd_client.desktop.page.erase_dialog import ask_to_erase_here
from pdd_client.desktop.texts import error_texts, wording
from pdd_client.desktop.texts.catalogue import tr
from pdd_client.desktop.texts.language import Language
from pdd_client.desktop.theme import Theme
from pdd_client.desktop.widgets.drawing import Ring, ring_icon
from pdd_client.desktop.window import page_factory
from pdd_client.desktop.window.reminders import Reminders
from pdd_client.desktop.window.schedule import Schedule
from pdd_client.desktop.window.tray import Tray
from pdd_client.desktop.window.window import Window
from pdd_client.gateways.home_files.theme_file import Theme as Choice


class Session(QObject):
    """Connects the window, worker, tray, schedule, theme and language for one run of the app.

    Attributes:
        app_status: the newest status of the donor; None while there is no open donor.
        trouble: the error that the trouble page shows.
        server_told: whether the server was asked to forget the donor that was erased.
        ended: whether the person has quit.

    """

    def __init__(
        self, application: QApplication, worker: Worker, *, hidden: bool = False, theme: Choice = "system"
    ) -> None:
        """Make the window without showing it.

        Args:
            application: the process's QApplication.
            worker: a worker that has not been started.
            hidden: whether to start without a window.
            theme: the colours until the donor is open and its preferences are known.

        """
        super().__init__()
        self._application, self._worker, self._hidden = application, worker, hidden
        self.theme, self.language = Theme(application, self), Language(application)
        self.language.choose(None)
        self.theme.choose(theme)
        self.window = Window(worker, page_factory.page_factories(self))
        self.tray, self.schedule = Tray(self.window), Schedule(self.window, application)
        self.reminders = Reminders(self.window, self.tray)
        self.app_status: AppStatus | None = None
        self.trouble, self.server_told = "", True
        self.ended = False
        self._told: tuple[str, ...] = ()
        self._link: JoinLink | None = None
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
        self.reminders.opened.connect(self._open_page)
        self.theme.changed.connect(self._show_app_status)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Quit), self.window, self.quit)

    def start(self) -> None:
        """Show the window unless it is to be hidden, and open the donor, whose first status decides what is shown."""
        self.window.show_page("opening")
        if not self._hidden:
            self.window.show()
        # After the first painting, which would otherwise compete with the worker's loading of libraries.
        QTimer.singleShot(0, self._worker.start)
        self.schedule.start()

    def raise_window(self) -> None:
        """Show the window in front of others, also if it is minimised or hidden."""
        self.window.setWindowState(self.window.windowState() & ~self.window.windowState().WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def open_link(self, text: str) -> None:
        """Raise the window, and enter a link that the person followed where they can join with it.

        Any web page can offer such a link. So it only fills in a field. No server is
        contacted until the person says so.
        """
        self.raise_window()
        try:
            self._link = parse_link(text)
        except DonorError as error:
            self.window.notice.tell(wording.error(error))
        else:
            self._show_link()

    def quit(self) -> None:
        """End the app. The window goes at once; the job under way and decisions that wait are still done."""
        self.schedule.stop()
        self.window.hide()
        self.tray.hide()
        self._worker.stop()
        self.ended = True
        self._application.quit()

    def begin(self) -> None:
        """Open the donor again, after an error or after everything was erased."""
        self.app_status = None
        self._worker.begin()
        self.window.forget_pages()
        self.window.show_page("opening")
        self.schedule.start()

    # --- what comes of jobs

    def _outcome(self, job: Job, result: Any) -> None:
        if isinstance(job, AppStatusJob):
            self._stand(result)
        elif isinstance(job, SetPreferenceJob):
            if self.app_status is not None:  # else closing the window would go by the earlier choice for a minute
                self.app_status = replace(self.app_status, preferences=result)
            self._speak(result.language)
            self.theme.choose(result.theme)
        elif isinstance(job, AcceptJob):
            self.schedule.contact()
        elif isinstance(job, EraseJob):
            self.server_told = job.tell_server
            self._end("erased")

    def _failure(self, job: Job, error: DonorError) -> None:
        if error_texts.is_set_aside(error) or (isinstance(job, AppStatusJob) and self.app_status is None):
            self._end("trouble", wording.error(error))
        elif isinstance(job, AppStatusJob):
            self.window.notice.tell(wording.error(error), tr("try_again"), self.schedule.check)
        elif isinstance(job, CheckInJob):
            # That the server is unreachable passes by itself; the status line says it.
            if not error_texts.is_unreachable(error):
                self.window.notice.tell(wording.error(error))
        elif isinstance(job, EraseJob) and error_texts.is_of_server(error):
            ask_to_erase_here(self.window, wording.error(error), self.window.ask)

    def _stand(self, app_status: AppStatus) -> None:
        """Take over a new status of the donor; the first one decides which page is shown."""
        before, self.app_status = self.app_status, app_status
        if before and before.today != app_status.today:
            self.window.refresh()
        if first := before is None:
            self._speak(app_status.preferences.language)
            self.theme.choose(app_status.preferences.theme)
        self._show_app_status()
        self._tell_new_keywords(app_status.new_keywords)
        if first:
            self._show_first(joined=app_status.joined)

    def _show_first(self, *, joined: bool) -> None:
        if joined:
            self.show_pages()
        else:
            self.window.header.show_tabs(())
            self.window.show_page("first-run")
        self._show_link()
        # Before joining there is nothing to do without a window, so it must be found also without a tray icon.
        if self._hidden and not (joined or self.tray.there):
            self.window.showMinimized()
        self._hidden = False

    def _show_link(self) -> None:
        """Enter the link that waits. Before the donor is open, it is not known which page takes it."""
        if self._link is None or self.app_status is None:
            return
        self.window.show_page("join" if self.app_status.joined else "first-run")
        if self.window.page is not None:
            self.window.page.take_link(self._link)
        self._link = None

    def _open_page(self, name: str) -> None:
        """Show the page that a notification is about, if there are pages."""
        if self.window.header.has_tabs:
            self.window.show_page(name)
        self.raise_window()

    def show_pages(self) -> None:
        """Show the pages with their tabs, Today first."""
        self.window.header.show_tabs(page_factory.tabs())
        self.window.show_page("today")

    def _tell_new_keywords(self, titles: tuple[str, ...]) -> None:
        """Announce the campaigns that have new keywords, unless the same ones were announced last."""
        if titles and titles != self._told:
            text = tr("new_keywords_note")
            names = QLocale().createSeparatedList(list(titles))
            look = partial(self.window.show_page, "keywords")
            self.window.notice.tell(text.format(campaigns=names), tr("look_at_them"), look)
        self._told = titles

    def _show_app_status(self) -> None:
        if self.app_status is None:
            return
        self.window.header.show_ring(self.app_status.ring)
        self.window.setWindowIcon(ring_icon(self.app_status.ring))
        self.window.status.stand(self.app_status.line())
        self.tray.show(self.app_status)

    def _speak(self, tag: str | None) -> None:
        """Switch the language. Pages are made again in it, and Settings is shown, where the person chose it."""
        changed = self.language.choose(tag)
        self.window.setLocale(QLocale())  # else its widgets keep the locale of the time when it was made
        if changed and self.window.header.has_tabs:
            self._show_app_status()
            self.window.notice.hide()
            self.window.forget_pages()
            self.window.header.show_tabs(page_factory.tabs())
            self.window.show_page("settings")

    def _end(self, page: str, why: str = "") -> None:
        """Show the trouble page or the erased page: there is no donor to go on with."""
        self.trouble = why
        self.schedule.stop()
        self.tray.hide()
        self.app_status = None
        self.window.forget_pages()
        self.window.header.show_tabs(())
        ring: Ring = "ring-attention" if page == "trouble" else "ring-paused"
        self.window.header.show_ring(ring)
        self.window.setWindowIcon(ring_icon(ring))
        self.window.status.stand("")
        self.window.show_page(page)
        self._hidden = False
        # Also after a hidden start: without the tray icon, nothing else shows that the app runs.
        self.window.show()

    def _closing(self, event: QCloseEvent) -> None:
        """Keep the app running when the window is closed, unless the person chose otherwise; else quit.

        A donor is told so at the first time, and asked where no tray can tell it. Without a tray icon the app is opened
        again by starting it again. Who has joined nothing needs no app then.
        """
        status = self.app_status
        wish = False if status is None else status.preferences.keep_running
        joined = status is not None and status.joined
        if wish is False or not (joined or self.tray.there):
            self.quit()
            return
        event.ignore()
        if wish is None and joined and not self.reminders.tell_in_tray():
            ask_before_closing(self.window, self._close, in_tray=self.tray.there)
        elif wish is None and joined:
            self._close(keeps_running=True)
        else:
            self.window.hide()
            if not self.tray.there:
                self.reminders.tell_running()

    def _close(self, keeps_running: bool) -> None:
        """Close the window as the person chose, and remember that."""
        self.window.ask(SetPreferenceJob("keep_running", keeps_running))
        if keeps_running:
            self.window.hide()
        else:
            self.quit()
