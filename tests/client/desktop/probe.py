"""Measures how long the window's thread handled no events: its processor time between ticks of a timer.

Processor time leaves out other work on the machine.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

from PySide6.QtCore import QObject, Qt, QTimer

TICK = 5
"""Milliseconds between two ticks."""


class Probe(QObject):
    """Records the thread's processor time between ticks; waiting for a tick takes none."""

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
        """Stop measuring; the gap that is still open counts as the last."""
        self._timer.stop()
        self._tick()

    @property
    def longest(self) -> float:
        """Return the longest gap in milliseconds."""
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
