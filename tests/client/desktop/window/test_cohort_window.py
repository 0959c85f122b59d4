"""A person before the window in a cohort of four: first review, sending time, duty, in every language."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import crowd, everybody
from tests.client.desktop.opened_pages import ROUND, Today, join, sent_page
from tests.client.desktop.person import Desk
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.desktop.texts.test_languages import english, mnemonics, settle, texts
from tests.client.fakes import Clock
from tests.support.catalogue import TRANSLATED


@pytest.fixture
def server(clock: Clock) -> CohortServer:
    return CohortServer(clock)


@pytest.fixture
def waiting(tmp_path: Path, open_home: OpenDonor, address: str, server: CohortServer) -> OpenDonor:
    """Return the app of a home of four on the second day: the first waits for review, and the home serves."""
    join(open_home, address)
    with crowd(tmp_path, server, 3) as others:
        server.to_next_day()
        everybody(others)
    with open_home() as donor:
        donor.check_in()
    return open_home


@pytest.mark.slow
def test_a_day_is_approved_and_goes_out_later(waiting: OpenDonor, desk: Desk, server: CohortServer) -> None:
    """The page says when and why the day goes out; approving sends nothing yet, and the page Sent says so too."""
    today = Today(desk)
    desk.read("your counts if you approve them before, else zeros.")
    desk.read("So the time does not show whether you gave anything.")
    # 5 of the campaign, and 64 that carry noise alone.
    desk.read(
        "69 locked numbers will be sent. An honest server can read them only as a sum with at least 2 other people's."
    )
    desk.read("Your computer helps to unlock this week's sums, until ")
    asked = len(server.requests)
    desk.click("Approve these counts")
    desk.until(lambda: today.page.day is not None and today.page.day.state == "approved")
    desk.read("These counts go out on ")
    desk.settle()
    assert len(server.requests) == asked, "approving contacts nobody"
    page = sent_page(desk)
    page.calendar.chosen.emit(ROUND)
    desk.read("Not sent yet. It goes out on ")
    desk.window.show_page("settings")
    desk.read("That takes two short contacts a day, a few seconds each.")


@pytest.mark.slow
@pytest.mark.parametrize("tag", ["en", *TRANSLATED])
def test_the_pages_of_a_cohort_in_every_language(tag: str, waiting: OpenDonor, request: pytest.FixtureRequest) -> None:
    """In every language nothing is cut in a small window or left in English, Alt letters are unique, all has a name."""
    with waiting() as donor:
        donor.settings.set_preference("language", tag)
    desk: Desk = request.getfixturevalue("desk")
    desk.window.resize(780, 670)
    Today(desk)
    for page in ("today", "sent", "settings"):
        desk.window.show_page(page)
        settle(desk)
        assert texts_laid_out(desk.qtbot, desk.window) > 5
        assert [key for key, times in Counter(mnemonics(desk.window)).items() if times > 1] == [], page
        assert tag == "en" or english(texts(desk.window), tag) == set(), page
        assert all(button.text() or button.accessibleName() for button in desk.all(QAbstractButton)), page
    assert len(list(desk.all(QLabel))) > 5
