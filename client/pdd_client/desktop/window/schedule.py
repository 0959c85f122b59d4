"""The schedule of contacts with the server: each minute the wall clock is asked whether one is due.

A timer set to the moment of the contact would stop while the computer sleeps, and would miss a change of the clock.
"""

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import CheckInJob, FetchResultsJob
from pdd_client.desktop.window.window import Window

MINUTE = 60_000
"""The time between two looks, in milliseconds."""


class Schedule(QObject):
    """Asks for the app's status each minute, and contacts the server when that is due: one contact at a time."""

    def __init__(self, window: Window, application: QApplication) -> None:
        super().__init__(window)
        self._window, self._contacting, self._results = window, False, False
        self._timer = QTimer(self, interval=MINUTE)
        self._timer.timeout.connect(self.check)
        application.applicationStateChanged.connect(self._woken)
        window.outcome.connect(self._outcome)
        window.failure.connect(self._failure)

    def start(self) -> None:
        """Look now, and from now on each minute."""
        self._contacting = False
        self._timer.start()
        self.check()

    def stop(self) -> None:
        """Stop looking, so that no further contact comes due."""
        self._timer.stop()

    def check(self) -> None:
        """Ask for the app's status."""
        self._window.ask(AppStatusJob())

    def contact(self) -> None:
        """Contact the server now, unless a contact is under way."""
        if not self._contacting:
            self._contacting = True
            self._window.ask(CheckInJob())

    def _woken(self, state: Qt.ApplicationState) -> None:
        """Look at once when the person comes back to the app: the computer may have slept for days."""
        if state == Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.check()
            self._window.come_back()

    def _outcome(self, job: Job, result: object) -> None:
        """Contact the server if that is due; after a contact or a change, ask for the status again."""
        if isinstance(job, AppStatusJob) and isinstance(result, AppStatus):
            self._results = result.preferences.results
            if result.due and self._timer.isActive():
                self.contact()
        elif isinstance(job, CheckInJob):
            self._contacting = False
            self.check()
            if self._results:
                self._window.ask(FetchResultsJob())
        elif job.changes:
            self.check()

    def _failure(self, job: Job, _error: DonorError) -> None:
        if isinstance(job, CheckInJob):
            self._contacting = False
            self.check()
