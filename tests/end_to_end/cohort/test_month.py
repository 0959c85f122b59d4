"""A month of taking part, rehearsed: the real app, and a real server whose clock the test moves.

Who sends automatically has the computer on every other evening. Who reviews has it on every fourth: with the server's
usual `delay` each day is then looked at in the very session in which it goes out. Days that are sent automatically all
make it in. Of days that are reviewed, those make it in on which the computer was on. Without the wait after the app's
start none would, because the day went out before the person had looked at it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pdd_client.desktop.today.job import ShowDayJob
from pdd_client.desktop.today.page import TodayPage
from pdd_client.desktop.today.view_model import FarewellViewModel
from pdd_client.donor.days.calendar import SentDay
from pdd_server.config import DELAY
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web.application import create_app
from scripts.rehearsal.history_writer import write_chrome
from tests.client.desktop.person import Desk, opener
from tests.client.fakes import visits
from tests.server.loopback_server import listening
from tests.server.services.rounds.cohort.simulated_donors import (
    CohortPlayer,
    cohort_players,
    cohort_server,
    everybody,
)
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import DAY, HandClock, campaign, night
from tests.support.processes.notification_server import NotificationServer, needs_bus, notification_server

pytestmark = [pytest.mark.slow, needs_bus]
_DAY = timedelta(days=1)
MONTH = 30
"""How many days the campaign has."""
EVENING = 18
"""The hour at which the person switches the computer on."""
AT_LEAST = 0.95
"""The share of days that has to make it in."""


@dataclass
class Life:
    """A person with a computer that is seldom on, and the town around.

    Attributes:
        every: the computer is on on the first day, and then again after so many days.
        reminded: the data day of each reminder, and what it said.
        read: what the status line said, by data day.

    """

    qtbot: QtBot
    server: Deployment
    clock: HandClock
    others: list[CohortPlayer]
    home: Path
    history: Path
    notifications: NotificationServer
    mode: str
    every: int
    reminded: list[tuple[date, str]] = field(default_factory=list)
    read: dict[date, str] = field(default_factory=dict)

    def at(self, hour: int, minute: int = 0) -> None:
        """Let the time of day come."""
        self.clock.now = self.clock.now.replace(hour=hour, minute=minute)

    def begin(self, url: str) -> None:
        """Join on the first evening, with reminders."""
        with opener(self.home, self.clock, self.history)() as donor:  # type: ignore[arg-type]
            donor.campaigns.join(url)
            donor.settings.set_sending("review" if self.mode == "review" else "by-itself")
            donor.settings.set_preference("reminders", True)

    def live(self, days: int) -> None:
        """Live through so many data days, today first."""
        for ahead in range(days):
            if ahead:
                self.clock.next_day()
                self.at(0, 30)
                night(self.server)
            self.at(9)
            everybody(self.others)
            if ahead % self.every == 0:
                self.evening_at_the_computer()
            self.at(23)
            everybody(self.others)

    def evening_at_the_computer(self) -> None:
        """Log in, which starts the app without a window; review what waits in the half hour before the contact."""
        self.at(EVENING)
        before = len(self.notifications.taken)
        desk = Desk(self.qtbot, opener(self.home, self.clock, self.history), hidden=True)  # type: ignore[arg-type]
        desk.until(lambda: desk.session.app_status is not None)
        desk.settle()
        assert not desk.window.isVisible()
        for minute in range(1, 30, 4):
            self.at(EVENING, minute)
            self.look(desk)
        if self.mode == "review":
            self.review(desk)
        for hour, minute in [(EVENING, 33), *((hour, 0) for hour in range(EVENING + 1, 23))]:
            self.at(hour, minute)
            self.look(desk)
        status = desk.session.app_status
        assert status is not None
        self.read[status.today] = status.line()
        self.reminded += [(status.today, text) for text in self.notifications.texts[before:]]
        desk.close()

    def look(self, desk: Desk) -> None:
        """Let the app look at the clock."""
        desk.session.schedule.pass_minute()
        desk.settle()

    def review(self, desk: Desk) -> None:
        """Start the app again, which shows its window, and approve each day that waits."""
        desk.session.raise_window()
        desk.settle()
        page = desk.window.page
        assert isinstance(page, TodayPage)
        page.refresh()
        desk.settle()
        assert page.day is not None
        for day in [one.day for one in page.day.days if one.state == "waits-for-you"]:
            page.choose(day)
            desk.settle()
            desk.click("Approve these counts")
            desk.settle()
        desk.window.hide()

    def days(self) -> list[SentDay]:
        """Return what became of the days."""
        with opener(self.home, self.clock, self.history)() as donor:  # type: ignore[arg-type]
            return list(donor.days.sent())

    def farewell(self) -> FarewellViewModel:
        """Return what the page Today thanks for."""
        with opener(self.home, self.clock, self.history)() as donor:  # type: ignore[arg-type]
            (found,) = ShowDayJob().run(donor).farewells
            return found


@pytest.fixture(params=[("by-itself", 2), ("review", 4)], ids=lambda param: param[0])
def life(
    request: pytest.FixtureRequest, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Life]:
    """Return a person who joins a campaign of a month, with nine others."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    clock = HandClock()
    month = campaign(terms=cohort_terms("20"), start=DAY, end=DAY + (MONTH - 1) * _DAY)
    server = cohort_server(tmp_path, clock, month, delay=DELAY["cohort"])
    others = cohort_players(server, 9)
    history = tmp_path / "History"
    write_chrome(history, visits(*(("flu", clock.now + ahead * _DAY) for ahead in range(0, MONTH, 2))))
    with notification_server() as notifications, listening(create_app(server)) as url:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", notifications.address)
        made = Life(qtbot, server, clock, others, tmp_path / "home", history, notifications, *request.param)
        made.begin(url)
        yield made
    server.store.dispose()


def test_a_month_with_a_computer_that_is_seldom_on(life: Life) -> None:
    """95% of the days make it in, there is at most one reminder a day, and the end is told and thanked for.

    Of a donor that reviews, the days count on which the computer was on: on others there was no search.
    """
    life.live(MONTH + 10)
    step = life.every if life.mode == "review" else 1
    days = [day for day in life.days() if day.day < DAY + MONTH * _DAY][::step]
    given = [day for day in days if day.state == "sent"]
    print(f"{life.mode}: {len(given)} of {len(days)} days made it in; {len(life.reminded)} reminders")
    told = [day for day, _ in life.reminded]
    assert len(told) == len(set(told))
    assert len(given) >= AT_LEAST * len(days)
    said = " ".join(text for _, text in life.reminded)
    assert said.count("A campaign that you joined ends on") == 1
    assert said.count("its results are here. Thank you for taking part.") == 1
    assert life.read[max(life.read)] == "Your campaigns are finished. Thank you for taking part."
    thanked = life.farewell().numbers
    parts = [part for day in life.days() if day.state == "sent" for part in day.campaigns]
    assert (thanked.periods, thanked.hits) == (len(parts), sum(part["counts"].get("flu", 0) for part in parts))
    assert thanked.hits >= AT_LEAST * MONTH / life.every, "there was a search for flu on each second day"
    assert thanked.published >= AT_LEAST * MONTH
