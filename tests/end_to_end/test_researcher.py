"""A researcher's whole way in a real browser, with a real server and donors: from an invitation to numbers."""

import io
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

import httpx
import pandas as pd
from playwright.sync_api import Browser, Page, expect
from pyotp import TOTP

from tests.end_to_end.worlds.programs import DAY, NOON, World
from tests.server.web.browsing import fill
from tests.support.consent_texts import CONSENT, CONTACT
from tests.support.processes.chromium import PATIENCE, chromium

__all__ = ["chromium"]

PASSWORD = "correct horse battery"
SEARCHES = {"amy": ["flu", "cough"], "ben": ["flu+cough"], "cat": ["cough", "tea", "flu+cough"]}
TOTALS = [3, 6, 3, 4]
"""Donors, their searches, and those for flu and for cough: what is published but for its noise."""
FORM = {
    "id": "winter-flu",
    "title": "Winter flu survey",
    "purpose": "Can searches show where flu spreads?",
    "contact": CONTACT,
    "start": "2026-11-20",
    "end": "2026-11-30",
    "vocabulary": "flu\ncough",
    "consent-text": CONSENT,
    "max_searches": "10",
    "max_hits": "20",
    "max_hits_per_keyword": "10",
    "amount": "100",
}


class Researcher:
    """A person with a browser and a phone."""

    def __init__(self, tab: Page, world: World) -> None:
        self.tab, self.secret, self._world = tab, "", world

    def code(self) -> str:
        """Return the code on the phone, whose clock is that of the rehearsal."""
        return TOTP(self.secret).at(datetime.fromisoformat(self._world.clock.read_text()))

    def press(self, button: str) -> None:
        self.tab.get_by_role("button", name=button).click()

    def accept(self, link: str) -> None:
        """Go from the invitation's link to recovery codes."""
        self.tab.goto(link)
        self.tab.get_by_label("Your name").fill("Ann Example")
        self.tab.get_by_label("Password", exact=True).fill(PASSWORD)
        self.press("Go on")
        self.secret = self.tab.locator("#secret").inner_text().replace(" ", "")
        self.tab.get_by_role("textbox", name="Code").fill(self.code())
        self.press("Confirm")
        expect(self.tab.get_by_role("listitem").first).to_be_visible()

    def sign_in(self, address: str) -> None:
        """Sign in to a page with both steps: two days later no session is left."""
        self.tab.goto(address)
        self.tab.get_by_label("E-mail address").fill("ann@example.org")
        self.tab.get_by_label("Password").fill(PASSWORD)
        self.press("Go on")
        self.tab.get_by_role("textbox", name="Code").fill(self.code())
        self.press("Sign in")


def test_from_an_invitation_to_published_totals(chromium: Browser, tmp_path: Path) -> None:
    """An invited researcher signs in with a second factor, drafts and launches; donors give a day; its totals are
    downloaded.
    """
    world = World(tmp_path)
    world.here("init", "--group-size", "3", "--min-group", "3", "--protocol", "plain", "--zone", "Europe/London")
    context = chromium.new_context(accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    with world.running() as url, ExitStack() as stack:
        ann = Researcher(context.new_page(), world)
        invited = ("account", "invite", "ann@example.org", "--role", "researcher", "--url", url)
        ann.accept(world.here(*invited, "--rehearsal-clock", world.clock).split()[-1])
        ann.tab.goto(f"{url}/portal/campaigns/new")
        launch(ann)

        donors = {name: stack.enter_context(world.donor(name)) for name in SEARCHES}
        files = {name: world.history(f"{name}.sqlite", *queries) for name, queries in SEARCHES.items()}
        for name, donor in donors.items():
            donor.campaigns.join(url)
            donor.check_in([files[name]])
        published: list[list[int]] = []
        for days in (1, 2):
            published = world.night_of(NOON + days * DAY)
            for name, donor in donors.items():
                donor.check_in([files[name]])
        assert published == [TOTALS]

        ann.sign_in(f"{url}/portal/campaigns/winter-flu")
        expect(ann.tab.get_by_role("heading", level=1)).to_contain_text("Winter flu survey")
        take_away(ann, url)
    context.close()


def launch(ann: Researcher) -> None:
    """Go from an empty draft to a launched campaign."""
    ann.tab.get_by_label("Blank").check()
    ann.press("Start a draft")
    fill(ann.tab, **FORM)
    ann.tab.locator("#way").select_option("epsilon_per_day")
    ann.press("Save and check")
    expect(ann.tab.get_by_text("Nothing is missing or wrong.")).to_be_visible()
    ann.press("Launch…")
    ann.press("Launch it")
    expect(ann.tab.get_by_role("heading", level=1)).to_have_text("Recruiting for Winter flu survey")


def take_away(ann: Researcher, url: str) -> None:
    """Check that the page, its downloads and pandas from its address have the same numbers."""
    address = f"{url}/v1/campaigns/winter-flu/results"
    table = pd.read_csv(f"{address}.csv").set_index("entry")["total"]
    assert abs(table["flu"] - TOTALS[2]) < 20
    assert abs(table["cough"] - TOTALS[3]) < 20
    for entry, total in table.items():
        row = ann.tab.get_by_role("row").filter(has=ann.tab.get_by_text(str(entry), exact=True)).first
        expect(row).to_contain_text(str(total).replace("-", "−") if total < 0 else str(total))
    with ann.tab.expect_download() as downloading:
        ann.tab.get_by_role("link", name="CSV").first.click()
    assert pd.read_csv(downloading.value.path()).set_index("entry")["total"].equals(table)
    parquet = pd.read_parquet(io.BytesIO(httpx.get(f"{address}.parquet", timeout=60).content))
    assert parquet.set_index("entry")["total"].astype(int).equals(table.astype(int))
