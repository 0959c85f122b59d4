"""The window: a header with tabs, one page at a time, a status line, and the way of jobs and their outcomes.

The window gives every job that a page asks for to the worker. Outcomes come in the order of the jobs, and the window
passes each to the page that asked. After a job that `changes` something, the page that is shown is refreshed at once
and the others when they are shown next. A page is made when it is shown for the first time.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QPushButton,
    QStackedWidget,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.worker import Worker
from pdd_client.desktop.page.page import Page
from pdd_client.desktop.widgets.accessible import speak_as
from pdd_client.desktop.widgets.notice import Notice
from pdd_client.desktop.window.header import Header
from pdd_client.desktop.window.status_line import StatusLine
from pdd_client.desktop.window.tab_order import next_control, scroll_to


class Window(QWidget):
    """The app's only window. Pages have names; `page_factories` has a function for each that makes it."""

    closing = Signal(QCloseEvent)
    """The person closes the window. It stays open if a slot ignores the event."""
    outcome = Signal(object, object)
    """Every job that was done and its result, for the parts beside the pages, such as the schedule."""
    failure = Signal(object, object)
    """Every job that failed, and its DonorError."""

    def __init__(self, worker: Worker, page_factories: Mapping[str, Callable[[], Page]]) -> None:
        super().__init__()
        self._worker, self._page_factories = worker, page_factories
        self._pages: dict[str, Page] = {}
        self._stale: set[str] = set()
        # The jobs that have no outcome yet, in the worker's order, each with the page that asked for it.
        self._asked: deque[tuple[Job, Page | None]] = deque()
        self.header, self.notice, self.status = Header(), Notice(), StatusLine()
        self._stack = QStackedWidget()
        self._lay_out()
        self.header.chosen.connect(self.show_page)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._watch)
        worker.done.connect(self._done)
        worker.failed.connect(self._failed)
        worker.dropped.connect(lambda _: self._asked.popleft())
        worker.busy.connect(self.status.show_busy)

    def _lay_out(self) -> None:
        speak_as(self, QAccessible.Role.Window)
        self.setWindowTitle("Private Data Donor")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.header, self.notice, self._stack, self.status):
            column.addWidget(widget, 1 if widget is self._stack else 0)
        letter = self.fontMetrics().averageCharWidth()
        # The title bar is no part of a widget's size, but has to fit on the screen too.
        title = QSize(0, self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))
        wished = QSize(letter * 130, self.fontMetrics().height() * 48)
        self.resize(wished.boundedTo(self.screen().availableSize() - title))

    def show_page(self, name: str) -> None:
        """Show the page of this name. It is refreshed if it is new or may be out of date."""
        page = self._pages.get(name) or self._make(name)
        self._stack.setCurrentWidget(page)
        self.header.show_chosen(name)
        if name in self._stale or page.ages:
            self._stale.discard(name)
            page.refresh()

    @property
    def page(self) -> Page | None:
        """The page that is shown; None before the first one."""
        shown = self._stack.currentWidget()
        return shown if isinstance(shown, Page) else None

    def forget_pages(self) -> None:
        """Delete all pages; they are made again when they are shown next, in another language or for another donor.

        No page gets the outcomes of jobs that the deleted pages asked for.
        """
        self._asked = deque((job, None) for job, _ in self._asked)
        for page in self._pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self._pages.clear()

    def ask(self, job: Job, page: Page | None = None) -> None:
        """Have the worker do a job.

        Args:
            job: the job.
            page: the page that gets the outcome; None if no page does.

        """
        self._asked.append((job, page))
        self._worker.ask(job)

    def refresh(self) -> None:
        """Refresh the page that is shown now, and the others when they are shown next."""
        self._stale = set(self._pages)
        for name, page in self._pages.items():
            if page is self._stack.currentWidget():
                self._stale.discard(name)
                page.refresh()

    def come_back(self) -> None:
        """Refresh the page that is shown if it `ages`: the person looks at the window again."""
        if self.page is not None and self.page.ages:
            self.page.refresh()

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802
        """Move the focus as one reads; Qt calls this for Tab, and for Tab with Shift."""
        control = next_control(self, self.focusWidget(), forward=forward)
        if control is None:
            return False
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        control.setFocus(reason)
        scroll_to(control)
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Have Enter press a button that has the focus. Under many desktops Qt presses it with Space alone.

        Only keys that were pressed in the button itself count: Enter in a field may move the focus to one.
        """
        entered = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and event.type() == QEvent.Type.KeyPress and isinstance(watched, QAbstractButton):
            watched.click()
            return True
        return super().eventFilter(watched, event)

    def _watch(self, _: QWidget | None, focused: QWidget | None) -> None:
        if isinstance(focused, QPushButton | QToolButton) and self.isAncestorOf(focused):
            focused.installEventFilter(self)

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
