"""Measures how long the window's thread kept itself from its events: a timer that should tick, and what it did between.

It is the thread's own time, so that what else the machine does is none of the window's.
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
    """A probe that measures while the block runs; the event loop has to run in it.

    What other tests left in memory is not looked through for garbage meanwhile.
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
