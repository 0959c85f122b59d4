"""Turns for answers that take long to make, so that donors' short requests always find a free thread.

The HTTP server has THREADS threads for everybody. At most AT_ONCE of them make long answers, and at most WAITING more
wait for a turn; whoever comes then is refused at once and told to come again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from pdd_server.errors import busy

THREADS = 16
AT_ONCE = 2
WAITING = 8
PATIENCE = 30
"""Seconds to wait for a turn."""


class Turns:
    """So many turns at once, and so many threads that may wait for one."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._places = BoundedSemaphore(at_once + waiting)
        self._turns = BoundedSemaphore(at_once)

    @contextmanager
    def turn(self, patience: float = PATIENCE) -> Iterator[None]:
        """Wait for a turn, and hold it for a block.

        Args:
            patience: Seconds to wait.

        Raises:
            Rejected: BUSY if too many wait already, or if no turn came in time.

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
"""Those of this process."""
