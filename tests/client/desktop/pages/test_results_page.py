"""Results: what campaigns published, as lines with bands and as a table, without anything of the donor's own."""

from datetime import date, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.core.published_totals import PublishedDay
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.results.campaign_view import CampaignView
from pdd_client.desktop.results.page import ResultsPage
from pdd_client.desktop.results.view_model import point_of, results_view_models
from pdd_client.donor.campaigns.results import CampaignResults, MissingDay
from tests.client.desktop.opened_pages import ROUND, join
from tests.client.desktop.person import Desk
from tests.client.desktop.published_results import publish, published_day, two_weeks
from tests.client.fakes import FakeServer, campaign

FIRST = ROUND - timedelta(days=20)


@pytest.fixture
def published(open_home: OpenDonor, address: str, server: FakeServer) -> OpenDonor:
    """Publish results of two campaigns, one of them joined."""
    join(open_home, address)
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep and screens")]
    with open_home() as donor:
        donor.check_in()
    publish(open_home, "flu", *two_weeks(FIRST), missing=((FIRST + timedelta(days=15), "waiting"),))
    publish(open_home, "sleep", *two_weeks(FIRST))
    return open_home


def results_page(desk: Desk) -> ResultsPage:
    desk.until(lambda: desk.session.app_status is not None)
    desk.window.show_page("results")
    desk.until(lambda: isinstance(desk.window.page, ResultsPage) and bool(desk.window.page.views))
    assert isinstance(desk.window.page, ResultsPage)
    return desk.window.page


def lines(page: ResultsPage, name: str = "flu") -> list[str]:
    return [line.name for line in page.views[name].chart.chart.plot.series]


def test_donor_sees_what_came_of_it(published: OpenDonor, desk: Desk) -> None:
    """The page shows the largest keywords as lines with keyboard reading, who sees them, and why a day is missing."""
    page = results_page(desk)
    desk.read("Everybody can see these totals")
    assert lines(page) == ["flu", "fever + child", "cough"]
    chart = page.views["flu"].chart.chart
    chart.setFocus()
    desk.qtbot.keyClick(chart, Qt.Key.Key_Home)
    desk.read("flu 100, between 90 and 110; fever + child 20")
    desk.read("1 day without totals: too few people took part.")


def test_the_same_is_there_as_a_table(published: OpenDonor, desk: Desk) -> None:
    """The table has the same numbers with their 95% intervals, the newest day first."""
    page = results_page(desk)
    desk.click("Show as a table")
    table = page.views["flu"].table
    desk.until(table.isVisible)
    row = [str(table.rows.index(0, column).data()) for column in range(table.rows.columnCount())]
    assert row[1:] == ["40", "400", "113 ± 10", "20 ± 10", "5 ± 10"]
    assert not page.views["flu"].chart.isVisible()


def test_days_that_are_not_final_are_marked(published: OpenDonor, desk: Desk) -> None:
    """Days that are not final are marked in chart and table, with one line that explains it; final days are not."""
    last = two_weeks(FIRST)[-1] | {"final": False}
    publish(published, "flu", *two_weeks(FIRST)[:-1], last)
    view = results_page(desk).views["flu"]
    desk.read("Some days are not final yet: counts of more people may still be added.")
    assert not view.open_days.isHidden()
    view.chart.chart.setFocus()
    desk.qtbot.keyClick(view.chart.chart, Qt.Key.Key_End)
    desk.read(", not final yet: flu 113")
    desk.qtbot.keyClick(view.chart.chart, Qt.Key.Key_Home)
    assert "not final" not in view.chart.reading.text()
    days = [view.table.rows.index(row, 0).data() for row in range(view.table.rows.rowCount())]
    assert ["not final yet" in day for day in days] == [True] + [False] * 13


def test_without_such_days_nothing_is_said_of_them(published: OpenDonor, desk: Desk) -> None:
    """Without such days the explaining line is absent."""
    assert results_page(desk).views["flu"].open_days.isHidden()


def test_other_keywords_are_chosen(published: OpenDonor, desk: Desk) -> None:
    """A keyword can be hidden and shown again, and an unknown one is said not to exist."""
    page = results_page(desk)
    desk.click("Hide flu")
    desk.until(lambda: lines(page) == ["fever + child", "cough"])
    field = desk.see(QLineEdit, "Show another keyword of Winter flu")
    desk.qtbot.keyClicks(field, "FLU")
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.until(lambda: lines(page) == ["fever + child", "cough", "flu"])
    desk.qtbot.keyClicks(field, "no such")
    desk.qtbot.keyClick(field, Qt.Key.Key_Return)
    desk.read("This campaign has no such keyword.")
    assert field.text() == "no such"


def test_campaigns_not_joined_are_folded(published: OpenDonor, desk: Desk) -> None:
    """Campaigns that were not joined are one line until the person unfolds them."""
    page = results_page(desk)
    assert not desk.reads("Sleep and screens")
    desk.click("1 campaign that you have not joined")
    desk.read("Sleep and screens")
    assert set(page.views) == {"flu", "sleep"}


