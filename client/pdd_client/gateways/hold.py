"""The time from a server's last answer to an upload: a whole number of periods, and a little at random.

Between the two a home counts: a donor with many hits would take longer than one who withheld the day. So the home
waits. It measures from the last answer, not from the check-in's, because a server could delay an answer until a period
was nearly over, and see which homes needed the next one. What differs still is far below a millisecond: a processor
that has just counted sends faster than one that slept. The random part hides that.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

HOLD = 3.0
"""A period in seconds, far more than counting takes (docs/performance.md)."""
_SHARES = 10_000
"""In so many shares of a period the random part is drawn."""


@dataclass(frozen=True)
class Hold:
    """How long an upload is held.

    Attributes:
        seconds: A period; 0 for a rehearsal, which lives through weeks in minutes.
        now: Returns seconds of a clock that is never set.
        sleep: Waits for so many seconds.
        below: Returns a random number from 0 to below a bound.
    """

    seconds: float = HOLD
    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    below: Callable[[int], int] = secrets.randbelow

    def wait(self, since: float) -> None:
        """Wait until a whole number of periods, at least one, and up to a tenth more have passed since a moment."""
        if self.seconds:
            more = self.seconds * self.below(_SHARES // 10) / _SHARES
            self.sleep(self.seconds - (self.now() - since) % self.seconds + more)
