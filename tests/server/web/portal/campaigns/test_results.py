"""The portal's pages of results, of monitoring and of all campaigns: what they show, and to whom."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store import monitoring
from tests.server.services.results.synthetic_results import LABELS, long_campaign, numbers, publish, wait
from tests.server.simulated_server import DAY, HandClock, campaign, donors, new_server, night
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme, sideways
from tests.server.web.people import Person, Portal
from tests.support.processes.chromium import violations

DAYS = 30
PATHS = ("", "campaigns/flu", "campaigns/flu/entries?entry=flu&entry=1e5", "campaigns/flu/monitoring")


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Any:
    """Return a server with 30 published days in two strata, a missing day, and a round with donors of two versions."""
    made = long_campaign(
        0, DAYS + 1, vocabulary=LABELS + tuple(f"word{n}" for n in range(40)), strata=("north", "south")
    )
    server = new_server(tmp_path, clock, made)
    publish(server, made, DAYS)
    wait(server, made, made.start + timedelta(days=DAYS))
    crowd = donors(server, 4)
    for _ in range(4):
        for donor in crowd:
            donor.work([1, 7, 2, 0])
        clock.next_day()
        night(server)
    yield server
    server.store.dispose()


def said(ahead: int) -> str:
    """Return what the chart says of a day, counted from the first, for the flu in all strata."""
    day = DAY - timedelta(days=DAYS + 1 - ahead)
    return f"{day:%-d %B %Y}: flu {sum(numbers(ahead, stratum, 0) for stratum in (0, 1))}"


def test_the_campaigns_page_shows_its_numbers(portal: Portal, people: dict[Role, Person], pages: Pages) -> None:
    """A campaign's page shows an entry's sum, interval and share, missing days, and cost, without a script too."""
    page = pages.open("/portal/campaigns/flu", people[Role.VIEWER], javascript=False)
    for words in ("1 for want of donors", "epsilon spent", "95% interval", "cover noise only", "Cite as", "Parquet"):
        expect(page.locator("main")).to_contain_text(words)
    total = sum(numbers(day, stratum, 0) for day in range(DAYS) for stratum in (0, 1))
    page.get_by_label("Search the keywords").fill("flu")
    page.get_by_label("To", exact=True).fill((DAY - timedelta(days=2)).isoformat())
    page.get_by_role("button", name="Show").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="flu", exact=True))
    expect(row.locator("td.number").first).to_have_text(f"{total:,}")
    expect(page.get_by_role("link", name="Close")).to_have_count(0)


def test_entries_are_compared(portal: Portal, people: dict[Role, Person], pages: Pages) -> None:
    """Only the ticked entries are drawn and listed, and markup in a label is text."""
    page = pages.open("/portal/campaigns/flu?q=script", people[Role.RESEARCHER])
    page.get_by_label("Compare b + script").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("h1")).to_have_text("b + script")
    expect(page.locator("table.entries tbody tr")).to_have_count(1)
    expect(page.locator(".legend li")).to_have_count(1)
    page.goto(f"{page.url}&from=2026-11-02&stratum=north")
    chosen = re.compile(r"results\.csv\?from=2026-11-02&stratum=north&entry=b\+%2B\+script$")
    expect(page.get_by_role("link", name="These keywords as CSV")).to_have_attribute("href", chosen)


def test_the_chart_tells_a_days_numbers_by_keys_and_pointer(
    portal: Portal, people: dict[Role, Person], pages: Pages
) -> None:
    """Home selects the first day, End the last, and the pointer the day under it, with its numbers at its point."""
    page = pages.open("/portal/campaigns/flu/entries?entry=flu&to=2026-11-18", people[Role.VIEWER])
    readout = page.locator(".readout")
    readout.wait_for()
    page.locator("svg.chart").first.focus()
    reached = {"Home": 0, "ArrowRight": 1, "End": DAYS - 1}
    for key, ahead in reached.items():
        page.keyboard.press(key)
        expect(readout).to_contain_text(said(ahead))
        point = page.locator(".chart path.line").first.get_attribute("d") or ""
        drawn = [float(x) for x in re.findall(r"([\d.]+),-?[\d.]+", point)]
        cursor = page.locator(".cursor").get_attribute("x1")
        assert float(cursor or 0) == pytest.approx(drawn[ahead], abs=0.1), "the cursor stands beside the day's point"
    page.locator("svg.chart").first.hover()
    expect(readout).not_to_contain_text(re.compile("|".join(map(said, reached.values()))))


def test_a_server_is_watched_by_counts_alone(
    server: Deployment, portal: Portal, people: dict[Role, Person], pages: Pages
) -> None:
    """Monitoring shows donors, rounds and confidence, and a version only if a group's floor of donors had it."""
    with server.store.write() as connection:
        yesterday = server.clock().date() - timedelta(days=1)
        monitoring.note_versions(connection, yesterday, {"0.9.9": 1, "1.0.0": 3})
        monitoring.note_versions(connection, yesterday, {"1.0.0": 1})
    text = pages.open("/portal/campaigns/flu/monitoring", people[Role.VIEWER]).inner_text("main")
    assert "4 donors are registered; 4 were active yesterday" in text
    assert "all campaigns of the server together" in text
    assert "100%" in text
    assert "0.9.9" not in text


