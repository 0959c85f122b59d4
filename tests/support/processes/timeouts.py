"""How long tests wait for other processes. It is long enough for a busy machine; only a failing test waits so long."""

from collections.abc import Callable
from os import environ
from time import monotonic, sleep

PATIENCE = int(environ.get("PDD_TEST_PATIENCE", 900))
"""Seconds until another process that does not answer is a failure; PDD_TEST_PATIENCE sets fewer, to see one sooner."""
LOOK_AGAIN = 0.05


def until(holds: Callable[[], object], pause: Callable[[float], object] = sleep) -> None:
    """Wait until a condition holds; `pause` waits so many seconds."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"not within {PATIENCE} seconds"
        pause(LOOK_AGAIN)
