"""Counts of requests in fixed windows, which rate limits are made of.

All keys of a limit share its windows: the first request after the end of a window begins the next one and drops all
counts. So a count costs one look-up, and nothing has to run beside the requests. `forget` drops the counts of a limit
that has no more requests. Under any fixed windows a client can send twice the amount around a window's end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

from limits import parse_many

Seconds = Callable[[], float]
"""A clock in seconds that never goes back, such as `time.monotonic`."""


_MOST_KEYS = 100_000
"""The most keys in a window. They take about 15 MB.

Whoever invents a token or an address for each request would otherwise fill the memory. With so many keys all
counts are dropped, and everybody may send its amount again.
"""


@dataclass
class FixedWindow:
    """The counts of one limit.

    Attributes:
        amount: The most requests of one key in a window.
        seconds: How long a window lasts.
        ends: When the present window ends, by the caller's clock.
        counts: The requests in the present window, by key.
    """

    amount: int
    seconds: float
    ends: float = 0.0
    counts: dict[str, int] = field(default_factory=dict, repr=False)

    def is_full(self, key: str, now: float) -> bool:
        """Return whether a key has no request left in the window at this time."""
        if now >= self.ends:
            self.counts, self.ends = {}, now + self.seconds
        return self.counts.get(key, 0) >= self.amount

    def count(self, key: str) -> None:
        """Count a request of a key in the present window."""
        if len(self.counts) >= _MOST_KEYS and key not in self.counts:
            self.counts = {}
        self.counts[key] = self.counts.get(key, 0) + 1


class Quota:
    """The windows of one setting, such as "10 per minute; 100 per day". Threads may share it."""

    def __init__(self, rates: str, clock: Seconds) -> None:
        """Begin without counts.

        Args:
            rates: The limits in words, as `limits.parse_many` reads them.
            clock: The time.
        """
        self._windows: Sequence[FixedWindow] = [
            FixedWindow(rate.amount, rate.get_expiry()) for rate in parse_many(rates)
        ]
        self._clock, self._lock = clock, Lock()

    def wait(self, key: str) -> float:
        """Return how many seconds a key has to wait for its next request; 0 if it has one left in every window."""
        with self._lock:
            return self._wait(key, self._clock())

    def take(self, key: str) -> float:
        """Count a request if its key has one left, and return 0; otherwise return how many seconds it has to wait."""
        with self._lock:
            wait = self._wait(key, self._clock())
            if not wait:
                for window in self._windows:
                    window.count(key)
            return wait

    def forget(self) -> None:
        """Drop the counts of windows that have ended."""
        with self._lock:
            now = self._clock()
            for window in self._windows:
                if window.counts and now >= window.ends:
                    window.counts = {}

    def _wait(self, key: str, now: float) -> float:
        return max((window.ends - now for window in self._windows if window.is_full(key, now)), default=0.0)
