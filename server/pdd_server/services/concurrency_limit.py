"""A limit on concurrent slow requests, so that donors' short requests always find a free thread.

The HTTP server has THREADS threads for all requests. At most AT_ONCE of them work on slow requests, and at most WAITING
more wait for their turn. Further slow requests are rejected at once with BUSY.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from pdd_server.errors import busy

THREADS = 16
"""The threads of the HTTP server."""
AT_ONCE = 2
"""The most slow requests that are worked on at once."""
WAITING = 8
"""The most slow requests that wait for their turn. With AT_ONCE they leave six threads free."""
READERS = 10
"""The most requests of readers at once: of the portal, of public pages and of results. Six threads stay for donors."""
PATIENCE = 30
"""How long a slow request waits for its turn, in seconds."""


class Turns:
    """A semaphore that also limits how many threads may wait for it."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = BoundedSemaphore(at_once + waiting)
        self._turns = BoundedSemaphore(at_once)

    @contextmanager
    def turn(self, patience: float = PATIENCE) -> Iterator[None]:
        """Wait for a turn, and hold it during a block.

        Args:
            patience: Seconds to wait.

        Raises:
            Rejected: BUSY if too many threads wait already, or if no turn came in time.
        """
        if not self._places.acquire(blocking=False):
            raise busy()
        try:
            if not self._turns.acquire(timeout=patience):
                raise busy()
            try:
                yield
            finally:
                self._turns.release()
        finally:
            self._places.release()


LONG_ANSWERS = Turns(AT_ONCE, WAITING)
"""The limit on slow requests of this process."""
