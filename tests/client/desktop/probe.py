"""Measures how long the window's thread didn't handle events: the thread's time between the ticks of a timer.

It is the thread's processor time, so that other work on the machine doesn't count.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

from PySide6.QtCore import QObject, Qt, QTimer

TICK = 5
"""Milliseconds between two ticks."""


class Probe(QObject):
    """Records the thread's time between ticks: while the event loop waits for one, it takes none."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        """Milliseconds of the thread's time from each tick to the next."""
        self._last = thread_time()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to measure."""
        self._last = thread_time()
        self._timer.start(TICK)

    def stop(self) -> None:
        """The last gap is the one that goes on."""
        self._timer.stop()
        self._tick()

    @property
    def longest(self) -> float:
        """The longest gap, in milliseconds."""
        return max(self.gaps, default=0.0)

    def _tick(self) -> None:
        now = thread_time()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


@contextmanager
def probing() -> Iterator[Probe]:
    """Yield a probe that measures while the block runs; the event loop must run in it.

    Objects of earlier tests are kept out of garbage collection meanwhile, because it would take time.
    """
    gc.collect()
    gc.freeze()
    probe = Probe()
    probe.start()
    try:
        yield probe
    finally:
        probe.stop()
        gc.unfreeze()
