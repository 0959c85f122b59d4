"""The window: a header with tabs, one page at a time, a status line; and who gets what comes of a job.

A page is a `page.Page`: a QWidget with the signal `wants(job)` and the slots `show_result(job, result)` and
`show_error(job, error)`. The window gives every job to the worker, and its outcome to the page that wanted it. After
a job that `changes` something, the page that is shown is refreshed at once, the others when they are shown next.
A page is made when it is shown for the first time: `TodayPage()`, `SentPage()`, `ResultsPage()`, `SettingsPage()`.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QStackedWidget, QStyle, QVBoxLayout, QWidget

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.widgets.notice import Notice
from pdd_client.desktop.window.header import Header
from pdd_client.desktop.window.status_line import StatusLine


class Window(QWidget):
    """The one window; pages are named, made by `page_factories` when first shown, and shown by `show_page`."""

    closing = Signal(QCloseEvent)
    """The person closes the window; whoever ignores the event keeps it."""
    outcome = Signal(object, object)
    """Every job and its result, for what is beside the pages: the tray, the schedule."""
    failure = Signal(object, object)
    """Every job and its DonorError."""

    def __init__(self, worker: Worker, page_factories: Mapping[str, Callable[[], Page]]) -> None:
        super().__init__()
        self._worker, self._page_factories = worker, page_factories
        self._pages: dict[str, Page] = {}
        self._stale: set[str] = set()
        self._asked: deque[tuple[Job, Page | None]] = deque()
        self.header, self.notice, self.status = Header(), Notice(), StatusLine()
        self._stack = QStackedWidget()
        self._lay_out()
        self.header.chosen.connect(self.show_page)
        worker.done.connect(self._done)
        worker.failed.connect(self._failed)
        worker.dropped.connect(lambda _: self._asked.popleft())
        worker.busy.connect(self.status.show_busy)

    def _lay_out(self) -> None:
        self.setWindowTitle("Private Data Donor")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.header, self.notice, self._stack, self.status):
            column.addWidget(widget, 1 if widget is self._stack else 0)
        letter = self.fontMetrics().averageCharWidth()
        title = QSize(0, self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        wished = QSize(letter * 130, self.fontMetrics().height() * 48)
        self.resize(wished.boundedTo(self.screen().availableSize() - title))

    def show_page(self, name: str) -> None:
        """Show the page of this name; one that has not been shown, or may be out of date, is refreshed."""
        page = self._pages.get(name) or self._make(name)
        self._stack.setCurrentWidget(page)
        self.header.show_chosen(name)
        if name in self._stale or page.ages:
            self._stale.discard(name)
            page.refresh()

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, Page) else None

    def forget_pages(self) -> None:
        """Make all pages anew when they are shown next: in another language, or for another donor."""
        self._asked = deque((job, None) for job, _ in self._asked)
        for page in self._pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self._pages.clear()

    def ask(self, job: Job, page: Page | None = None) -> None:
        """Have a job done; its outcome goes to the page, if there is one."""
        self._asked.append((job, page))
        self._worker.ask(job)

    def refresh(self) -> None:
        """Something has changed: what is shown is refreshed now, the rest when it is shown."""
        self._stale = set(self._pages)
        for name, page in self._pages.items():
            if page is self._stack.currentWidget():
                self._stale.discard(name)
                page.refresh()

    def come_back(self) -> None:
        """The person looks at the window again."""
        if self.page is not None and self.page.ages:
            self.page.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802
        """See QWidget."""
        self.closing.emit(event)

    def _make(self, name: str) -> Page:
        page = self._page_factories[name]()
        page.wants.connect(lambda job: self.ask(job, page))
        page.goes.connect(self.show_page)
        page.says.connect(self.status.say)
        page.warns.connect(self.notice.tell)
        self._pages[name] = page
        self._stale.add(name)
        self._stack.addWidget(page)
        return page

    def _done(self, job: Job, result: Any) -> None:
        _, page = self._asked.popleft()
        self.outcome.emit(job, result)
        if job.changes:
            self.refresh()
        if page is not None:
            page.show_result(job, result)

    def _failed(self, job: Job, error: DonorError) -> None:
        _, page = self._asked.popleft()
        self.failure.emit(job, error)
        if page is not None:
            page.show_error(job, error)
