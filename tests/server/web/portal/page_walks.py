"""Walks to pages without an address: the forms that lead there, for tests and screenshots."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from playwright.sync_api import Page, expect
from pyotp import TOTP

from pdd_server.services.accounts.authentication import sessions
from pdd_server.services.campaigns.drafts.workflow import Act, save
from pdd_server.services.operations.data_folder import Deployment
from pdd_shared.protocol.messages import Campaign
from tests.server.web.browsing import fill
from tests.server.web.people import PASSWORD, Person
from tests.server.web.portal.draft_forms import draft_of, typed
from tests.server.web.portal.sign_in_steps import link_of

Step = Callable[[Page], None]


@dataclass(frozen=True)
class Walk:
    """A walk: the page and person it begins with, its steps, and the heading of its last page."""

    path: str
    person: Person | None
    steps: tuple[Step, ...]
    heading: str

    def take(self, tab: Page) -> None:
        """Do a walk's steps on its first page."""
        for step in self.steps:
            step(tab)
        expect(tab.get_by_role("heading", level=1)).to_have_text(self.heading)


def sending(button: str, **fields: str) -> Step:
    """Fill in these fields by name and press this button."""

    def sent(tab: Page) -> None:
        fill(tab, **fields)
        tab.get_by_role("button", name=button, exact=True).click()

    return sent


def walks(server: Deployment, ann: Person, boss: Person, made: Campaign) -> dict[str, Walk]:
    """Return the walks by the name of their last page; Ann is a researcher of the campaign, the boss an
    administrator.
    """
    return {**_walks_in(server, ann, boss, [made.id]), **_walks_within(server, ann, made)}


def _walks_in(server: Deployment, ann: Person, boss: Person, campaigns: Iterable[str]) -> dict[str, Walk]:
    """Return the walks for signing in and creating an account."""
    password = sending("Go on", name="Cy", password=PASSWORD)
    address = ann.account.email
    dan, eve = (link_of(server, f"{name}@example.org", campaigns=campaigns) for name in ("dan", "eve"))

    def confirm(tab: Page) -> None:
        secret = tab.locator("#secret").inner_text().replace(" ", "")
        sending("Confirm", code=TOTP(secret).at(server.clock()))(tab)

    return {
        "sign-in-refused": Walk(
            "/portal/sign-in", None, (sending("Go on", email=address, password="wrong horse battery"),), "Sign in"
        ),
        "second-step": Walk(
            "/portal/sign-in", None, (sending("Go on", email=address, password=PASSWORD),), "Second step"
        ),
        "second-factor": Walk(dan, None, (password,), "Second factor"),
        "recovery-codes": Walk(eve, None, (password, confirm), "Recovery codes"),
        "confirm": Walk(
            "/portal/accounts", boss, (sending("Make the link", email="eli@example.org"),), "Confirm with your password"
        ),
        "invited": Walk(
            "/portal/accounts",
            boss,
            (sending("Make the link", email="fay@example.org"), sending("Confirm", own_password=PASSWORD)),
            "The link for fay@example.org",
        ),
        "token": Walk(
            "/portal/account",
            ann,
            (sending("Make it", name="Notebook on my laptop"), sending("Confirm", own_password=PASSWORD)),
            "Your token",
        ),
    }


def _walks_within(server: Deployment, ann: Person, made: Campaign) -> dict[str, Walk]:
    """Return the walks for recruiting, appending, and refused forms."""
    recruiting, append = (f"/portal/campaigns/{made.id}/{page}" for page in ("recruiting", "append"))
    draft = draft_of(server, ann, typed(id="sleep-2", title="Sleep, second wave"))
    editing = f"/portal/drafts/{draft.id}"
    code, look = sending("Make the code", label="Poster in the library"), sending("Check", vocabulary="strep")

    def session_ends(tab: Page) -> None:
        with server.store.write() as connection:
            sessions.end_others(connection, ann.account.id, "")

    def somebody_saves(tab: Page) -> None:
        with server.store.write() as connection:
            act = Act(connection, server.config, server.clock(), ann.account)
            save(act, draft.id, draft.revision, typed(id="sleep-2", title="Sleep and screens, again"))

    mine = sending("Save and check", title="Sleep in the second winter")
    words = draft_of(server, ann, typed(id="tired", title="Tired", vocabulary="müde\nflu\ninsomnia\n독감"))
    queries = "immer muede\ninsomnia in winter -flu\n" + "x" * 90 + "\n독감증상\nweather"
    tried = (sending("Try queries"), sending("Try them", queries=queries))
    return {
        "code": Walk(recruiting, ann, (code,), f"A code for {made.title}"),
        "poster": Walk(recruiting, ann, (code, sending("A poster to print")), made.title),
        "completion": Walk(recruiting, ann, (sending("Set the code", days="5"),), f"Recruiting for {made.title}"),
        "append-checked": Walk(append, ann, (look,), f"More keywords for {made.title}"),
        "signed-out": Walk(append, ann, (session_ends, look), "You are signed out"),
        "queries": Walk(f"/portal/drafts/{words.id}", ann, tried, "Try queries"),
        "conflict": Walk(editing, ann, (somebody_saves, mine), "Somebody saved this draft meanwhile"),
    }
