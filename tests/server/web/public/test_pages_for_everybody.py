"""The public pages on which nobody can join, an empty list of campaigns, and that of an error: usable by everybody."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store.campaigns import drafts
from pdd_shared.protocol.terms import Budget
from tests.server.simulated_server import DAY, HandClock, campaign, donors, new_server, night
from tests.server.web.browsing import DESKTOP, PHONE, Pages, Theme, sideways
from tests.support.processes.chromium import violations
from tests.support.terms import terms

FORMS: tuple[tuple[Theme, int], ...] = (("light", DESKTOP), ("dark", PHONE), ("light", DESKTOP // 2))
LANGUAGES = ("en", "de", "es", "fr")


def end(server: Deployment, clock: HandClock) -> None:
    """Close the campaign, so that it has ended on the next day."""
    with server.store.write() as connection:
        campaigns.close(connection, "flu", DAY)
    clock.next_day()


def hide(server: Deployment, _clock: HandClock) -> None:
    """Leave no campaign on the list."""
    with server.store.write() as connection:
        drafts.hide(connection, "flu")


def spend(server: Deployment, clock: HandClock) -> None:
    """Publish days until the campaign's budget can pay no further one."""
    crowd = donors(server, 3)
    for _ in range(4):
        for donor in crowd:
            donor.work([1, 7, 2])
        clock.next_day()
        night(server)


JOIN = tuple(f"{path}?lang={tag}" for path in ("/join/flu", "/") for tag in LANGUAGES)
STATES: dict[str, tuple[Callable[[Deployment, HandClock], None], tuple[str, ...]]] = {
    "ended": (end, (*JOIN, "/campaigns/flu")),
    "full": (spend, (*JOIN, "/campaigns/flu")),
    "empty": (hide, ("/", "/campaigns/flu")),  # a campaign on no list has no page but an error
}


@pytest.fixture(params=STATES)
def server(tmp_path: Path, clock: HandClock, request: pytest.FixtureRequest) -> Iterator[Deployment]:
    """Return a server with a campaign that can't be joined, for each reason, or that is on no list."""
    budget = Budget(epsilon=Decimal("1.5"), delta=Decimal(0))
    made = new_server(tmp_path, clock, campaign(terms=terms(budget=budget)))
    STATES[request.param][0](made, clock)
    yield made
    made.store.dispose()


def test_pages_without_a_way_in_can_be_used(pages: Pages, request: pytest.FixtureRequest) -> None:
    """axe-core finds nothing serious, and nothing needs sideways scrolling: wide, on a phone and at 200%, light and
    dark, in each language that the page has.
    """
    state = str(request.node.callspec.params["server"])
    for path in STATES[state][1]:
        tab = pages.open(path, policy=False)
        expect(tab.get_by_role("heading", level=1)).to_be_visible()
        for theme, width in FORMS:
            tab.emulate_media(color_scheme=theme)
            tab.set_viewport_size({"width": width, "height": 900})
            assert (violations(tab), sideways(tab)) == ([], []), (path, theme, width)
        tab.context.close()
