"""The app without a tray, as on plain GNOME: it runs on without its window, and reminds by the desktop's means."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.system.notifications import notify
from pdd_client.desktop.texts import wording
from tests.client.desktop.person import Desk
from tests.client.fakes import DAY, NOON, Clock
from tests.support.processes.notification_server import NotificationServer, needs_bus, notification_server

pytestmark = needs_bus


@pytest.fixture
def notifications(monkeypatch: pytest.MonkeyPatch) -> Iterator[NotificationServer]:
    """Return the server of the desktop's notifications, on the session bus of the app."""
    with notification_server() as server:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", server.address)
        yield server


@pytest.fixture
def reviewing(open_home: OpenDonor, address: str) -> OpenDonor:
    """Return the app of a home that has joined, reviews its days and wants reminders."""
    with open_home() as donor:
        donor.campaigns.join(address)
        donor.settings.set_sending("review")
        donor.settings.set_preference("reminders", True)
        donor.check_in()
    return open_home


def wait_hidden(qtbot: QtBot, open_home: OpenDonor) -> Desk:
    """Start the app as at login, and wait until it has looked what there is to do."""
    desk = Desk(qtbot, open_home, hidden=True)
    desk.until(lambda: desk.session.app_status is not None)
    desk.settle()
    return desk


def test_started_at_login_the_app_reminds_without_a_window(
    qtbot: QtBot, reviewing: OpenDonor, clock: Clock, runtime: None, notifications: NotificationServer
) -> None:
    """Started hidden, the app shows no window, reminds once of the day that waits, and is raised by a second start."""
    clock.now += DAY
    desk = wait_hidden(qtbot, reviewing)
    assert not desk.window.isVisible()
    until = wording.day(NOON.date() + 2 * DAY)
    assert notifications.texts == [f"1 day waits for your review. You have until {until} at least."]
    desk.session.schedule.pass_minute()
    desk.settle()
    assert len(notifications.taken) == 1
    desk.session.raise_window()
    assert desk.window.isVisible()
    desk.close()


def test_a_notification_names_no_keyword_and_no_campaign(
    qtbot: QtBot, reviewing: OpenDonor, clock: Clock, runtime: None, notifications: NotificationServer
) -> None:
    """Who sees the screen learns of the app and of waiting days, not of what is counted, nor for whom."""
    clock.now += DAY
    wait_hidden(qtbot, reviewing).close()
    (said,) = notifications.taken
    for secret in ("flu", "fever", "Winter", "cough"):
        assert secret not in str(said)


def test_nobody_is_reminded_who_did_not_ask(
    qtbot: QtBot, open_home: OpenDonor, address: str, clock: Clock, runtime: None, notifications: NotificationServer
) -> None:
    """Reminders are off until the person chooses them."""
    with open_home() as donor:
        donor.campaigns.join(address)
        donor.settings.set_sending("review")
        donor.check_in()
    clock.now += DAY
    wait_hidden(qtbot, open_home).close()
    assert notifications.taken == []


def test_a_desktop_that_shows_none(notifications: NotificationServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A desktop that refuses notifications, or has no bus, is no error."""
    assert notify("title", "text", "name")
    notifications.refuses = True
    assert not notify("title", "text", "name")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    assert not notify("title", "text", "name")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "nonsense")
    assert not notify("title", "text", "name")
