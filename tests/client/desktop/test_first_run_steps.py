"""The first run's steps: the keyboard goes on, long titles have room, and what a server says is no markup."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from pdd_client.desktop.first_run.choose import ChooseStep
from pdd_client.desktop.first_run.steps import Step, Steps
from pdd_client.desktop.first_run.where import WhereStep
from pdd_client.desktop.jobs import Job
from pdd_client.desktop.server_jobs import LookJob
from pdd_client.errors import DonorError
from tests.client.desktop.room import texts_with_room
from tests.client.fakes import campaign


def test_enter_in_the_link_goes_on(qtbot: QtBot) -> None:
    """Enter after a link looks at what its server offers, as the button does; with nothing typed it does nothing."""
    steps, wanted = Steps((WhereStep(),), 1), list[Job]()
    qtbot.addWidget(steps)
    steps.wants.connect(wanted.append)
    field = next(found for found in steps.findChildren(QLineEdit) if found.accessibleName() == "Link or address")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not wanted
    qtbot.keyClicks(field, "pdd.example.org")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert wanted == [LookJob("https://pdd.example.org")]


def test_a_long_title_wraps(qtbot: QtBot) -> None:
    """A title of many lines is read whole, on a small screen with everything twice as large."""
    title = "Winter flu survey of the " + "very " * 60 + "long title"
    step = ChooseStep("Example", [campaign(title=title)], None)
    qtbot.addWidget(step)
    step.resize(680, 380)
    step.show()
    assert texts_with_room(step)


@pytest.mark.parametrize("said", ["<h1>Your computer is at risk</h1>", "<a href='https://evil.example'>call</a>"])
def test_what_a_server_says_is_no_markup(qtbot: QtBot, said: str) -> None:
    """The line of a problem shows what looks like markup as it is."""
    steps = Steps((Step(),), 1)
    qtbot.addWidget(steps)
    steps.want(LookJob("https://pdd.example.org"))
    steps.show_error(LookJob("https://pdd.example.org"), DonorError(said))
    (label,) = (found for found in steps.findChildren(QLabel) if said[4:20] in found.text())
    assert label.textFormat() == Qt.TextFormat.PlainText
