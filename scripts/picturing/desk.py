"""Pictures of every page of the researchers' and of the public ones, over a made-up winter."""

import sys
from datetime import date, timedelta
from decimal import Decimal
from itertools import product
from math import exp, sin
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from pdd_server.folder import Deployment
from pdd_server.services import exports
from pdd_server.services.accounts import invitations
from pdd_server.services.accounts.model import Role
from pdd_server.store import charges, publications
from pdd_server.store.publications import Publication
from pdd_shared.privacy.charges import Charge
from pdd_shared.terms import Budget
from tests.server.desk.browsing import DESKTOP, PHONE, Pages, Theme
from tests.server.desk.drafts_typed import draft_of, typed
from tests.server.desk.people import Person, add_person, served
from tests.server.playing import DAY, HandClock, campaign, new_server
from tests.support.chromium import needs_chromium
from tests.support.terms import laplace, terms

PEAKS = {
    "flu": (11_000, 62, 16),
    "fever + child": (4_200, 58, 20),
    "cough": (7_400, 50, 30),
    '"how long is flu contagious"': (1_900, 64, 14),
    "sore + throat": (3_400, 40, 26),
    "tamiflu": (1_100, 66, 12),
}
"""Of each entry the height of its wave, the day of its top, and how wide it is."""
DAYS = 90
THEMES: tuple[Theme, ...] = ("light", "dark")


def total(entry: str, day: int) -> int:
    """A wave over a floor, and something like noise that is the same each time."""
    height, top, width = PEAKS[entry]
    wave = height * (0.12 + exp(-(((day - top) / width) ** 2)))
    return round(wave * (1 - 0.12 * (day % 7 in (5, 6))) + 400 * sin(day * 7.3 + height) * sin(day * 1.7))


def winter(path: Path) -> Deployment:
    """A server with one campaign and ninety published days."""
    made = campaign(
        id="winter-flu",
        title="Winter flu survey",
        purpose="Can searches show, a week earlier than surgeries, where flu spreads?",
        contact="Dr A. Example, flu@example.org",
        vocabulary=tuple(PEAKS),
        start=DAY - timedelta(days=DAYS),
        end=DAY + timedelta(days=60),
        terms=terms(noise=laplace(405), budget=Budget(epsilon=Decimal(30), delta=Decimal(0))),
    )
    server = new_server(path, HandClock(), made)
    with server.store.write() as connection:
        for number in range(DAYS):
            charges.add(connection, made.id, day := made.start + timedelta(days=number), Charge.of_terms(made.terms))
            publications.add(connection, [of_day(made.id, day, number, Charge.of_terms(made.terms))])
    exports.write_all(server.store, server.folder.published)
    return server


def of_day(made: str, day: date, number: int, charge: Charge) -> Publication:
    """What is published of a day."""
    donors = 28_000 + 110 * number - 3_600 * (number % 7 in (5, 6))
    totals = tuple(total(entry, number) for entry in PEAKS)
    confidence = 0.96 - 0.03 * (number % 7 in (4, 5))
    return Publication(
        campaign=made,
        stratum=None,
        day=day,
        donors=donors,
        searches=3 * donors,
        confidence=confidence,
        totals=totals,
        charge=charge,
    )


def places(server: Deployment, ann: Person) -> dict[str, tuple[str, Person | None]]:
    """Every page by the name of its picture: its address, and who looks at it."""
    boss, vera = (
        add_person(server, Role.ADMINISTRATOR, name="Bo"),
        add_person(server, Role.VIEWER, ["winter-flu"], "Vera"),
    )
    good = draft_of(server, ann, typed(id="sleep", title="Sleep and screens", threshold=""))
    faulty = draft_of(server, ann, typed(id="Sleep 2", title="Sleep again", end="soon", vocabulary="flu\n?!\nFLU"))
    with server.store.write() as connection:
        link = invitations.invite(
            connection, server.clock(), boss.account, "cy@example.org", Role.RESEARCHER, ["winter-flu"], token_bytes
        )
    mine = "/desk/campaigns/winter-flu"
    of_ann = {
        "overview": "/desk/",
        "account": "/desk/account",
        "new": "/desk/campaigns/new",
        "draft": f"/desk/drafts/{good.id}",
        "draft-faults": f"/desk/drafts/{faulty.id}?looked=1",
        "consent": f"/desk/drafts/{good.id}/consent",
        "launch": f"/desk/drafts/{good.id}/launch",
        "results": mine,
        "period": f"{mine}?from=2026-10-01&to=2026-10-31&q=o",
        "compared": f"{mine}/entries?entry=flu&entry=cough",
        "watching": f"{mine}/watching",
        "recruiting": f"{mine}/recruiting",
        "append": f"{mine}/append",
        "close": f"{mine}/close",
        "not-found": "/desk/campaigns/none",
    }
    of_others = {
        "accounts": ("/desk/accounts", boss),
        "account-of": (f"/desk/accounts/{ann.account.id}", boss),
        "audit": ("/desk/audit", boss),
        "viewer": (mine, vera),
        "sign-in": ("/desk/sign-in", None),
        "invitation": (f"/desk/invitations/{link}", None),
        "public": ("/campaigns/winter-flu", None),
        "index": ("/", None),
    }
    return {**{name: (path, ann) for name, path in of_ann.items()}, **of_others}


def main() -> None:
    """Write the pictures into the folder that is named; of each page one in both widths and themes."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = winter(Path(data))
        shown = places(server, add_person(server, Role.RESEARCHER, ["winter-flu"], "Ann"))
        browser = playwright.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])
        with served(server) as desk:
            pages = Pages(browser, desk)
            for name, (path, person) in shown.items():
                for width, theme in product((DESKTOP, PHONE), THEMES):
                    tab = pages.open(path, person, width=width, theme=theme)
                    tab.wait_for_load_state("networkidle")
                    kind = "phone" if width == PHONE else "desktop"
                    tab.screenshot(path=folder / f"desk-{name}-{theme}-{kind}.png", full_page=True)
                    tab.context.close()
        browser.close()
        server.store.dispose()


if __name__ == "__main__":
    main()
