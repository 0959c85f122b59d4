"""Processes that do the same work beside each other. One that ends is started again."""

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from threading import Event, Thread
from types import FrameType

# A new interpreter for each process: a fork would share the open connections of its parent's database.
_SPAWN = multiprocessing.get_context("spawn")
_PAUSE = 1.0
"""Seconds until a process that ended is started again."""
_LONG_PAUSE = 5.0
"""Seconds until then, if it ended with REFUSED: what it needs, such as the database, may be away for a while."""
_GRACE = 20.0
"""Seconds that processes have to end by themselves, once they are asked to."""
REFUSED = 2
"""The exit code of a process that can't do its work with these settings, and has said why."""

log = logging.getLogger(__name__)


@dataclass
class WorkerProcesses:
    """Processes that do the same work.

    Attributes:
        number: How many processes there are.
        work: The work, with the number of its process, from 0. A process gets a copy of it by pickle.
        pause: Seconds until a process that ended is started again.
        long_pause: Seconds until then, if it ended with REFUSED.
    """

    number: int
    work: Callable[[int], object] = field(repr=False)
    pause: float = _PAUSE
    long_pause: float = _LONG_PAUSE

    def keep(self) -> None:
        """Run the processes until SIGTERM or SIGINT; then ask each of them to end, and wait for that.

        Raises:
            SystemExit: With REFUSED, if a process ended with it at its first start. The others are ended, too.
        """
        with _ended_by_signals() as is_ending:
            workers, restarted = [self._start(place) for place in range(self.number)], set[int]()
            try:
                while not is_ending.is_set():
                    # Signals end the wait only when it is over, so it is short.
                    wait([worker.sentinel for worker in workers], timeout=0.5)
                    self._restart(workers, restarted, is_ending)
            finally:
                _end(workers)

    def _start(self, place: int) -> SpawnProcess:
        worker = _SPAWN.Process(target=_work, args=(self.work, place), daemon=True)
        worker.start()
        return worker

    def _restart(self, workers: list[SpawnProcess], restarted: set[int], is_ending: Event) -> None:
        """Start the processes that ended again, after one pause for all of them."""
        ended = {place: worker.exitcode for place, worker in enumerate(workers) if not worker.is_alive()}
        if not ended or is_ending.is_set():
            return
        refused = {place for place, code in ended.items() if code == REFUSED}
        if not refused <= restarted:
            raise SystemExit(REFUSED)
        # These settings were good once, so a restart that is refused must not end the processes that still work.
        pause = self.long_pause if refused else self.pause
        for place, code in ended.items():
            log.warning("web process %s ended with %s; it is started again in %s s", place, code, pause)
        if not is_ending.wait(pause):
            restarted.update(ended)
            workers[:] = [self._start(place) if place in ended else worker for place, worker in enumerate(workers)]


@contextmanager
def _ended_by_signals() -> Iterator[Event]:
    """Give an event that SIGTERM and SIGINT set during the block."""
    is_ending = Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        is_ending.set()

    before = {one: signal.signal(one, end) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield is_ending
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _end(workers: list[SpawnProcess]) -> None:
    """Ask processes to end; kill those that are still there after `_GRACE`."""
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_GRACE)
        worker.kill()


def _work(work: Callable[[int], object], place: int) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    work(place)


def _end_with_parent() -> None:
    """Ask this process to end once its parent is gone, which may have been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
