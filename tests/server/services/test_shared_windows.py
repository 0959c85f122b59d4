"""Limits that web processes count together, in a real Redis."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pdd_server.config import Config, read_config
from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.fixed_windows import Quota
from pdd_server.services.shared_windows import SharedCounts, SharedQuota
from tests.server.services.test_fixed_windows import HandSeconds
from tests.server.simulated_server import Donor, HandClock, client_of, new_server
from tests.support.processes import redis_server
from tests.support.processes.redis_server import RedisServer
from tests.support.processes.timeouts import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(redis_server.program() is None, reason="no Redis: scripts/install/test-programs"),
]
KEY = bytes(range(32))


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    """Return a running Redis."""
    with redis_server.running() as server:
        yield server


def quota(redis: RedisServer, rates: str, clock: HandSeconds | None = None, key: bytes = KEY) -> SharedQuota:
    """Return the quota that one process has; each call is another process."""
    clock = clock or HandSeconds()
    return SharedQuota("test", rates, SharedCounts(redis.url, key, clock), Quota(rates, clock))


def test_processes_count_together(redis: RedisServer) -> None:
    """Two processes with many threads let through exactly the amount of a key, and another key has its own."""
    processes = [quota(redis, "50 per hour"), quota(redis, "50 per hour")]
    with ThreadPoolExecutor(16) as pool:
        waits = list(pool.map(lambda number: processes[number % 2].take("a"), range(200)))
    assert waits.count(0) == 50
    assert all(3500 < wait <= 3600 for wait in waits if wait)
    assert processes[0].take("b") == 0


def test_every_limit_of_a_setting_holds_together(redis: RedisServer) -> None:
    """With two limits a refused request is counted in neither, and the wait is that of the window that is full."""
    one, other = quota(redis, "2 per minute; 3 per hour"), quota(redis, "2 per minute; 3 per hour")
    assert [one.take("a"), other.take("a")] == [0, 0]
    assert all(59 < process.take("a") <= 60 for process in (one, other, one))
    in_windows = sorted(int(redis.client().get(name) or 0) for name in redis.client().scan_iter())
    assert in_windows == [2, 2]


def test_asking_counts_nothing_and_a_window_ends(redis: RedisServer) -> None:
    """`wait` counts nothing; after the window's time its count is gone, and so is the hash of its key."""
    one = quota(redis, "1 per second")
    assert [one.wait("a") for _ in range(3)] == [0, 0, 0]
    assert one.take("a") == 0
    assert 0 < one.take("a") <= 1
    until(lambda: redis.client().dbsize() == 0)
    assert one.wait("a") == 0


def test_without_redis_each_process_counts_by_itself(redis: RedisServer, caplog: pytest.LogCaptureFixture) -> None:
    """While Redis is away, requests go on and limits hold in each process. Redis is asked again after five seconds. The
    log says once that it went, and once that it is back, and never whose request it was.
    """
    clock = HandSeconds()
    one = quota(redis, "2 per hour", clock)
    assert one.take("secret-address") == 0
    redis.stop()
    assert [one.take("secret-address") for _ in range(3)] == [0, 0, 3600]
    redis.start()
    assert one.take("secret-address") == 3600
    clock.now += 6
    assert one.take("secret-address") == 0
    assert [record.message for record in caplog.records] == [
        "Redis can't be reached (ConnectionError): each process counts rate limits by itself",
        "Redis is back: processes count rate limits together",
    ]


def test_two_applications_share_what_they_refuse(redis: RedisServer, tmp_path: Path, clock: HandClock) -> None:
    """The registrations of a network are counted over all processes of a server. Redis is told no address, token or
    key, and everything that it holds ends by itself.
    """
    server = new_server(tmp_path, clock, redis=redis.url, limits={"registrations": "2 per hour"})
    crowd = [Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode()) for _ in range(3)]
    assert [donor.register().status_code for donor in crowd] == [201, 201, 429]
    assert crowd[0].check_in().status_code == 200
    held = redis.client()
    names = [name.decode() for name in held.scan_iter()]
    assert len(names) == 2
    assert all(re.fullmatch("pdd:[0-9a-f]{32}", name) for name in names)
    assert all(held.pttl(name) > 0 for name in names)
    server.store.dispose()


def test_another_key_gives_other_names(redis: RedisServer) -> None:
    """Who does not have the server's secret can't tell under which name an address is counted."""
    names = {quota(redis, "1 per hour", key=key).shared.name("test", "192.0.2.1") for key in (KEY, bytes(32))}
    assert len(names) == 2


def test_the_setting_is_read_back_and_checked(tmp_path: Path) -> None:
    """The address of Redis is kept in config.toml, is in no text of the settings, and anything else is refused."""
    file = tmp_path / "config.toml"
    file.write_text(config_text(Config(redis="redis://:password@localhost/1")))
    found = read_config(file)
    assert found.redis == "redis://:password@localhost/1"
    assert "password" not in repr(found)
    file.write_text('redis = "localhost"\n')
    with pytest.raises(SetupError, match="redis: is no address of Redis; write one such as redis://localhost/0"):
        read_config(file)
