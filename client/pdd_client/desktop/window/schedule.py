"""The schedule of contacts with the server: each minute the wall clock is asked whether one is due.

A timer set to the moment of the contact would stop while the computer sleeps, and would miss a change of the clock.
"""

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from pdd_client.core.errors import DonorError
from pdd_client.desktop.jobs.app_status import AppStatus, AppStatusJob
from pdd_client.desktop.jobs.jobs import Job
from pdd_client.desktop.jobs.server_jobs import AskForNewVersionJob, CheckInJob, FetchResultsJob
from pdd_client.desktop.window.window import Window

MINUTE = 60_000
"""The time between two checks, in milliseconds."""


class Schedule(QObject):
    """Asks for the app's status each minute, and makes a check-in when that is due.

    No check-in is asked for while another one is under way, or within a minute of one that failed. The results are
    fetched after each check-in, if the donor wants them. A newer version of the app is asked for at times of its own.
    """

    def __init__(self, window: Window, application: QApplication) -> None:
        super().__init__(window)
        self._window, self._contacting, self._failed, self._fetches_results = window, False, False, False
        self._timer = QTimer(self, interval=MINUTE)
        self._timer.timeout.connect(self.pass_minute)
        application.applicationStateChanged.connect(self._woken)
        window.outcome.connect(self._outcome)
        window.failure.connect(self._failure)

    def start(self) -> None:
        """Check now, and from now on each minute."""
        # The donor was opened anew, so the outcome of an earlier check-in may never come.
        self._contacting = False
        self._timer.start()
        self._window.ask(AppStatusJob(started=True))

    def stop(self) -> None:
        """Stop checking, so that no further check-in begins."""
        self._timer.stop()

    def pass_minute(self) -> None:
        """Check, also whether to try a failed check-in again."""
        self._failed = False
        self.check()

    def check(self) -> None:
        """Ask for the app's status; `_outcome` gets the answer."""
        self._window.ask(AppStatusJob())

    def contact(self) -> None:
        """Make a check-in now, unless one is under way."""
        if not self._contacting:
            self._contacting = True
            self._window.ask(CheckInJob())

    def _woken(self, state: Qt.ApplicationState) -> None:
        """Check at once when the person comes back to the app: the computer may have slept for days."""
        if state == Qt.ApplicationState.ApplicationActive and self._timer.isActive():
            self.check()
            self._window.come_back()

    def _outcome(self, job: Job, result: object) -> None:
        """Make a check-in if one is due.

        After a check-in or a change of the home, the status is old, so ask for it again.
        """
        if isinstance(job, AppStatusJob) and isinstance(result, AppStatus):
            self._fetches_results = result.preferences.results
            if result.due and self._timer.isActive() and not self._failed:
                self.contact()
            if result.version_check_is_due and self._timer.isActive():
                self._window.ask(AskForNewVersionJob())
        elif isinstance(job, CheckInJob):
            self._contacting = False
            self.check()
            if self._fetches_results:
                self._window.ask(FetchResultsJob())
        elif job.changes:
            self.check()

    def _failure(self, job: Job, _error: DonorError) -> None:
        """Ask for the status after a failed check-in.

        The donor has planned its next try. With a full disk it can't, and the check-in stays due: then a try at once
        would be followed by the next for ever.
        """
        if isinstance(job, CheckInJob):
            self._contacting, self._failed = False, True
            self.check()
