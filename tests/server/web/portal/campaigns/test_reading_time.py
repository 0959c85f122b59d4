"""How long it takes to launch a first campaign for somebody who reads every word, which the test prints."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pyotp import TOTP

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from tests.server.services.rounds.cohort.synthetic_days import cohort_campaign
from tests.server.simulated_server import HandClock, new_server
from tests.server.web.browsing import Pages, fill
from tests.server.web.people import PASSWORD
from tests.server.web.portal.sign_in_steps import link_of
from tests.support.consent_texts import CONSENT, CONTACT
from tests.support.reading import Reading

pytestmark = pytest.mark.browser
_HIDE = """
document.querySelectorAll(".unseen, option:not(:checked)").forEach((one) => one.style.setProperty("display", "none"))
"""
AT_MOST = 300
"""Five minutes, in seconds."""


@pytest.fixture
def server(tmp_path: Path, clock: HandClock) -> Deployment:
    """Return a server as `init` makes one: under `cohort`."""
    return new_server(tmp_path, clock, cohort_campaign(), protocol="cohort", group_size=100, min_group=50)


def test_a_first_campaign_is_launched_in_five_minutes(server: Deployment, pages: Pages) -> None:
    """From the invitation's link over the second factor and a template to the launched campaign: every word that can
    be seen is read at 250 a minute, each press is a decision, and each page is read anew.
    """
    tab, reading = pages.open(link_of(server, role=Role.RESEARCHER, campaigns=())), Reading()
    account(server, tab, reading)
    draft(tab, reading)
    print("\n" + "\n".join(reading.lines()))
    assert reading.seconds <= AT_MOST


def seen(tab: Page) -> list[str]:
    """Return what can be read on the page without opening a fold or a list, less the navigation."""
    tab.evaluate(_HIDE)
    return [tab.inner_text("main")]


def account(server: Deployment, tab: Page, reading: Reading) -> None:
    """Go from the invitation to the overview of campaigns."""
    expect(tab.get_by_label("Your name")).to_be_visible()
    reading.read("the invitation", seen(tab))
    tab.get_by_label("Your name").fill("Ada Example")
    tab.get_by_label("Password", exact=True).fill(PASSWORD)
    tab.get_by_role("button", name="Go on").click()
    expect(tab.locator("#secret")).to_be_visible()
    reading.read("the second factor", seen(tab))
    secret = tab.locator("#secret").inner_text().replace(" ", "")
    tab.get_by_role("textbox", name="Code").fill(TOTP(secret).at(server.clock()))
    tab.get_by_role("button", name="Confirm").click()
    expect(tab.get_by_role("listitem").first).to_be_visible()
    reading.read("the recovery codes", seen(tab))
    tab.goto(f"{tab.url.split('/portal/')[0]}/portal/")
    reading.read("the campaigns", seen(tab))


def draft(tab: Page, reading: Reading) -> None:
    """Go from the overview by a template to a launched campaign."""
    tab.get_by_role("link", name="New campaign").click()
    reading.read("the templates", seen(tab), decisions=2)
    tab.get_by_role("button", name="Start a draft").click()
    expect(tab.get_by_role("button", name="Save and check")).to_be_visible()
    reading.read("the form and its forecast", seen(tab), decisions=6)
    fill(tab, contact=CONTACT, **{"consent-text": CONSENT}, donors="20000")
    tab.get_by_role("button", name="Save and check").click()
    expect(tab.get_by_text("Nothing is missing or wrong.")).to_be_visible()
    reading.read("the checked form", seen(tab))
    tab.get_by_role("button", name="Launch…").click()
    expect(tab.get_by_role("button", name="Launch it")).to_be_visible()
    reading.read("the launch", seen(tab), decisions=2)
    tab.get_by_role("button", name="Launch it").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Recruiting for Winter flu survey")
