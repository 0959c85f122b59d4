"""The schedule of nightly runs.

It checks at short intervals whether today's run is done. So a run may be late, after the server was down or a run
failed, but is not missed.
"""

import logging
import secrets
import traceback
from datetime import date

from apscheduler.schedulers.background import BackgroundScheduler  # type: ignore[import-untyped]

from pdd_server.errors import SetupError
from pdd_server.jobs import nightly_run
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_shared.protocol.days import day_of

log = logging.getLogger(__name__)
# A nightly run may take longer than the interval between two checks, and is not started twice. apscheduler would log a
# warning at each check that it passes over.
logging.getLogger("apscheduler").setLevel(logging.ERROR)


class NightlySchedule:
    """The nightly runs of one server process: one for each date, tried again until it succeeds."""

    def __init__(self, server: Deployment) -> None:
        self._server = server
        self._done: date | None = None

    def run_if_due(self) -> None:
        """Do the nightly run of today, unless this process has done it.

        It raises nothing. A failed run is logged, and tried again at the next call. The log has the error's type, file
        and line, but not its text, which may hold what a donor sent.
        """
        try:
            today = day_of(self._server.clock(), self._server.config.time_zone)
            if today != self._done:
                self._log(nightly_run.run(self._server, add_noise, secrets.SystemRandom().shuffle))
            self._done = today
        except SetupError as error:
            log.error("the night is not run: %s; then restart the server", error)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            log.error("the night failed: %s at %s:%s", type(error).__name__, place.filename, place.lineno)

    def start(self, seconds: float) -> BackgroundScheduler:
        """Start checking for a due run in a thread of its own.

        Args:
            seconds: The time between two checks.

        Returns:
            The scheduler; its `shutdown()` ends the checks.
        """
        scheduler = BackgroundScheduler(timezone="UTC")
        job = {"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        scheduler.add_job(self.run_if_due, "interval", seconds=seconds, **job)
        scheduler.start()
        return scheduler

    def _log(self, report: nightly_run.Report) -> None:
        for warning in report.warnings:
            log.warning("night: %s", warning)
        if report.opened or report.published:
            opened, published = (", ".join(map(str, days)) for days in (report.opened, report.published))
            log.info("night: opened %s; published %s", opened or "nothing", published or "nothing")
