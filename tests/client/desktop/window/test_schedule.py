"""The server is contacted when the clock on the wall says so: after sleep, after the clock was changed, once."""

from datetime import timedelta

from tests.client.desktop.person import Desk
from tests.client.fakes import DAY, Clock, FakeServer


def contacts(server: FakeServer) -> int:
    return server.requests.count("POST check-in")


def look(desk: Desk) -> None:
    """A minute has passed, or the person has come back."""
    before = desk.session.app_status
    desk.session.schedule.check()
    desk.until(lambda: desk.session.app_status is not before)


def pass_minutes(desk: Desk, clock: Clock, minutes: int) -> None:
    """So many minutes pass, and the window looks each minute, as it does by itself."""
    for _ in range(minutes):
        clock.now += timedelta(minutes=1)
        look(desk)


def test_a_computer_that_slept_contacts_the_server_on_waking(
    desk: Desk, server: FakeServer, address: str, clock: Clock
) -> None:
    """Three days later the contact is made within minutes, and only one, however often is looked."""
    desk.join(address)
    pass_minutes(desk, clock, 5)
    desk.until(lambda: contacts(server) == 1)
    desk.until(lambda: desk.session.app_status is not None and not desk.session.app_status.due)
    before = contacts(server)
    look(desk)
    assert contacts(server) == before
    clock.now += 3 * DAY
    pass_minutes(desk, clock, 5)
    desk.until(lambda: contacts(server) == before + 1)
    look(desk)
    assert contacts(server) == before + 1


def test_a_clock_set_back_makes_no_storm_and_no_silence(
    desk: Desk, server: FakeServer, address: str, clock: Clock
) -> None:
    """A day back, the next contact is less than 36 hours away, and looking alone brings none."""
    desk.join(address)
    clock.now += 2 * DAY
    pass_minutes(desk, clock, 5)
    desk.until(lambda: contacts(server) >= 1)
    clock.now -= DAY
    pass_minutes(desk, clock, 30)
    assert contacts(server) <= 3
    assert desk.session.app_status is not None
    assert desk.session.app_status.next_check_in is not None
    assert desk.session.app_status.next_check_in - clock.now < timedelta(hours=36)
