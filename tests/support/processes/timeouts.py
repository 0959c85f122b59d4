"""How long tests wait for other processes: as long as a busy machine may take, for only a failure takes all of it."""

from collections.abc import Callable
from os import environ
from time import monotonic, sleep

PATIENCE = int(environ.get("PDD_TEST_PATIENCE", 900))
"""Seconds until another process that does not answer is a failure; PDD_TEST_PATIENCE sets fewer, to see one sooner."""
LOOK_AGAIN = 0.05


def until(holds: Callable[[], object], pause: Callable[[float], object] = sleep) -> None:
    """Wait until it holds; `pause` is how so many seconds are let go by."""
    end = monotonic() + PATIENCE
    while not holds():
        assert monotonic() < end, f"not within {PATIENCE} seconds"
        pause(LOOK_AGAIN)
