"""The portal's pages of a campaign that counts by week."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from tests.server.services.results.synthetic_results import publish, wait
from tests.server.services.rounds.cohort.synthetic_days import cohort_terms
from tests.server.simulated_server import HandClock, campaign, new_server
from tests.server.web.browsing import Pages, reveal
from tests.server.web.people import Person

START, WEEK = date(2026, 8, 31), timedelta(weeks=1)
SUNDAY = START + timedelta(days=6)
WEEKS = 10
"""How many weeks are over; the fifth of them has no totals."""


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server with a weekly campaign of two strata, nine published weeks, and one that is missing."""
    made = campaign(start=START, end=SUNDAY + 15 * WEEK, strata=("north", "south"), terms=cohort_terms(period="week"))
    server = new_server(tmp_path, clock, made, protocol="cohort")
    for week in range(WEEKS):
        day = SUNDAY + week * WEEK
        if week == 4:
            wait(server, made, day)
        else:
            publish(server, made.model_copy(update={"start": day}), 1)
    exports.write_all(server.store, server.folder.published)
    yield server
    server.store.dispose()


def test_the_chart_tells_a_weeks_numbers(server: Deployment, people: dict[Role, Person], pages: Pages) -> None:
    """The arrow keys go from week to week, over one without totals, with the cursor at the week's point."""
    page = pages.open("/portal/campaigns/flu/entries?entry=flu", people[Role.VIEWER])
    readout = page.locator(".readout")
    expect(readout).to_contain_text("for a week's numbers")
    page.locator("svg.chart").first.focus()
    points = re.findall(r"([\d.]+),-?[\d.]+", page.locator(".chart path.line").first.get_attribute("d") or "")
    for place, week in ((0, "6 September"), (3, "27 September"), (4, "11 October")):
        page.keyboard.press("Home")
        for _ in range(place):
            page.keyboard.press("ArrowRight")
        expect(readout).to_contain_text(f"Week to {week} 2026: flu ")
        cursor = page.locator(".cursor").get_attribute("x1")
        assert float(cursor or 0) == pytest.approx(float(points[place]), abs=0.1)


def test_pages_count_weeks(server: Deployment, people: dict[Role, Person], pages: Pages) -> None:
    """The campaign's pages say which week it is, how many are published, and what a change needs."""
    text = pages.open("/portal/campaigns/flu", people[Role.RESEARCHER]).inner_text("main")
    assert "Week 12 of 16." in text
    assert "9 weeks with totals, 6 September 2026 to 8 November 2026; without totals: 1 for want of donors" in text
    assert "gave counts in the week to Sunday 8 November 2026" in text
    assert "9 of 16 weeks published" in pages.open("/portal/", people[Role.RESEARCHER]).inner_text("main")
    closing = pages.open("/portal/campaigns/flu/close", people[Role.RESEARCHER])
    expect(closing.locator("main")).to_contain_text("It has to be a Sunday.")
    closing.get_by_label("New last day").fill("2026-12-01")
    closing.get_by_role("button", name="Move the last day").click()
    words = "2026-12-01 is no Sunday, the last day of a week; set it to 2026-11-29 or 2026-12-06"
    expect(closing.get_by_role("alert")).to_contain_text(words)


def test_a_draft_counts_by_week(server: Deployment, people: dict[Role, Person], pages: Pages) -> None:
    """The form's choice is kept, and says of caps and threshold that they are of a week."""
    tab = pages.open("/portal/campaigns/new", people[Role.RESEARCHER])
    tab.get_by_role("button", name="Start a draft").click()
    tab.get_by_label("Count by").select_option("week")
    tab.get_by_label("First day").fill("2026-11-24")
    tab.get_by_label("Last day").fill("2026-12-20")
    tab.get_by_role("button", name="Save and check").click()
    expect(tab.get_by_role("alert")).to_contain_text("2026-11-24 is no Monday, the first day of a week")
    expect(tab.get_by_label("Count by")).to_have_value("week")
    expect(reveal(tab, "#max_searches")).to_have_accessible_name("Most searches counted per donor per week")
    expect(reveal(tab, "#threshold")).to_have_accessible_name("Smallest total published per week (optional)")
