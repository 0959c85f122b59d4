"""The extension's donor keeps days that must wait, and does not send them, as the desktop client does."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.client.fakes import DAY, NOON, Clock, FakeServer
from tests.client.loopback import listening
from tests.client.rounds_to_send import ROUND
from tests.extension.donors import Donors, donors_in_javascript


class Waiting:
    """A JavaScript donor that reviews its days, on the night after a day with searches for `flu`."""

    def __init__(self, donors: Donors, server: FakeServer, url: str) -> None:
        self.donors, self.server = donors, server
        self.go_to(NOON)
        donors.history(("flu", NOON - timedelta(hours=1)))
        self.call("campaigns.join", url)
        self.call("settings.setSending", "review")
        self.call("checkIn")
        server.offer(server.plan(ROUND))

    def go_to(self, now: datetime) -> None:
        self.server.clock.now = now
        self.donors.at(self.server.clock.now)

    def call(self, method: str, *given: object) -> Any:
        return self.donors.call("waits", method, *given)

    def total(self) -> list[int]:
        return list(self.server.unblinded(ROUND))


@pytest.fixture
def waiting() -> Iterator[Waiting]:
    server = FakeServer(Clock())
    with donors_in_javascript() as donors, listening(server) as url:
        yield Waiting(donors, server, url)


def test_a_day_that_waited_goes_on_waiting_where_by_itself_is_chosen(waiting: Waiting) -> None:
    """A day that already waited ends as zeros after "by itself" is chosen; days from the choice on do not wait."""
    waiting.go_to(NOON + DAY)
    waiting.call("settings.setSending", "by-itself")
    assert waiting.call("checkIn")["waiting"] == [str(ROUND)]
    waiting.go_to(NOON + timedelta(days=1 + waiting.server.info().delay))
    assert waiting.call("checkIn")["waiting"] == []
    assert waiting.total() == [0, 0, 0, 0, 0]


def test_an_approved_day_waits_for_a_history_that_can_not_be_read(waiting: Waiting) -> None:
    """An approved day is sent once the browser gives its history again."""
    waiting.call("days.approve", str(ROUND))
    waiting.go_to(NOON + DAY)
    waiting.donors.ask(set={"visits": None})
    assert waiting.call("checkIn")["waiting"] == [str(ROUND)]
    waiting.donors.history(("flu", NOON - timedelta(hours=1)))
    waiting.call("checkIn")
    assert waiting.total() == [1, 1, 1, 0, 0]


def test_an_approved_day_that_can_not_be_read_goes_out_as_zeros_on_its_last_day(waiting: Waiting) -> None:
    """An approved day that is unreadable on its last day goes out as zeros, with the reason."""
    waiting.call("days.approve", str(ROUND))
    waiting.go_to(NOON + timedelta(days=1 + waiting.server.info().delay))
    waiting.donors.ask(set={"visits": None})
    refused = waiting.call("checkIn")["refused"]
    assert ([part["reason"] for part in refused], waiting.total()) == (["no-history"], [0, 0, 0, 0, 0])
