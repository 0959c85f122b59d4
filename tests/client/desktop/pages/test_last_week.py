"""The first run's page with the last week: one's own counts beside the totals of all donors."""

from datetime import timedelta

import pytest
from PySide6.QtWidgets import QLabel

from pdd_client.core.published_totals import PublishedDay, published_week
from pdd_client.desktop.first_run.last_week import LastWeekStep
from pdd_client.desktop.first_run.week_jobs import OwnWeekJob, PublishedWeekJob
from pdd_client.donor.campaigns.join import Offer
from tests.client.desktop.person import Desk
from tests.client.fakes import NOON, FakeServer, campaign

TODAY = NOON.date()


def day(ago: int, flu: int, stratum: str | None = None, half: float = 12) -> PublishedDay:
    return PublishedDay(TODAY - timedelta(days=ago), stratum, 40, 400, half, {"flu": flu, "cough": 7})


def shown(desk: Desk) -> list[str]:
    """Return the page's texts, the title first."""
    texts = [label.text() for label in desk.all(QLabel)]
    return texts[texts.index("Your last 7 days") :]


def test_a_week_is_the_last_seven_days_published() -> None:
    """Totals are summed over regions and days, and so are the squares of their half widths."""
    days = (day(9, 1000), day(8, 100), day(2, 30, "north", 9), day(2, 20, "south", 12))
    found = published_week(days, "day")
    assert found is not None
    assert (found.days, found.last) == (2, TODAY - timedelta(days=2))
    assert found.totals["flu"] == (150, pytest.approx(369**0.5))
    weekly = published_week((day(9, 1000), day(2, 30)), "week")
    assert weekly is not None
    assert (weekly.days, weekly.totals["flu"].value) == (None, 30)
    assert published_week((), "day") is None


def test_own_counts_are_shown_before_the_consent(desk: Desk, address: str, server: FakeServer) -> None:
    """The page after the link says what would have counted; browsers chosen on the way back are counted again."""
    desk.read("How it works")
    for _ in range(2):
        desk.click("Continue")
    desk.type("Link or address", f"{address}/#flu")
    desk.click("Show campaigns")
    desk.read("Only you see your counts.")
    desk.until(lambda: shown(desk)[1:6] == ["You", "flu", "2", "fever + child", "1"])
    for _ in range(2):
        desk.click("Back")
    desk.click("Count the searches of Google Chrome")
    for _ in range(2):
        desk.click("Continue" if desk.reads("Tick yours") else "Show campaigns")
    desk.read("No browser history can be read")
    assert server.requests.count("POST donors") == 0


def test_the_keywords_searched_most_come_first(desk: Desk, server: FakeServer) -> None:
    """The person's own keywords are shown, else those of all donors, with a title above each of several campaigns."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
    offer = Offer("https://pdd.example.org", server.info(), {one.id: one for one in server.campaigns}, {}, {})
    step = LastWeekStep(offer, ("flu", "sleep"))
    desk.qtbot.addWidget(step)
    found = published_week([day(1, 90)], "day")
    assert found is not None
    step.show()
    step.show_result(PublishedWeekJob(offer), {"flu": found})
    for own, row in (
        ({"flu": 0, "cough": 3}, "cough|3|7 ± 12"),
        ({"flu": 0, "cough": 0}, "flu|0|90 ± 12|cough|0|7 ± 12"),
    ):
        step.show_result(OwnWeekJob(offer), {"flu": own, "sleep": {"nap": 1}})
        texts = f"Your last 7 days|Winter flu|You|All donors, 1 day|{row}|Sleep|You|nap|1|Only you see your counts."
        desk.until(lambda texts=texts: "|".join(shown(desk)).startswith(texts))