def test_a_region_is_chosen(open_home: OpenDonor, address: str, server: FakeServer, desk: Desk) -> None:
    """The donor's own region is shown first; others, or all together, are one choice away, in chart and table."""
    server.campaigns = [campaign(id="sleep", title="Sleep", strata=("north", "south", "west"))]
    with open_home() as donor:
        donor.campaigns.join(address, stratum="south")
        donor.check_in()
    days = [
        published_day(FIRST, {"flu": total}, region, half)
        for region, total, half in (("north", 10, 3), ("south", 20, 4), ("west", 40, 12))
    ]
    publish(open_home, "sleep", *days)
    page = results_page(desk)
    box = desk.see(QComboBox, "Region of Sleep")
    assert [box.itemText(place) for place in range(box.count())] == [
        "south (yours)", "north", "west", "All regions together",
    ]  # fmt: skip
    assert totals(page) == [20]
    desk.click("Show as a table")
    box.setFocus()
    for total, people in ((10, "40"), (40, "40"), (70, "120")):
        desk.qtbot.keyClick(box, Qt.Key.Key_Down)
        assert totals(page) == [total]
        assert page.views["sleep"].table.rows.index(0, 1).data() == people
    page.refresh()
    desk.settle()
    assert totals(page) == [70], "what was chosen stays"


def totals(page: ResultsPage) -> list[float]:
    return [point.value for point in page.views["sleep"].chart.chart.plot.series[0].points]


def test_a_campaign_without_regions_offers_none(published: OpenDonor, desk: Desk) -> None:
    """A campaign without regions offers no choice of a region."""
    results_page(desk)
    assert desk.find(QComboBox, "Region of Winter flu") is None


def test_without_results_the_page_offers_to_fetch_them(open_home: OpenDonor, address: str, desk: Desk) -> None:
    """Without results the page says so and offers to fetch them."""
    join(open_home, address)
    desk.session.begin()
    desk.until(lambda: desk.session.app_status is not None and desk.session.app_status.joined)
    desk.window.show_page("results")
    desk.read("No results are kept here yet.")
    assert desk.see(QPushButton, "Fetch what is published").isEnabled()


def test_regions_are_added_up_with_their_noise() -> None:
    """Regions' totals are added, with the half width that the server says of their sum, as on its page.

    A server that doesn't say it leaves the squares to be added. A day that a region did not publish has no point.
    """
    day = date(2026, 11, 1)

    def part(stratum: str, together: float | None, **totals: int) -> PublishedDay:
        half = 3.0 if stratum == "north" else 4.0
        return PublishedDay(day, stratum, 10, 100, half, totals, half_width_together=together)

    for together, half in ((None, 5), (6.0, 6)):
        north, south = part("north", together, flu=10, tea=1), part("south", together, flu=20)
        point = point_of(day, (north, south), "flu")
        assert point is not None
        assert (point.value, point.low, point.high) == (30, 30 - half, 30 + half)
        assert point_of(day, (north, south), "tea") is None
        alone = point_of(day, (north,), "flu")
        assert alone is not None
        assert alone.high == 13


def test_the_largest_keywords_come_first_and_joined_campaigns_too() -> None:
    """Keywords with larger totals come first, and so do joined campaigns."""
    day = date(2026, 11, 1)
    days = (PublishedDay(day, None, 1, 1, 1.0, {"a": 1, "b": 3, "c": 2}),)
    found = results_view_models(
        CampaignResults(name, name, joined, days, ()) for name, joined in (("x", False), ("y", True))
    )
    assert [one.found.id for one in found] == ["y", "x"]
    assert found[0].ranking == ("b", "c", "a")


def test_the_line_of_a_weekly_campaign_joins_sundays() -> None:
    """Totals of consecutive weeks are one line, as those of consecutive days are; a lost week cuts it."""
    sunday = date(2026, 11, 1)
    days = tuple(PublishedDay(sunday + timedelta(weeks=week), None, 1, 1, 1.0, {"flu": week}) for week in (0, 1, 3))
    by_week, by_day = results_view_models(
        [CampaignResults("x", "x", True, days, (), "week"), CampaignResults("y", "y", True, days, ())]
    )
    assert [len(run) for run in by_week.series("flu").runs(by_week.step)] == [2, 1]
    assert [len(run) for run in by_day.series("flu").runs(by_day.step)] == [1, 1, 1]


def test_the_page_of_a_weekly_campaign_speaks_of_weeks(qtbot: QtBot) -> None:
    """A weekly campaign's table names each week by its Sunday, and its notes count weeks, not days."""
    sunday = date(2026, 11, 1)
    days = (PublishedDay(sunday, None, 1, 1, 1.0, {"flu": 1}, final=False),)
    missing = (MissingDay(sunday + timedelta(weeks=1), "lost"),)
    (results,) = results_view_models([CampaignResults("x", "x", True, days, missing, "week", is_capped=True)])
    view = CampaignView(results)
    qtbot.addWidget(view)
    head = view.table.rows.headerData(0, Qt.Orientation.Horizontal)
    notes = [label.text() for label in view.findChildren(QLabel) if not label.isHidden()]
    assert head == "Week to"
    (about,) = [note for note in notes if note.startswith("Each total is of a whole week, and stands at the week's")]
    assert about.endswith("Later totals may be too low, because some people may have reached it.")
    assert "Some weeks are not final yet: counts of more people may still be added." in notes
    assert "1 week without totals: too few people came back in time." in notes