def test_the_overview_has_what_belongs_to_the_account(
    server: Deployment, portal: Portal, people: dict[Role, Person], pages: Pages
) -> None:
    """A researcher sees its own campaigns, and an administrator all."""
    with server.store.write() as connection:
        campaigns.create(connection, server.config, campaign(id="cold", title="Colds of others"))
    own, every = (
        pages.open("/portal/", people[role]).inner_text("main") for role in (Role.RESEARCHER, Role.ADMINISTRATOR)
    )
    assert ("Winter flu" in own, "Colds of others" in own) == (True, False)
    assert ("Winter flu" in every, "Colds of others" in every) == (True, True)
    assert f"{DAYS + 3} of" in own


@pytest.mark.parametrize(
    "query", ["from=tomorrow", "from=2026-11-10&to=2026-11-01", "stratum=east", "page=9999", "sort=x"]
)
def test_what_means_nothing_is_said(portal: Portal, people: dict[Role, Person], pages: Pages, query: str) -> None:
    """An invalid query gets the page with a sentence on what is wrong."""
    page = pages.open(f"/portal/campaigns/flu?{query}", people[Role.VIEWER])
    expect(page.locator("h1")).to_have_text("Winter flu")
    expect(page.get_by_role("alert")).to_have_count(int("page" not in query and "sort" not in query))


def test_a_campaign_of_others_is_not_found(
    server: Deployment, portal: Portal, people: dict[Role, Person], pages: Pages
) -> None:
    """An account that doesn't belong to a campaign sees neither its results nor its monitoring page."""
    with server.store.write() as connection:
        campaigns.create(connection, server.config, campaign(id="cold", title="Colds of others"))
    for path in ("", "/entries", "/monitoring"):
        page = pages.open(f"/portal/campaigns/cold{path}", people[Role.RESEARCHER])
        expect(page.locator("h1")).to_be_visible()
        assert "Colds of others" not in page.content()


@pytest.mark.parametrize(("theme", "width"), [("light", DESKTOP), ("dark", PHONE)])
def test_pages_are_accessible_and_fit(
    portal: Portal, people: dict[Role, Person], pages: Pages, width: int, theme: Theme, tmp_path: Path
) -> None:
    """axe-core finds nothing serious, and nothing needs sideways scrolling, even in folded parts."""
    places = [*(f"/portal/{path}" for path in PATHS), "/campaigns/flu", "/"]
    for number, path in enumerate(places):
        person = people[Role.RESEARCHER] if path.startswith("/portal") else None
        page = pages.open(path, person, width=width, theme=theme, policy=False)
        assert violations(page) == []
        for details in page.locator("details").all():
            details.click()
        assert sideways(page) == []
        page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
