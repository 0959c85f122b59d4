"""The page Sent: refused campaigns, and days that are not published."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pdd_client.core.published_totals import PublishedDay
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.sent import sent_texts
from pdd_client.desktop.sent.job import AccountJob, ShowSentJob
from pdd_client.desktop.sent.view_model import SentViewModel
from pdd_client.donor.campaigns.results import CampaignResults
from pdd_client.donor.days.calendar import SentDay
from tests.client.desktop.opened_pages import ROUND, join, sent_page, table
from tests.client.desktop.person import Desk
from tests.client.desktop.published_results import publish
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign


@pytest.fixture
def sent(open_home: OpenDonor, address: str, clock: Clock, server: FakeServer) -> OpenDonor:
    """Return the app with the day of the searches sent and the next one going on."""
    join(open_home, address, sending="by-itself")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    assert server.vectors
    return open_home


def test_an_unpublished_day_says_why(sent: OpenDonor, desk: Desk) -> None:
    """Before a day is published, and where it never will be, the page says so and why."""
    page = sent_page(desk)
    assert table(page)[0] == ["flu", "2", "not published yet"]
    publish(sent, "flu", missing=((ROUND, "lost"),))
    page.refresh()
    desk.read("too few people came back in time")
    assert table(page)[0] == ["flu", "2", "not published"]


def test_a_total_below_the_threshold_may_still_come_while_the_day_grows() -> None:
    """A keyword without a total is "not published yet" while the day's totals grow, then "not published"."""
    given = {"campaign": "flu", "stratum": None, "searches": 1, "counts": {"flu": 1}}
    grows = PublishedDay(ROUND, None, 40, 400, 10.0, {}, final=False)
    for day, text in ((grows, "not published yet"), (replace(grows, final=True), "not published")):
        results = {"flu": CampaignResults("flu", "Flu", True, (day,), ())}
        sent = SentDay(ROUND, "sent", (given,), ())
        shown = SentViewModel(ROUND + DAY, (sent,), (), {}, results)
        assert sent_texts.count_row(shown.given(sent)[0].counts[0]) == ("flu", "1", text)


def test_the_account_does_not_say_nothing_beside_a_sent_day(sent: OpenDonor, desk: Desk) -> None:
    """After a day was sent, the page does not still say that nothing was given while it computes the account."""
    page = sent_page(desk)
    desk.read("You gave 1 day since ")
    shown = page.shown
    assert shown is not None
    page.show_result(ShowSentJob(), replace(shown, days=()))
    with sent() as donor:
        empty = replace(donor.account.ledger(), since=None, days=0, campaigns=(), months=())
    page.show_result(AccountJob(), empty)
    assert "You have given nothing yet" in page.account.meaning.text()
    page.show_result(ShowSentJob(), shown)
    assert page.account.meaning.text() == "Your privacy account is being added up."
    page.show_result(AccountJob(), empty)
    page.show_result(ShowSentJob(), shown)
    assert "You have given nothing yet" in page.account.meaning.text(), "where nothing has changed, nothing flickers"


def test_a_refused_campaign_is_said_in_words(
    open_home: OpenDonor, address: str, clock: Clock, server: FakeServer, desk: Desk
) -> None:
    """For a refused campaign the page says what was not given, why, and what to do, for the day and in the list."""
    join(open_home, address, sending="by-itself")
    server.campaigns = [campaign(vocabulary=("tea", "fever + child", "cough"))]
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    page = sent_page(desk)
    assert page.shown is not None
    desk.read("The campaign counts other keywords than you agreed to. Zeros went out.")
    desk.read("What was refused")
    page.calendar.choose(ROUND - timedelta(days=3))
    desk.read("You had not joined yet, or the day is still to come.")
