"""The first run's steps: keyboard use, room for long titles, and a server's text as plain text."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from pdd_client.core.errors import DonorError
from pdd_client.core.join_link import JoinLink, parse_link
from pdd_client.desktop.first_run.browsers import BrowsersStep
from pdd_client.desktop.first_run.campaign_choice import ChooseStep
from pdd_client.desktop.first_run.server_address import WhereStep
from pdd_client.desktop.first_run.steps import Missing, Step, Steps
from pdd_client.desktop.jobs.jobs import BrowsersJob, Job
from pdd_client.desktop.jobs.server_jobs import FetchOfferJob
from pdd_client.donor.campaigns.join import Offer
from pdd_shared.protocol.informing_lines import LINES
from tests.client.desktop.person import Desk
from tests.client.desktop.text_fit import texts_with_room
from tests.client.fakes import FakeServer, campaign
from tests.client.gateways.lying_servers import page, saying, serving
from tests.support.informing_lines import INFORMING


def test_enter_in_the_link_goes_on(qtbot: QtBot) -> None:
    """Enter in the link's field fetches the offer as the button does; while it is empty, it says what is missing."""
    steps, wanted = Steps((WhereStep(),), 1), list[Job]()
    qtbot.addWidget(steps)
    steps.wants.connect(wanted.append)
    field = next(found for found in steps.findChildren(QLineEdit) if found.accessibleName() == "Link or address")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not wanted
    assert field.accessibleDescription() == "First paste a link, or type an address."
    qtbot.keyClicks(field, "pdd.example.org")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert wanted == [FetchOfferJob("https://pdd.example.org")]


def test_an_offer_of_another_link_is_dropped(qtbot: QtBot, server: FakeServer) -> None:
    """An offer that comes after another server's link was opened is dropped: its code would go to the wrong server."""
    where, wanted, offered = WhereStep(), list[Job](), list[JoinLink]()
    steps = Steps((where,), 1)
    qtbot.addWidget(steps)
    steps.wants.connect(wanted.append)
    where.offered.connect(lambda _, link: offered.append(link))
    one, other = (parse_link(f"https://{name}.example.org/join/flu#invitation=AB-12") for name in ("one", "other"))
    first, second = (Offer(link.url, server.info(), {}, {}, {}) for link in (one, other))
    where.take_link(one)
    (on,) = (button for button in steps.findChildren(QPushButton) if button.text() == where.label)
    on.click()
    where.take_link(other)
    steps.show_result(wanted[0], first)
    assert not offered
    on.click()
    steps.show_result(wanted[1], second)
    assert [job.url for job in wanted if isinstance(job, FetchOfferJob)] == [one.url, other.url]
    assert offered == [JoinLink(other.url, "flu", "AB-12")]


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
        desk.click("Show campaigns")
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
    desk.click("Show campaigns")
    desk.read("This is no link to a server. Paste it as you got it, such as https://pdd.example.org/join/winter-flu.")


def test_a_campaign_that_a_server_does_not_have_is_told(desk: Desk, server: FakeServer, address: str) -> None:
    """If the server lacks the link's campaign, the person is told first, and no other campaign is ticked."""
    first_run(desk)
    desk.type("Link or address", f"{address}/#fly")
    desk.click("Show campaigns")
    desk.read("Your link names the campaign “fly”. It can't be joined here")
    assert not desk.see(QCheckBox, "Winter flu").isChecked()


def test_a_followed_link_stands_in_the_field(desk: Desk, address: str) -> None:
    """A link that opens the app stands in its field; one that comes later takes the person back to the field."""
    first_run(desk)
    desk.session.open_link(f"pdd:{address}/join/flu#invitation=AB-12")
    assert desk.see(QLineEdit, "Link or address").text() == f"{address}/join/flu#invitation=AB-12"
    desk.click("Show campaigns")
    desk.until(lambda: not desk.reads("Looking at a link shows its server your internet address"))
    desk.session.open_link(f"pdd:{address}/join/cold")
    desk.read("Looking at a link shows its server your internet address")
    assert desk.see(QLineEdit, "Link or address").text() == f"{address}/join/cold"


def test_a_link_opened_by_somebody_who_has_joined(desk: Desk, address: str) -> None:
    """A link to the joined server names the campaign; one to another server says what to do, and changes nothing."""
    desk.join(address)
    desk.session.open_link("pdd:https://other.example.org/join/flu")
    desk.read("Join another campaign")
    desk.click("Show campaigns")
    desk.read("Your link is of another server: https://other.example.org. To join there, erase everything here first.")
    desk.session.open_link(f"pdd:{address}/join/fly")
    desk.click("Show campaigns")
    desk.read("Your link names the campaign “fly”. It can't be joined here")


def first_run(desk: Desk) -> None:
    """Go on to the page that asks for a link."""
    desk.read("How it works")
    while not desk.reads("Looking at a link shows its server your internet address"):
        desk.click("Continue")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_continue(qtbot: QtBot, key: Qt.Key) -> None:
    """Enter continues from any focus, and says what is missing if something is; on Back it goes back."""
    steps = Steps((_Ticked(), _Ticked(), Step()), 3)
    qtbot.addWidget(steps)
    steps.show()
    first = steps.step
    box = first.findChild(QCheckBox)
    assert isinstance(box, QCheckBox)
    box.setFocus()
    qtbot.keyClick(box, key)
    assert steps.step is first
    assert shown_texts(steps) == ["First tick it."]
    box.setChecked(True)
    assert not shown_texts(steps)
    qtbot.keyClick(box, key)
    assert steps.step is not first
    (back,) = (button for button in steps.findChildren(QPushButton) if button.text() == "&Back")
    qtbot.keyClick(back, key)
    assert steps.step is first


@pytest.mark.parametrize(("link", "last"), [("#flu", "6/6"), ("", "7/7")])
def test_the_last_page_is_the_last(desk: Desk, address: str, server: FakeServer, link: str, last: str) -> None:
    """The last page says that it is the last, with or without a link that skips the list of campaigns.

    Before, the consent says who is responsible, who pays, and where the data protection notice is.
    """
    server.campaigns = [campaign(**INFORMING), campaign(id="sleep", title="Sleep")]
    desk.read("How it works")
    desk.read("1/7")
    for _ in range(2):
        desk.click("Continue")
    desk.type("Link or address", f"{address}/{link}")
    desk.click("Show campaigns")
    if not link:
        desk.click("Winter flu")
        desk.read("4/7")
        desk.click("Continue")
    desk.click("Continue")
    desk.click("Yes, this privacy cost is OK")
    desk.click("Who is responsible")
    for name, text in INFORMING.items():
        desk.read(f"{LINES[name].label}: {text}")
    desk.click("I agree to Winter flu")
    desk.click("Continue")
    desk.read(last)


def shown_texts(steps: Steps) -> list[str]:
    """Return the sentences about what is missing."""
    return [label.text() for label in steps.findChildren(QLabel) if label.isVisible() and "irst" in label.text()]


class _Ticked(Step):
    """A step that can be left only when its box is ticked."""

    def __init__(self) -> None:
        super().__init__()
        self._box = self.add(QCheckBox("Ready"))
        self._box.toggled.connect(self.changed)

    @property
    def missing(self) -> Missing | None:
        return None if self._box.isChecked() else Missing("First tick it.", self._box)


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
