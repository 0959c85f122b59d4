"""How long tests wait for other processes. Only a failing test waits so long."""

import os
from collections.abc import Callable
from time import monotonic, sleep

_IDLE, _BUSY = 60, 300
_LOAD = os.getloadavg()[0] if hasattr(os, "getloadavg") else _BUSY  # Windows does not tell
PATIENCE = int(os.environ.get("PDD_TEST_PATIENCE", _BUSY if _LOAD > 1 else _IDLE))
"""Seconds until another process that does not answer is a failure. PDD_TEST_PATIENCE sets another number."""
LOOK_AGAIN = 0.05


def until(holds: Callable[[], object], pause: Callable[[float], object] = sleep) -> None:
    """Wait until a condition holds; `pause` waits so many seconds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"not within {PATIENCE} seconds"
        pause(LOOK_AGAIN)
