"""Measures one run of the app: when its first page is there, how long the window was blocked, and its memory."""

import time
from typing import Any

from PySide6.QtCore import QObject, QTimer

from pdd_client.desktop.jobs.app_status import AppStatusJob
from pdd_client.desktop.session import Session
from scripts.benchmarks.donor.desktop_events import Painted, say
from tests.client.desktop.probe import Probe

CALM = 3000
"""Milliseconds from the first page to the moment `idle`, in which background work can finish."""


class Watch(QObject):
    """Prints the moments of one session, and ends the session after the moment `until`."""

    def __init__(self, session: Session, until: str) -> None:
        super().__init__(session)
        self._session, self._until, self._probe = session, until, Probe()
        self._read = 0.0
        Painted(session.window, lambda: self._tell("window"))
        session.window.outcome.connect(self._outcome)
        self._probe.start()

    def _outcome(self, job: object, result: Any) -> None:
        from pdd_client.desktop.today.job import ShowDayJob  # not before the page itself has loaded it

        if isinstance(job, AppStatusJob) and not self._read:
            self._note_reading()
        elif isinstance(job, ShowDayJob):
            QTimer.singleShot(0, lambda: self._shown(result))

    def _note_reading(self) -> None:
        """From now on, note when histories have been read.

        The module that reads them is imported only here, when the app has loaded it already, so the start isn't slower.
        """
        from pdd_client.donor.days import read_searches

        read = read_searches.read_all

        def noted(*arguments: Any, **named: Any) -> Any:
            found = read(*arguments, **named)
            self._read = time.perf_counter()
            return found

        read_searches.read_all = noted
        self._read = time.perf_counter()

    def _shown(self, day: Any) -> None:
        page = self._session.window.page
        assert page is not None
        entries = sum(len(campaign.entries) + len(campaign.zeros) for campaign in day.campaigns)
        Painted(page, lambda: self._tell("page", entries=entries, searches=len(day.searches)))
        page.update()

    def _tell(self, moment: str, **counts: int) -> None:
        after = time.perf_counter() - self._read
        self._probe.stop()
        say(moment, self._session.window, after_reading=after, blocked=self._probe.longest / 1000, **counts)
        self._probe.start()
        if moment == self._until:
            self._session.quit()
        elif moment == "page":
            QTimer.singleShot(CALM, lambda: self._tell("idle"))
