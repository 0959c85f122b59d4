"""Screenshots of every page of the portal and of the public pages, with two made-up campaigns."""

import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from pdd_server.services.accounts.model import Role
from pdd_server.services.operations.data_folder import Deployment
from scripts.screenshot_pages.sample_campaigns import sample_server, surveyed_campaign
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme
from tests.server.web.people import Person, add_person, served
from tests.server.web.portal.draft_forms import draft_of, typed
from tests.server.web.portal.page_walks import walks
from tests.server.web.portal.sign_in_steps import link_of
from tests.support.processes.chromium import needs_chromium

THEMES: tuple[Theme, ...] = ("light", "dark")
WIDTHS = {"desktop": DESKTOP, "phone": PHONE}

SLEEP = "insomnia\nscreen + sleep\nsleep index: any of insomnia, cannot + sleep, melatonin\n"

Place = tuple[str, Person | None]
"""An address, and who looks at it."""


def places(server: Deployment, ann: Person, boss: Person) -> dict[str, Place]:
    """Return the pages that have an address, by the name of their screenshot."""
    vera = add_person(server, Role.VIEWER, ["winter-flu"], "Vera")
    max_ = add_person(server, Role.RESEARCHER, name="Max")
    good = draft_of(
        server,
        ann,
        typed(id="sleep", title="Sleep and screens", purpose="How do screens affect sleep?", vocabulary=SLEEP),
    )
    noisy = draft_of(server, ann, typed(id="naps", title="Naps", donors="100"))
    faulty = draft_of(server, ann, typed(id="Sleep 2", title="Sleep again", end="soon", vocabulary="flu\n?!\nFLU"))
    mine = "/portal/campaigns/winter-flu"
    of_ann = {
        "overview": "/portal/",
        "new": "/portal/campaigns/new",
        "draft": f"/portal/drafts/{good.id}",
        "draft-problems": f"/portal/drafts/{faulty.id}?checked=1",
        "consent": f"/portal/drafts/{good.id}/consent",
        "launch": f"/portal/drafts/{good.id}/launch",
        "launch-large-error": f"/portal/drafts/{noisy.id}/launch",
        "results": mine,
        "period": f"{mine}?from=2026-10-01&to=2026-10-31&q=o",
        "compared": f"{mine}/entries?entry=flu&entry=flu+index&entry=cough",
        "monitoring": f"{mine}/monitoring",
        "recruiting": f"{mine}/recruiting",
        "append": f"{mine}/append",
        "close": f"{mine}/close",
        "not-found": "/portal/campaigns/none",
    }
    of_others: dict[str, Place] = {
        "viewer": (mine, vera),
        "overview-empty": ("/portal/", max_),
        "results-empty": ("/portal/campaigns/hay-fever", boss),
        "sign-in": ("/portal/sign-in", None),
        "invitation": (link_of(server, "cy@example.org", campaigns=["winter-flu"]), None),
        "invitation-gone": ("/portal/invitation/password", None),
        "public": ("/campaigns/winter-flu", None),
        "public-empty": ("/campaigns/hay-fever", None),
        "index": ("/", None),
        "join": ("/join/winter-flu", None),
        "join-unknown": ("/join/none?lang=de", None),
        "public-not-found": ("/campaigns/none", None),
    }
    return {**{name: (path, ann) for name, path in of_ann.items()}, **of_others}


def take(tab: Page, folder: Path, name: str) -> None:
    """Take the page in each width and theme, without loading it again, because some pages are shown only once."""
    for (kind, width), theme in product(WIDTHS.items(), THEMES):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=theme)
        tab.wait_for_load_state("networkidle")
        tab.screenshot(path=folder / f"portal-{name}-{theme}-{kind}.png", full_page=True)
    tab.context.close()


def take_all(server: Deployment, pages: Pages, folder: Path) -> None:
    """Take the pages that have an address, then those that forms lead to, then those that list what was done."""
    ann = add_person(server, Role.RESEARCHER, ["winter-flu"], "Ann")
    boss = add_person(server, Role.ADMINISTRATOR, name="Bo")
    for name, (path, person) in places(server, ann, boss).items():
        take(pages.open(path, person), folder, name)
    for name, walk in walks(server, ann, boss, surveyed_campaign()).items():
        walk.take(tab := pages.open(walk.path, walk.person))
        take(tab, folder, name)
    traces = {"account": ann, "accounts": boss, f"accounts/{ann.account.id}": boss, "audit": boss}
    for path, person in traces.items():
        take(pages.open(f"/portal/{path}", person), folder, path if "/" not in path else "account-of")


def main() -> None:
    """Write the screenshots into the folder that the argument names."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = sample_server(Path(data))
        browser = playwright.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])
        with served(server) as portal:
            take_all(server, Pages(browser, portal), folder)
        browser.close()
        server.store.dispose()


if __name__ == "__main__":
    main()
