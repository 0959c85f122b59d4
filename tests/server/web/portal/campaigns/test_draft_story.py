"""A draft with problems is corrected, reviewed by a second person and launched, by three people in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from tests.server.simulated_server import HandClock, new_server
from tests.server.web.browsing import DESKTOP, PHONE, Pages, fill, sideways
from tests.server.web.people import Person, add_person
from tests.server.web.portal.draft_forms import GOOD, draft_of, typed
from tests.support.processes.chromium import violations


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Iterator[Deployment]:
    """Return a server that asks for a second person's approval, and asks donors for a code."""
    made = new_server(tmp_path, clock, review={"second_person": True}, invitations=("operator's",))
    yield made
    made.store.dispose()


def chosen(*names: str) -> dict[str, str]:
    return {name: GOOD[name] for name in names}


@pytest.mark.parametrize("javascript", [True, False])
def test_from_a_first_draft_to_a_launched_campaign(
    server: Deployment, pages: Pages, people: dict[Role, Person], javascript: bool
) -> None:
    """With and without scripts, problems are shown and corrected, a second person approves, and the draft is
    launched.
    """
    ann, bob = people[Role.RESEARCHER], add_person(server, Role.RESEARCHER, name="bob")
    tab = pages.open("/portal/campaigns/new", ann, javascript=javascript)
    tab.get_by_label("Blank").check()
    tab.get_by_role("button", name="Start a draft").click()
    fill(
        tab,
        **chosen("title", "id", "purpose", "contact", "start", "max_searches", "max_hits", "max_hits_per_keyword"),
        end="2026-02-31",
        vocabulary="flu\nFLU",
    )
    tab.get_by_role("button", name="Submit for review").click()
    alert = tab.get_by_role("alert")
    expect(alert).to_contain_text("Line 2: Entry `FLU` counts the same searches")
    expect(alert).to_contain_text("Must be a day such as 2026-11-20")
    alert.get_by_role("link", name="Last day").click()
    expect(tab.locator("#end")).to_have_attribute("aria-invalid", "true")

    fill(tab, **chosen("end", "vocabulary", "amount", "delta", "strata"), **{"consent-text": GOOD["consent-text"]})
    tab.locator("#way").select_option("epsilon_per_day")
    if javascript:
        expect(tab.locator("#outlook")).to_contain_text("epsilon 66")
    tab.get_by_role("button", name="Save and check").click()
    expect(tab.locator("#outlook")).to_contain_text("epsilon 66")
    expect(tab.get_by_text("Nothing is missing or wrong.")).to_be_visible()
    tab.get_by_text("Share this draft").click()
    tab.get_by_label("Let somebody else see it").fill("bob@example.org")
    tab.get_by_role("button", name="Share").click()
    tab.get_by_role("button", name="Submit for review").click()
    expect(tab.get_by_text("somebody else has to approve it")).to_be_visible()

    address = tab.url.split("?")[0].removeprefix(pages.portal.address)
    reviewer = pages.open(address, bob, javascript=javascript)
    reviewer.get_by_role("button", name=re.compile("Approve revision")).click()
    expect(reviewer.get_by_text("Approved, revision")).to_be_visible()

    tab.goto(f"{pages.portal.address}{address}")
    tab.get_by_role("button", name="Launch…").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Launch Winter flu survey")
    tab.get_by_label("I have read this and accept the error").check()
    tab.get_by_role("button", name="Launch it").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Recruiting for Winter flu survey")
    fill(tab, label="Poster in the library")
    tab.get_by_role("button", name="Make the code").click()
    expect(tab.locator("#link")).to_contain_text(re.compile(r"/join/winter-flu#invitation=[A-Z0-9-]{14}"))
    with server.store.read() as connection:
        assert campaigns.get(connection, "winter-flu").campaign.strata == ("england", "scotland")


def test_a_viewer_sees_a_draft_and_can_not_launch(server: Deployment, pages: Pages, people: dict[Role, Person]) -> None:
    """A viewer sees the form but can't change it, and has no launch page."""
    draft = draft_of(server, people[Role.RESEARCHER], typed())
    viewer = add_person(server, Role.VIEWER, [draft.id], name="onlooker")
    tab = pages.open(f"/portal/drafts/{draft.id}", viewer)
    expect(tab.locator("#title")).to_be_disabled()
    expect(tab.get_by_role("button", name="Launch…")).to_be_disabled()
    tab.goto(f"{pages.portal.address}/portal/drafts/{draft.id}/launch")
    expect(tab.get_by_role("heading", level=1)).to_have_text("This is not yours to do")


@pytest.mark.parametrize(("theme", "width"), [("light", DESKTOP), ("dark", PHONE)])
def test_pages_are_accessible(
    server: Deployment, pages: Pages, people: dict[Role, Person], theme: str, width: int
) -> None:
    """On every page of drafts axe-core finds nothing serious, and nothing needs sideways scrolling."""
    ann = people[Role.RESEARCHER]
    good = draft_of(server, ann, typed())
    bad = draft_of(server, ann, typed(title="", end="soon", vocabulary="flu\nfever + flu\nFLU\n?!"))
    addresses = [f"/portal/drafts/{good.id}{part}" for part in ("", "/consent", "/launch")]
    noisy = draft_of(server, ann, typed(donors="100"))
    addresses += [f"/portal/drafts/{bad.id}?checked=1", f"/portal/drafts/{noisy.id}/launch", "/portal/campaigns/new"]
    addresses += [f"/portal/campaigns/flu/{part}" for part in ("recruiting", "recruiting/poster", "append", "close")]
    tab = pages.open("/portal/account", ann, width=width, theme=theme, policy=False)  # type: ignore[arg-type]
    for address in addresses:
        tab.goto(f"{pages.portal.address}{address}")
        assert violations(tab) == [], address
        assert sideways(tab) == [], address
