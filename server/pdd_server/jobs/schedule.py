"""The schedule of nightly runs.

It checks at short intervals whether today's run is done. So a run may be late, after the server was down or a run
failed, but is not missed. A run of which a part failed is repeated after `RETRY_AFTER`. A run takes the database's one
write lock many times, so donors would have to wait if a lasting failure repeated it at every check.

The schedule has a process of its own, so that a nightly run takes no processor time from donors' requests.
"""

import logging
import os
import secrets
import sys
import traceback
from datetime import UTC, date, datetime, timedelta
from threading import Thread

from apscheduler.schedulers.blocking import BlockingScheduler  # type: ignore[import-untyped]

from pdd_server.errors import DamagedDatabase, SetupError
from pdd_server.jobs import nightly_run
from pdd_server.jobs.mail import Notices
from pdd_server.services.operations import witnessing
from pdd_server.services.operations.data_folder import Deployment, NightlyRunGoesOn, nightly_alone
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import day_of

RETRY_AFTER = timedelta(minutes=15)
"""How long after a run that failed, or of which a part failed, the next one begins."""

log = logging.getLogger(__name__)
# A nightly run may take longer than the interval between two checks, and is not started twice. apscheduler would log a
# warning at each check that it passes over.
logging.getLogger("apscheduler").setLevel(logging.ERROR)


class NightlySchedule:
    """The nightly runs of one server process: one for each date, tried again until it succeeds."""

    def __init__(self, server: Deployment) -> None:
        self._server = server
        self._done: date | None = None
        self._failed_at: datetime | None = None

    def run_if_due(self) -> None:
        """Do the nightly run of today, unless this process has done it or a run failed a short time ago.

        It raises nothing. A failure is logged, and the run is repeated after `RETRY_AFTER`.
        """
        try:
            now = self._server.clock()
            today = day_of(now, self._server.config.time_zone)
            if today != self._done and not self._has_just_failed(now):
                self._run(now, today)
        except NightlyRunGoesOn:
            return  # the next check finds out whether that run has left anything to do
        except Exception as error:
            _log_failure(error)

    def _has_just_failed(self, now: datetime) -> bool:
        # A clock that was set back must not keep the server from trying.
        return self._failed_at is not None and self._failed_at <= now < self._failed_at + RETRY_AFTER

    def _run(self, now: datetime, today: date) -> None:
        try:
            with nightly_alone(self._server.folder):
                self._failed_at = now
                report = nightly_run.run(self._server, add_noise, secrets.SystemRandom().shuffle)
        except NightlyRunGoesOn:
            raise
        except SetupError as error:
            log.error("the night is not run: %s; then restart the server", error)
            return
        _log_report(report)
        if not report.failures:
            self._failed_at, self._done = None, today

    def keep(self, seconds: float) -> None:
        """Check for a due run now and from then on, and send notices by mail, until the process is ended.

        Args:
            seconds: The time between two checks.
        """
        scheduler = BlockingScheduler(timezone="UTC")
        job = {"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        first = datetime.now(UTC)
        scheduler.add_job(self.run_if_due, "interval", seconds=seconds, next_run_time=first, **job)
        if self._server.config.witnesses:
            scheduler.add_job(self._ask_witnesses, "interval", hours=1, **job)
        if mail := self._server.config.mail:
            scheduler.add_job(Notices(self._server, mail).send, "interval", seconds=seconds, **job)
        scheduler.start()

    def _ask_witnesses(self) -> None:
        """Ask the witnesses that gave the nightly run no cosignature; it raises nothing."""
        try:
            for problem in witnessing.problems(self._server):
                log.warning("witnesses: %s", problem)
        except Exception as error:
            _log_failure(error)


def end_with_parent() -> None:
    """End this process at once when its standard input is closed, as it is when its parent has ended or was killed.

    Every step of a nightly run may be cut off anywhere; the next run does the rest.
    """

    def wait() -> None:
        sys.stdin.buffer.read()
        os._exit(0)

    Thread(target=wait, daemon=True).start()


def _log_report(report: nightly_run.Report) -> None:
    for warning in report.warnings:
        log.warning("night: %s", warning)
    for error in report.failures:
        _log_failure(error)
    if report.opened or report.published:
        opened, published = (", ".join(map(str, days)) for days in (report.opened, report.published))
        log.info("night: opened %s; published %s", opened or "nothing", published or "nothing")


def _log_failure(error: Exception) -> None:
    """Log the error's type, file and line, but not its text, which may hold what a donor sent."""
    if isinstance(error, DamagedDatabase):
        log.error("the night failed: %s", error)
        return
    place = traceback.extract_tb(error.__traceback__)[-1]
    log.error("the night failed: %s at %s:%s", type(error).__name__, place.filename, place.lineno)
