"""The worker: a thread with a Donor of its own, which does one job after the other.

| state    | what becomes of a job              | next state                                       |
| -------- | ---------------------------------- | ------------------------------------------------ |
| no donor | the donor is opened, then as below | open                                             |
| open     | it is done, or fails               | over, after a job that `ends` or a damaged home; |
|          |                                    | no donor, after an error that is no DonorError   |
| over     | it is dropped                      | no donor, after `begin`                          |
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QThread, Signal

from pdd_client.core.errors import Code, DonorError
from pdd_client.desktop.jobs.jobs import Job

if TYPE_CHECKING:
    from pdd_client.donor.donor import Donor

OpenDonor = Callable[[], "Donor"]


class _Mark(Enum):
    """Entries of the queue that are no jobs."""

    BEGIN = "begin"
    """Do jobs again, with a newly opened donor if the last one is gone."""
    STOP = "stop"
    """End the thread."""


class Worker(QThread):
    """Does jobs in the order in which they are asked for.

    Each job has exactly one outcome, `done`, `failed` or `dropped`, in the same order. Only jobs that `stop` removes
    have none. The donor is opened in the thread at the first job, so that the window is there before libraries load.
    """

    done = Signal(object, object)
    """A job that was done, and its result."""
    failed = Signal(object, object)
    """A job that failed, and its DonorError."""
    dropped = Signal(object)
    """A job for which there is no donor any more: nothing was done."""
    busy = Signal(str)
    """What is being done, for the status line; empty if nothing is, or nothing that takes time."""

    def __init__(self, open_donor: OpenDonor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_donor = open_donor
        self._donor: Donor | None = None
        self._jobs: SimpleQueue[Job | _Mark] = SimpleQueue()
        self._over = False

    def ask(self, job: Job) -> None:
        """Put a job at the end of the queue."""
        self._jobs.put(job)

    def begin(self) -> None:
        """Do the jobs that are asked for from now on, also if the donor before was erased or set aside."""
        self._jobs.put(_Mark.BEGIN)

    def stop(self) -> None:
        """End the thread and wait for that.

        The job under way and decisions that wait are done. Other jobs that wait are removed without an outcome.
        """
        for job in list(self._waiting()):
            if isinstance(job, Job) and job.decides:
                self._jobs.put(job)
        self._jobs.put(_Mark.STOP)
        self.wait()

    def _waiting(self) -> Iterator[Job | _Mark]:
        """Remove and yield everything that waits in the queue."""
        with suppress(Empty):
            while True:
                yield self._jobs.get_nowait()

    def run(self) -> None:
        """Do jobs until STOP comes; QThread calls this in the new thread."""
        while (job := self._jobs.get()) is not _Mark.STOP:
            if job is _Mark.BEGIN:
                self._over = False
            elif self._over:
                self.dropped.emit(job)
            else:
                self.busy.emit(job.doing())
                self._do(job)
                self.busy.emit("")
        self._close()

    def _do(self, job: Job) -> None:
        """Do one job and emit its outcome."""
        try:
            if self._donor is None:
                self._donor = self._open_donor()
            result = job.run(self._donor)
            if job.ends:
                self._over = True
                self._close()
        except Exception as error:  # not even a bug of ours may end the thread
            if not isinstance(error, DonorError) or _is_set_aside(error):
                self._close()  # the donor may be in any state
            self._over = self._over or _is_set_aside(error)
            self.failed.emit(job, _told(error))
        else:
            self.done.emit(job, result)

    def _close(self) -> None:
        if self._donor is not None:
            self._donor.close()
            self._donor = None


def _is_set_aside(error: Exception) -> bool:
    """Return whether the home was damaged and set aside: the person is told before another donor begins in it."""
    from pdd_client.gateways.home_files.damage import SetAside

    return isinstance(error, SetAside)


def _told(error: Exception) -> DonorError:
    """Return the error as a DonorError for the person. Of a bug it names only the type: its text may hold a search."""
    if isinstance(error, DonorError):
        return error
    if isinstance(error, OSError | sqlite3.Error):
        return DonorError(f"a file can't be used: {error}", Code.STORE_FAILED, detail=str(error))
    name = type(error).__name__
    return DonorError(f"something went wrong in this program: {name}", Code.OWN_FAULT, detail=name)
