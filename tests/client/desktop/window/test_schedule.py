"""The server is contacted at the planned time by the clock: after sleep, after a clock change, and once."""

from datetime import timedelta

import pytest

from tests.client.desktop.person import Desk
from tests.client.fakes import DAY, Clock, FakeServer


def contacts(server: FakeServer) -> int:
    return server.requests.count("POST check-in")


def look(desk: Desk) -> None:
    """Let a minute pass, or the person come back."""
    before = desk.session.app_status
    desk.session.schedule.pass_minute()
    desk.until(lambda: desk.session.app_status is not before)


def pass_minutes(desk: Desk, clock: Clock, minutes: int) -> None:
    """Let so many minutes pass, with the check that the window makes each minute."""
    for _ in range(minutes):
        clock.now += timedelta(minutes=1)
        look(desk)


def test_a_computer_that_slept_contacts_the_server_after_half_an_hour(
    desk: Desk, server: FakeServer, address: str, clock: Clock
) -> None:
    """After three days of sleep there is no contact while the person looks, and then one."""
    desk.join(address)
    pass_minutes(desk, clock, 5)
    desk.until(lambda: contacts(server) == 1)
    desk.until(lambda: desk.session.app_status is not None and not desk.session.app_status.due)
    before = contacts(server)
    look(desk)
    assert contacts(server) == before
    clock.now += 3 * DAY
    pass_minutes(desk, clock, 29)
    assert contacts(server) == before
    pass_minutes(desk, clock, 4)
    desk.until(lambda: contacts(server) == before + 1)
    look(desk)
    assert contacts(server) == before + 1


def test_a_contact_that_is_due_waits_for_half_an_hour_after_a_start(
    desk: Desk, server: FakeServer, address: str, clock: Clock
) -> None:
    """An app that starts when its contact is due leaves the person half an hour to look."""
    desk.join(address)
    pass_minutes(desk, clock, 5)
    desk.until(lambda: contacts(server) == 1)
    desk.settle()
    assert desk.session.app_status is not None
    assert desk.session.app_status.next_check_in is not None
    clock.now = desk.session.app_status.next_check_in
    desk.session.schedule.start()
    pass_minutes(desk, clock, 29)
    desk.settle()
    assert contacts(server) == 1
    pass_minutes(desk, clock, 4)
    desk.until(lambda: contacts(server) == 2)


def test_a_failed_check_in_whose_next_try_cannot_be_kept_is_tried_once_a_minute(
    desk: Desk, server: FakeServer, address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk the next try can't be planned. The check-in stays due, and is tried once a minute, not at once."""
    desk.join(address)
    tries: list[object] = []
    monkeypatch.setattr("pdd_client.donor.schedule._after_failure", lambda *_: tries.append(None))
    clock.now += 2 * DAY
    server.down = True
    look(desk)
    pass_minutes(desk, clock, 40)
    desk.settle()
    assert desk.session.app_status is not None
    assert desk.session.app_status.due
    assert 3 <= len(tries) <= 10


def test_a_clock_set_back_makes_no_storm_and_no_silence(
    desk: Desk, server: FakeServer, address: str, clock: Clock
) -> None:
    """With the clock set back a day the next contact is less than 36 hours away, and checking alone causes none."""
    desk.join(address)
    clock.now += 2 * DAY
    pass_minutes(desk, clock, 33)
    desk.until(lambda: contacts(server) >= 1)
    clock.now -= DAY
    pass_minutes(desk, clock, 30)
    assert contacts(server) <= 3
    assert desk.session.app_status is not None
    assert desk.session.app_status.next_check_in is not None
    assert desk.session.app_status.next_check_in - clock.now < timedelta(hours=36)
