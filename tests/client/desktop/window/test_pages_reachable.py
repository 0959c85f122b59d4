"""Today, Sent and Results are accessible: names for screen readers, letters twice as large, right to left."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.results.page import ResultsPage
from tests.client.desktop.opened_pages import ROUND, Today, join
from tests.client.desktop.person import Desk
from tests.client.desktop.published_results import publish, two_weeks
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign

FIRST = ROUND - timedelta(days=13)


@pytest.fixture
def full(open_home: OpenDonor, address: str, clock: Clock, server: FakeServer) -> OpenDonor:
    """Return a home with something on every page: a sent day, a refusal, a limit, results of two campaigns."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep and screens")]
    join(open_home, address, sending="by-itself")
    with open_home() as donor:
        donor.campaigns.leave("sleep")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    for name in ("flu", "sleep"):
        publish(open_home, name, *two_weeks(FIRST), missing=((FIRST + timedelta(days=15), "waiting"),))
    return open_home


@pytest.fixture(params=["as usual", "large", "right to left"])
def letters(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    """Use the system's font as it is or at 200%, or a right-to-left language."""
    usual, large = qapp.font(), QFont(qapp.font())
    large.setPointSizeF(usual.pointSizeF() * 2)
    qapp.setFont(large if request.param == "large" else usual)
    if request.param == "right to left":
        qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield request.param
    qapp.setFont(usual)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def pages(desk: Desk) -> Iterator[QWidget]:
    """Return each page with everything on it opened."""
    today = Today(desk)
    yield desk.window
    today.page.choose(ROUND)
    desk.read("This was sent.")
    desk.until(lambda: not today.page.searching.isVisible())  # the searches behind locked numbers are not kept
    yield desk.window
    desk.window.show_page("sent")
    desk.read("Your counts were locked and sent.")
    desk.read("You have set no limit of your own.")
    yield desk.window
    desk.window.show_page("results")
    desk.click("1 campaign that you have not joined")
    yield desk.window
    page = desk.window.page
    assert isinstance(page, ResultsPage)
    for view in page.views.values():
        view.as_table.setChecked(True)
    yield desk.window


def test_every_control_of_the_pages_has_a_name(full: OpenDonor, desk: Desk) -> None:
    """Every focusable control has a name for screen readers, and no two buttons share a key."""
    seen = set()
    for window in pages(desk):
        for widget in window.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
                label = widget.text() if isinstance(widget, QAbstractButton) else ""
                assert widget.accessibleName() or label, f"{type(widget).__name__} in {type(widget.parent()).__name__}"
                seen.add(label or widget.accessibleName())
    assert len(seen) > 15


def test_no_text_of_the_pages_is_cut(letters: str, full: OpenDonor, desk: Desk) -> None:
    """Every text fits a window for a small screen, without sideways scrolling."""
    desk.window.resize(1024, 700)
    read = 0
    for window in pages(desk):
        read += texts_laid_out(desk.qtbot, window)
        assert window.width() <= 1024, "the window had to grow"
    assert read > 30
