"""Counts of requests in fixed windows."""

from collections.abc import Callable

import pytest

from pdd_server.services import fixed_windows
from pdd_server.services.fixed_windows import Quota


class HandSeconds:
    """A clock in seconds that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the present second."""
        return self.now


@pytest.fixture
def seconds() -> HandSeconds:
    """A clock that stands still."""
    return HandSeconds()


def test_a_key_has_so_many_requests_in_a_window(seconds: HandSeconds) -> None:
    """The request over the limit is refused until the window's end, and told how long that is."""
    quota = Quota("3 per minute", seconds)
    assert [quota.take("a") for _ in range(3)] == [0, 0, 0]
    seconds.now += 20
    assert quota.take("a") == 40
    seconds.now += 39.5
    assert quota.take("a") == 0.5
    seconds.now += 0.5
    assert [quota.take("a") for _ in range(4)] == [0, 0, 0, 60]


def test_keys_count_apart(seconds: HandSeconds) -> None:
    """A key that has used up its requests takes none from another key."""
    quota = Quota("1 per hour", seconds)
    assert [quota.take(key) for key in ("a", "b", "a", "b")] == [0, 0, 3600, 3600]


def test_every_limit_of_a_setting_holds(seconds: HandSeconds) -> None:
    """With two limits in a setting a key waits for the one that ends later; refused requests are counted in none."""
    quota = Quota("2 per minute; 3 per hour", seconds)
    assert [quota.take("a") for _ in range(3)] == [0, 0, 60]
    seconds.now += 60
    assert [quota.take("a") for _ in range(2)] == [0, 3540]


def test_asking_for_the_wait_counts_nothing(seconds: HandSeconds) -> None:
    """Only `take` counts a request."""
    quota = Quota("1 per hour", seconds)
    assert [quota.wait("a") for _ in range(5)] == [0] * 5
    assert (quota.take("a"), quota.wait("a")) == (0, 3600)


def test_counts_are_forgotten_after_their_window_only(seconds: HandSeconds) -> None:
    """`forget` drops the counts of a window that has ended, and no others."""
    quota = Quota("1 per minute; 2 per hour", seconds)
    quota.take("192.0.2.1")
    seconds.now += 59
    quota.forget()
    assert quota.wait("192.0.2.1") == 1
    seconds.now += 1
    quota.forget()
    assert [window.counts for window in quota._windows] == [{}, {"192.0.2.1": 1}]
    assert [quota.take("192.0.2.1") for _ in range(2)] == [0, 3540]


def test_invented_keys_do_not_fill_the_memory(seconds: HandSeconds, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many keys a client invents, so many are kept at most. A known key never drops the others."""
    monkeypatch.setattr(fixed_windows, "_MOST_KEYS", 3)
    quota = Quota("5 per hour", seconds)
    for key in ("a", "b", "c", "c"):
        quota.take(key)
    assert [window.counts for window in quota._windows] == [{"a": 1, "b": 1, "c": 2}]
    for key in "defghij":
        quota.take(key)
        assert len(quota._windows[0].counts) <= 3


@pytest.mark.parametrize("read", [Quota.take, Quota.wait])
def test_keys_are_forgotten_at_the_first_request_after_their_window(
    seconds: HandSeconds, read: Callable[[Quota, str], float]
) -> None:
    """A network address stays in memory no longer than until the next request after its window has ended."""
    quota = Quota("1 per minute", seconds)
    quota.take("192.0.2.1")
    seconds.now += 60
    read(quota, "other")
    assert "192.0.2.1" not in str([window.counts for window in quota._windows])
