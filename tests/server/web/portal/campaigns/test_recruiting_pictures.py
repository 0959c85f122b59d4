"""The pictures of the recruiting page, and the poster."""

from pathlib import Path

import pytest

from pdd_server.services.accounts.model import Role
from tests.server.web.browsing import Pages, Theme
from tests.server.web.people import Person
from tests.support.processes.chromium import violations


def test_the_square_picture_is_saved_as_png(pages: Pages, people: dict[Role, Person], tmp_path: Path) -> None:
    """The browser draws the picture for posts, 1080 by 1080 pixels, under the page's own policy."""
    tab = pages.open("/portal/campaigns/flu/recruiting", people[Role.RESEARCHER])
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="as PNG").click()
    file = tmp_path / "square.png"
    saved.value.save_as(file)
    assert saved.value.suggested_filename == "flu-square.png"
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(head[at : at + 4], "big") for at in (16, 20)] == [1080, 1080]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_poster_can_be_read_by_everybody(pages: Pages, people: dict[Role, Person], theme: Theme) -> None:
    """axe-core finds nothing serious on the poster, light or dark."""
    tab = pages.open("/portal/campaigns/flu/recruiting/poster", people[Role.VIEWER], theme=theme, policy=False)
    assert violations(tab) == []


def test_a_poster_says_what_is_counted_and_what_to_do(pages: Pages, people: dict[Role, Person]) -> None:
    """The poster's words are those of the study; its address is short, and a code stands beside it."""
    tab = pages.open("/portal/campaigns/flu/recruiting/poster", people[Role.VIEWER])
    words = tab.locator(".poster").inner_text()
    assert "Your searches each day: all, and by keyword (2)" in words
    assert "Scan to read about the study. To take part, you need a computer." in words
    assert tab.locator(".poster .link").inner_text() == f"{pages.portal.address}/join/flu"
