"""The first run's steps: keyboard use, room for long titles, and a server's text as plain text."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.core.errors import DonorError
from pdd_client.desktop.first_run.browsers import BrowsersStep
from pdd_client.desktop.first_run.campaign_choice import ChooseStep
from pdd_client.desktop.first_run.server_address import WhereStep
from pdd_client.desktop.first_run.steps import Step, Steps
from pdd_client.desktop.jobs.jobs import BrowsersJob, Job
from pdd_client.desktop.jobs.server_jobs import FetchOfferJob
from tests.client.desktop.person import Desk
from tests.client.desktop.text_fit import texts_with_room
from tests.client.fakes import FakeServer, campaign
from tests.client.gateways.lying_servers import page, saying, serving


def test_enter_in_the_link_goes_on(qtbot: QtBot) -> None:
    """Enter in the link's field fetches the offer as the button does, and does nothing while the field is empty."""
    steps, wanted = Steps((WhereStep(),), 1), list[Job]()
    qtbot.addWidget(steps)
    steps.wants.connect(wanted.append)
    field = next(found for found in steps.findChildren(QLineEdit) if found.accessibleName() == "Link or address")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not wanted
    qtbot.keyClicks(field, "pdd.example.org")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert wanted == [FetchOfferJob("https://pdd.example.org")]


def test_no_browser_is_told(qtbot: QtBot) -> None:
    """If no browser is found, the page says so and what that means."""
    steps = Steps((BrowsersStep(),), 1)
    qtbot.addWidget(steps)
    steps.want(BrowsersJob())
    steps.show_result(BrowsersJob(), ())
    assert any("No browser was found here." in label.text() for label in steps.findChildren(QLabel))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (page("200 OK", "<html>Welcome</html>"), "If your Wi-Fi asks you to sign in, do that first."),
        (page("502 Bad Gateway", "<html>"), "has a problem at the moment. Try again later."),
        (b"", "broke off its answer."),
    ],
)
def test_a_links_problem_is_reported_below_the_field(desk: Desk, answer: bytes, said: str) -> None:
    """A wrong link's problem is named right below its field, which keeps the focus; typing removes the message."""
    first_run(desk)
    with serving(saying(answer)) as address:
        desk.type("Link or address", address)
        desk.click("Look at what it offers")
        desk.read(said)
    field = desk.see(QLineEdit, "Link or address")
    label = next(found for found in desk.all(QLabel) if said in found.text())
    assert 0 < label.mapToGlobal(QPoint(0, 0)).y() - field.mapToGlobal(QPoint(0, 0)).y() < 3 * field.height()
    assert field.accessibleDescription() == label.text()
    assert field.hasFocus()
    desk.type("Link or address", "x")
    assert not desk.reads(said)


def test_a_text_that_is_no_link_is_reported_below_the_field(desk: Desk) -> None:
    """A text that is no link gets a message with an example at once."""
    first_run(desk)
    desk.type("Link or address", "two words")
    desk.click("Look at what it offers")
    desk.read("This is no link to a server. Paste it as you got it, such as https://pdd.example.org/#winter-flu.")


def test_a_campaign_that_a_server_does_not_have_is_told(desk: Desk, server: FakeServer, address: str) -> None:
    """If the server lacks the link's campaign, the person is told first, and no other campaign is ticked."""
    first_run(desk)
    desk.type("Link or address", f"{address}/#fly")
    desk.click("Look at what it offers")
    desk.read("Your link names the campaign “fly”, but this server doesn't offer it now.")
    assert not desk.see(QCheckBox, "Winter flu").isChecked()


def first_run(desk: Desk) -> None:
    """Go on to the page that asks for a link."""
    desk.read("What is counted")
    while not desk.reads("You were given a link or an address."):
        desk.click("Continue")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_continue(qtbot: QtBot, key: Qt.Key) -> None:
    """Enter continues from any focus unless the step is incomplete; on Back it goes back."""
    steps = Steps((_Ticked(), _Ticked(), Step()), 3)
    qtbot.addWidget(steps)
    steps.show()
    first = steps.step
    box = first.findChild(QCheckBox)
    assert isinstance(box, QCheckBox)
    box.setFocus()
    qtbot.keyClick(box, key)
    assert steps.step is first
    box.setChecked(True)
    qtbot.keyClick(box, key)
    assert steps.step is not first
    (back,) = (button for button in steps.findChildren(QPushButton) if button.text() == "&Back")
    qtbot.keyClick(back, key)
    assert steps.step is first


@pytest.mark.parametrize(("link", "last"), [("#flu", "8 of 8"), ("", "9 of 9")])
def test_the_last_page_is_the_last(desk: Desk, address: str, server: FakeServer, link: str, last: str) -> None:
    """The last page says that it is the last, with or without a link that skips the list of campaigns."""
    server.campaigns = [campaign(), campaign(id="sleep", title="Sleep")]
    desk.read("What is counted")
    desk.read("1 of 9")
    for _ in range(5):
        desk.click("Continue")
    desk.type("Link or address", f"{address}/{link}")
    desk.click("Look at what it offers")
    if not link:
        desk.click("Winter flu")
        desk.read("7 of 9")
        desk.click("Continue")
    desk.click("I agree to Winter flu")
    desk.click("Continue")
    desk.read(last)


class _Ticked(Step):
    """A step that can be left only when its box is ticked."""

    def __init__(self) -> None:
        super().__init__()
        self._box = self.add(QCheckBox("Ready"))
        self._box.toggled.connect(self.changed)

    @property
    def complete(self) -> bool:
        return self._box.isChecked()


def test_a_long_title_wraps(qtbot: QtBot) -> None:
    """A title of many lines is fully visible on a small screen with everything twice as large."""
    title = "Winter flu survey of the " + "very " * 60 + "long title"
    step = ChooseStep("Example", [campaign(title=title)])
    qtbot.addWidget(step)
    step.resize(680, 380)
    step.show()
    assert texts_with_room(step)


@pytest.mark.parametrize("said", ["<h1>Your computer is at risk</h1>", "<a href='https://evil.example'>call</a>"])
def test_markup_in_a_servers_text_is_shown_as_text(qtbot: QtBot, said: str) -> None:
    """Markup in a server's problem text is shown as plain text."""
    steps = Steps((Step(),), 1)
    qtbot.addWidget(steps)
    steps.want(FetchOfferJob("https://pdd.example.org"))
    steps.show_error(FetchOfferJob("https://pdd.example.org"), DonorError(said))
    (label,) = (found for found in steps.findChildren(QLabel) if said[4:20] in found.text())
    assert label.textFormat() == Qt.TextFormat.PlainText
