"""Counts of requests in fixed windows that web processes share, in Redis or a server that speaks its protocol.

All processes count in the same windows, which Redis drops when they end. What a request is counted under is hashed with
a secret key first, so Redis never learns an address, a token or an account.

While Redis can't be reached, each process counts by itself. So donors are never locked out, limits hold at each
process, and a client gets at most the amount at each of them.
"""

import hashlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from limits import parse_many

from pdd_server.errors import SetupError
from pdd_server.services.fixed_windows import Quota, Seconds

_TIMEOUT = 0.2
"""How many seconds a request waits for Redis."""
_PAUSE = 5.0
"""How many seconds Redis is left alone after it could not be reached."""
_SCRIPT = """
local wait = 0
for place, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * place]) then
    wait = math.max(wait, redis.call('PTTL', key))
  end
end
if wait == 0 and ARGV[1] == 'take' then
  for place, key in ipairs(KEYS) do
    if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * place + 1]) end
  end
end
return wait
"""
"""Returns for how many milliseconds a key is over one of its limits; if it is not, and 'take' is asked, counts it.

Redis runs a script as a whole, so no other request is counted in between.
"""

log = logging.getLogger(__name__)


class SharedCounts:
    """The connection to Redis, which the quotas of a process share."""

    def __init__(self, url: str, key: bytes, clock: Seconds) -> None:
        """Prepare connections; none is opened yet.

        Args:
            url: The address of Redis, such as redis://localhost/0.
            key: The secret that what is counted is hashed with, 32 bytes. All processes have the same one.
            clock: The time, for the pause after Redis could not be reached.

        Raises:
            SetupError: The driver of Redis is not installed.
        """
        redis = _driver()
        self._failed: type[Exception] = redis.RedisError
        # Once more at most, for a connection that Redis has closed meanwhile. The driver would wait for seconds.
        once_more = redis.retry.Retry(redis.backoff.NoBackoff(), 1)
        connections = redis.Redis.from_url(
            url, socket_timeout=_TIMEOUT, socket_connect_timeout=_TIMEOUT, retry=once_more
        )
        self._run: Callable[..., int] = connections.register_script(_SCRIPT)
        self._key, self._clock, self._lock = key, clock, Lock()
        self._back_at = 0.0
        self._is_away = False

    def name(self, scope: str, text: str) -> str:
        """Return the name under which Redis counts a text in a scope: a keyed BLAKE2b hash (RFC 7693) of both."""
        said = f"{len(scope)}:{scope}{text}".encode()
        return "pdd:" + hashlib.blake2b(said, digest_size=16, key=self._key).hexdigest()

    def ask(self, names: Sequence[str], what: str, rates: Sequence[int]) -> float | None:
        """Return how many seconds the windows with these names are full; None while Redis can't be reached.

        Args:
            names: The names of the windows.
            what: `take` to count a request, if none is full; `wait` to count nothing.
            rates: For each window the most requests, and how many milliseconds it lasts.
        """
        if self._clock() < self._back_at:
            return None
        try:
            found = self._run(keys=names, args=[what, *rates]) / 1000
        except self._failed as error:
            self._note(is_away=True, reason=type(error).__name__)
            return None
        self._note(is_away=False)
        return found

    def _note(self, *, is_away: bool, reason: str = "") -> None:
        """Leave Redis alone for a while once it is away, and log when it goes and when it comes back."""
        with self._lock:
            if is_away:
                self._back_at = self._clock() + _PAUSE
            if is_away and not self._is_away:
                log.warning("Redis can't be reached (%s): each process counts rate limits by itself", reason)
            if self._is_away and not is_away:
                log.warning("Redis is back: processes count rate limits together")
            self._is_away = is_away


@dataclass
class SharedQuota:
    """The windows of one setting, as `Quota` has them, counted together with other processes.

    Attributes:
        scope: What is counted here; quotas of the same scope share their counts.
        rates: The limits in words, as `limits.parse_many` reads them.
        shared: The connection.
        own: The counts of this process, for while Redis is away.
    """

    scope: str
    rates: str
    shared: SharedCounts = field(repr=False)
    own: Quota = field(repr=False)

    def __post_init__(self) -> None:
        """Read the limits once."""
        parsed = list(parse_many(self.rates))
        self._lasts = [str(one.get_expiry()) for one in parsed]
        self._rates = [number for one in parsed for number in (one.amount, one.get_expiry() * 1000)]

    def wait(self, key: str) -> float:
        """Return how many seconds a key has to wait for its next request; 0 if it has one left in every window."""
        found = self._ask(key, "wait")
        return self.own.wait(key) if found is None else found

    def take(self, key: str) -> float:
        """Count a request if its key has one left, and return 0; otherwise return how many seconds it has to wait."""
        found = self._ask(key, "take")
        return self.own.take(key) if found is None else found

    def forget(self) -> None:
        """Drop this process's own counts of windows that have ended. Redis drops its own by itself."""
        self.own.forget()

    def _ask(self, key: str, what: str) -> float | None:
        names = [self.shared.name(f"{self.scope} {lasts}", key) for lasts in self._lasts]
        return self.shared.ask(names, what, self._rates)


def _driver() -> Any:
    """Return the module of the driver, which is an extra of this distribution."""
    try:
        import redis
        import redis.backoff
        import redis.retry
    except ImportError:
        remedy = "install server-postgresql.lock, or pip install 'pdd-server[redis]'"
        raise SetupError(f"redis: the driver of Redis is not installed; {remedy}") from None
    return redis
