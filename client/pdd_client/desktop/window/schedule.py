"""When the server is contacted: each minute it is asked whether it is time, by the clock on the wall.

A timer set to the moment itself would sleep with the computer, and would not know of a clock that was changed.
"""

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import CheckInJob, FetchResultsJob
from pdd_client.desktop.window.window import Window

MINUTE = 60_000


class Schedule(QObject):
    """Wants to know how things stand each minute, and contacts the server when it is time: one contact at a time."""

    def __init__(self, window: Window, application: QApplication) -> None:
        super().__init__(window)
        self._window, self._contacting, self._results = window, False, False
        self._timer = QTimer(self, interval=MINUTE)
        self._timer.timeout.connect(self.look)
        application.applicationStateChanged.connect(self._woken)
        window.outcome.connect(self._outcome)
        window.failure.connect(self._failure)

    def start(self) -> None:
        """Look now, and from now on each minute."""
        self._contacting = False
        self._timer.start()
        self.look()

    def stop(self) -> None:
        """Contact nobody any more."""
        self._timer.stop()

    def look(self) -> None:
        """Ask how things stand."""
        self._window.ask(AppStatusJob())

    def contact(self) -> None:
        """Contact the server now, unless that is under way."""
        if not self._contacting:
            self._contacting = True
            self._window.ask(CheckInJob())

    def _woken(self, state: Qt.ApplicationState) -> None:
        """The person has come back, maybe from a long sleep."""
        if state == Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.look()
            self._window.come_back()

    def _outcome(self, job: Job, result: object) -> None:
        if isinstance(job, AppStatusJob) and isinstance(result, AppStatus):
            self._results = result.preferences.results
            if result.due and self._timer.isActive():
                self.contact()
        elif isinstance(job, CheckInJob):
            self._contacting = False
            self.look()
            if self._results:
                self._window.ask(FetchResultsJob())
        elif job.changes:
            self.look()

    def _failure(self, job: Job, _error: DonorError) -> None:
        if isinstance(job, CheckInJob):
            self._contacting = False
            self.look()
