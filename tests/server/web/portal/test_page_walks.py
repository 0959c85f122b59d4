"""Accessibility of pages without an address (codes shown once, second step, refusals) and of tables on a phone."""

from secrets import token_bytes

from playwright.sync_api import Page, expect

from pdd_server.services.accounts import audit
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme, sideways
from tests.server.web.people import Person
from tests.server.web.portal.page_walks import walks
from tests.support.processes.chromium import violations

FORMS: tuple[tuple[Theme, int], ...] = (("light", DESKTOP), ("dark", PHONE))


def test_pages_shown_by_a_form_can_be_read_by_everybody(
    server: Deployment, pages: Pages, people: dict[Role, Person]
) -> None:
    """axe-core finds nothing serious, and nothing needs sideways scrolling, wide and light or narrow and dark."""
    with server.store.read() as connection:
        made = campaigns.get(connection, "flu").campaign
    for name, walk in walks(server, people[Role.RESEARCHER], people[Role.ADMINISTRATOR], made).items():
        walk.take(tab := pages.open(walk.path, walk.person, policy=False))
        for theme, width in FORMS:
            tab.emulate_media(color_scheme=theme)
            tab.set_viewport_size({"width": width, "height": 900})
            assert (violations(tab), sideways(tab)) == ([], []), name
        tab.context.close()


def heard(tab: Page) -> list[tuple[str, str]]:
    """Return role and words of each part of a table, as the browser gives them to a screen reader."""
    tree = tab.context.new_cdp_session(tab).send("Accessibility.getFullAXTree")["nodes"]
    kinds = ("columnheader", "row", "cell")
    parts = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]]
    return [(role, "" if role == "row" else words) for role, words in parts if role in kinds]


def test_the_audit_log_stays_a_table_on_a_phone(server: Deployment, pages: Pages, people: dict[Role, Person]) -> None:
    """Where each audit entry is a block, a screen reader still gets the rows, cells and headers of the wide table."""
    boss = people[Role.ADMINISTRATOR]
    with server.store.write() as connection:
        for detail in ("", "x" * 90):
            audit.record(connection, server.clock(), boss.account, "act", token_bytes(60).hex(), detail)
    tab = pages.open("/portal/audit", boss)
    wide = heard(tab)
    assert [words for role, words in wide if role == "columnheader"] == ["When", "Who", "What", "To what", "Detail"]
    tab.set_viewport_size({"width": PHONE, "height": 900})
    expect(tab.get_by_role("columnheader", name="When")).to_have_css("display", "block")
    assert heard(tab) == wide
    assert sideways(tab) == []


def test_a_poster_is_printed_black_on_white(pages: Pages, people: dict[Role, Person]) -> None:
    """A poster printed from a dark screen is black on white, and contains nothing else of the page."""
    tab = pages.open("/portal/campaigns/flu/recruiting/poster", people[Role.VIEWER], theme="dark")
    title = tab.get_by_role("heading", level=1)
    expect(title).to_have_css("color", "rgb(231, 229, 223)")
    tab.emulate_media(media="print")
    expect(title).to_have_css("color", "rgb(0, 0, 0)")
    for part in ("header", "footer", ".unprinted"):
        expect(tab.locator(part)).to_be_hidden()
