"""The completion code on the campaign's card in the settings, with a button that copies it."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.desktop.opened_pages import join
from tests.client.desktop.person import Desk
from tests.client.desktop.text_fit import texts_laid_out
from tests.client.donor.campaigns.test_completion_codes import CODE, answer, completion
from tests.client.fakes import FakeServer


@pytest.fixture
def joined(open_home: OpenDonor, address: str) -> OpenDonor:
    """Return a home that has joined a campaign without a code."""
    join(open_home, address)
    return open_home


@pytest.mark.usefixtures("joined")
def test_the_card_counts_days_then_has_the_code(server: FakeServer, request: pytest.FixtureRequest) -> None:
    """The card says nothing without a code, then how many days are left, then the whole code, which one press
    copies.
    """
    desk: Desk = request.getfixturevalue("desk")
    desk.until(lambda: desk.session.app_status is not None)
    desk.window.show_page("settings")
    desk.read("Winter flu")
    assert not desk.reads("Completion code")
    for told, says in ((completion(3), "you were there on 3 of 5 days."), (completion(), CODE)):
        server.completions = answer(told)
        desk.window.ask(CheckInJob())
        desk.read(f"Completion code: {says}")
        desk.read("Everybody who is there on so many days is told the same code.")
        assert (desk.find(QPushButton, "Copy the code") is not None) == (told.code is not None)
    assert texts_laid_out(desk.qtbot, desk.window) > 10
    desk.click("Copy the code")
    desk.until(lambda: QGuiApplication.clipboard().text() == CODE)
    assert desk.window.status.text == "The code is copied."


@pytest.fixture
def german(joined: OpenDonor, server: FakeServer, request: pytest.FixtureRequest) -> Desk:
    """Return the app of a person who chose German and was active on a day."""
    server.completions = answer(completion(1))
    with joined() as donor:
        donor.check_in([])
        donor.settings.set_preference("language", "de")
    desk: Desk = request.getfixturevalue("desk")
    return desk


def test_the_card_speaks_german(german: Desk) -> None:
    """The card is in the person's language."""
    german.until(lambda: german.session.app_status is not None)
    german.window.show_page("settings")
    german.read("Abschlusscode: Du warst an 1 von 5 Tagen da.")
