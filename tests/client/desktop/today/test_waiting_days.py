"""Several waiting days on one page: they are listed with their counts, and one press approves them all."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.texts import wording
from pdd_client.desktop.today import day_texts
from pdd_client.desktop.today.job import ApproveAllJob
from pdd_client.desktop.today.view_model import waiting_day_view_model
from pdd_client.desktop.today.waiting_days import WaitingDays
from pdd_client.donor.days.review import Review, ReviewedCampaign, ReviewedEntry
from tests.client.desktop.opened_pages import ROUND, Today
from tests.client.desktop.person import Desk
from tests.client.desktop.today_days import shown
from tests.client.fakes import DAY, Clock


@pytest.fixture
def after_two_days(
    qtbot: QtBot, open_home: OpenDonor, address: str, clock: Clock, runtime: None
) -> Iterator[tuple[Desk, Today]]:
    """Return the app of a donor that was there for two days, and has reviewed neither."""
    with open_home() as donor:
        donor.campaigns.join(address)
        donor.settings.set_sending("review")
        for _ in range(2):
            donor.check_in()
            clock.now += DAY
        donor.check_in()
    desk = Desk(qtbot, open_home)
    yield desk, Today(desk)
    desk.close()


def states(open_home: OpenDonor) -> dict[int, str]:
    with open_home() as donor:
        return {(day.day - ROUND).days: day.state for day in donor.days.to_review()}


def test_all_waiting_days_are_approved_at_once(after_two_days: tuple[Desk, Today], open_home: OpenDonor) -> None:
    """Each day is listed with the counts that would go out, and one press approves exactly these."""
    desk, today = after_two_days
    desk.until(lambda: today.page.waiting.isVisible())
    desk.read("2 days wait for your review.")
    desk.read("flu 2, cough 1, fever + child 1. 4 searches count, as a number only.")
    desk.read("No keyword counts. 0 searches count, as a number only.")
    desk.click("Send all 2 days")
    desk.until(lambda: not today.page.waiting.isVisible())
    assert states(open_home) == {0: "approved", 1: "approved", 2: "counting"}
    with open_home() as donor:
        seen = donor.installation.store.days.decisions()[ROUND].seen["flu"]
    assert (seen.searches, sum(seen.counts.values())) == (4, 4)


def test_a_listed_day_can_be_opened(after_two_days: tuple[Desk, Today]) -> None:
    """A press on a day's name opens its page, where it can be decided alone; then one day is left, and no list."""
    desk, today = after_two_days
    desk.click(f"Open {wording.day(ROUND + DAY)}")
    desk.until(lambda: today.page.day is not None and today.page.day.day == ROUND + DAY)
    desk.click("Send nothing for this day")
    desk.until(lambda: not today.page.waiting.isVisible())
    assert today.page.day is not None
    assert [one.day for one in today.page.day.waiting] == [ROUND]


def test_the_list_shows_what_an_approval_keeps() -> None:
    """A week so far is in no day's line, because an approval keeps it only on the week's last day."""
    daily = ReviewedCampaign("flu", 2, (ReviewedEntry("flu", 1, text="flu"),))
    weekly = ReviewedCampaign("week", 9, (ReviewedEntry("flu", 5, text="flu"),), period="week")
    thursday = waiting_day_view_model(ROUND, None, Review(ROUND, locked=False, campaigns=(daily, weekly)))
    assert (thursday.entries, thursday.searches) == ((("flu", 1),), 2)
    sunday = ROUND + (6 - ROUND.weekday()) * DAY
    ends = waiting_day_view_model(sunday, None, Review(sunday, locked=False, campaigns=(daily, weekly)))
    assert (ends.entries, ends.searches) == ((("flu", 5),), 9)


def test_a_day_of_which_a_campaign_gets_nothing_is_decided_alone(qtbot: QtBot) -> None:
    """Such a day says why in place of counts, and one press approves the others only. A pause is no such reason."""
    whys = ("no-history", None, "paused")
    reviews = [Review(ROUND + n * DAY, False, (ReviewedCampaign("flu", why=why),)) for n, why in enumerate(whys)]
    waiting = tuple(waiting_day_view_model(one.day, None, one) for one in reviews)
    day, widget = shown(waiting=waiting, in_cohort=True), WaitingDays()
    qtbot.addWidget(widget)
    widget.show_days(day)
    lines = [one.text() for one in widget.findChildren(QLabel)]
    why = "no browser history can be read"
    assert f"A campaign gets nothing: {why}. Open this day to decide about it alone." in lines
    assert lines.count("No keyword counts. 0 searches count, as a number only.") == 2
    assert day.approvable == tuple(reviews[1:])
    assert widget.approve.text() == "Approve a&ll 2 days"
    widget.show_days(replace(day, waiting=(waiting[0], waiting[0])))
    assert widget.approve.isHidden()


def test_days_that_could_not_be_approved_are_told(
    after_two_days: tuple[Desk, Today], open_home: OpenDonor, clock: Clock
) -> None:
    """If only some days could be approved, the person reads how many were and how many not."""
    with open_home() as donor:
        late = Review(ROUND - 9 * DAY, locked=False, campaigns=())
        job = ApproveAllJob((donor.days.review(ROUND), late))
        assert job.run(donor) == 1
    assert day_texts.approved_all(1, 2) == "1 day approved, 1 not. Look at your days again."
    assert day_texts.approved_all(2, 2) == "Approved. Each day says when it goes out."
