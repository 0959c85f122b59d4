"""Where a donor's work is done: one thread with one Donor of its own, one job after the other."""

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
    """What stands among the jobs and is none."""

    BEGIN = "begin"
    STOP = "stop"


class Worker(QThread):
    """Runs jobs in the order they are asked for; each has exactly one outcome, in the same order.

    The donor is opened in the thread at the first job, so that the window is there before the libraries are loaded.
    """

    done = Signal(object, object)
    """A job and its result."""
    failed = Signal(object, object)
    """A job and the DonorError that kept it from being done."""
    dropped = Signal(object)
    """A job that was asked for while the donor was going: nothing was done."""
    busy = Signal(str)
    """What is being done, in the person's words; empty when nothing is that takes time."""

    def __init__(self, open_donor: OpenDonor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_donor = open_donor
        self._donor: Donor | None = None
        self._jobs: SimpleQueue[Job | _Mark] = SimpleQueue()
        self._over = False

    def ask(self, job: Job) -> None:
        """Have the job done after those asked for before."""
        self._jobs.put(job)

    def begin(self) -> None:
        """Open a donor for the jobs asked for from now on, also where the one before is gone."""
        self._jobs.put(_Mark.BEGIN)

    def stop(self) -> None:
        """End the thread after the job under way and the decisions that wait; other jobs not yet begun are dropped."""
        for job in list(self._waiting()):
            if isinstance(job, Job) and job.decides:
                self._jobs.put(job)
        self._jobs.put(_Mark.STOP)
        self.wait()

    def _waiting(self) -> Iterator[Job | _Mark]:
        """Take what waits out."""
        with suppress(Empty):
            while True:
                yield self._jobs.get_nowait()

    def run(self) -> None:
        """Do the jobs; see QThread."""
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
        try:
            if self._donor is None:
                self._donor = self._open_donor()
            result = job.run(self._donor)
            if job.ends:
                self._over = True
                self._close()
        except Exception as error:  # also a fault of ours must not end the thread
            if not isinstance(error, DonorError) or _is_set_aside(error):
                self._close()  # nobody knows what happened to it
            self._over = self._over or _is_set_aside(error)
            self.failed.emit(job, _told(error))
        else:
            self.done.emit(job, result)

    def _close(self) -> None:
        if self._donor is not None:
            self._donor.close()
            self._donor = None


def _is_set_aside(error: Exception) -> bool:
    """Whether the home was damaged: the person is told before another donor begins in it."""
    from pdd_client.gateways.home_files.damage import SetAside

    return isinstance(error, SetAside)


def _told(error: Exception) -> DonorError:
    """The error as one line for the person; that of a fault of ours is left out, for it may hold a search."""
    if isinstance(error, DonorError):
        return error
    if isinstance(error, OSError | sqlite3.Error):
        return DonorError(f"a file can't be used: {error}", Code.STORE_FAILED, detail=str(error))
    name = type(error).__name__
    return DonorError(f"something went wrong in this program: {name}", Code.OWN_FAULT, detail=name)
