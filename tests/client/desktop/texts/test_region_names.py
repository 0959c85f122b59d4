"""The names of regions on screens."""

from PySide6.QtWidgets import QComboBox, QLabel
from pytestqt.qtbot import QtBot

from pdd_client.core.donation.consent import Consent
from pdd_client.desktop.first_run.consent import ConsentStep
from pdd_client.desktop.results.region_chooser import RegionChooser
from pdd_client.desktop.widgets.campaign_details import AgreedDialog
from tests.client.fakes import FakeServer, campaign


def choices(box: QComboBox) -> list[tuple[str, str]]:
    """Return the texts of a box with their values."""
    return [(box.itemText(row), box.itemData(row)) for row in range(box.count())]


def test_donors_who_would_rather_not_say_choose_so_in_words(qtbot: QtBot) -> None:
    """The consent and the results show the stratum `unstated` in words, and other strata by their names."""
    step, chooser = ConsentStep(campaign(strata=("north", "unstated")), "en"), RegionChooser("Flu")
    qtbot.addWidget(step)
    qtbot.addWidget(chooser)
    (asked,) = step.findChildren(QComboBox)
    assert choices(asked) == [("north", "north"), ("I'd rather not say", "unstated")]
    asked.setCurrentIndex(1)
    assert step.stratum == "unstated"
    chooser.offer(["unstated", "north"], "unstated")
    assert choices(chooser.box)[:2] == [("I'd rather not say (yours)", "unstated"), ("north", "north")]


def test_what_was_agreed_to_names_the_region_in_words(qtbot: QtBot, server: FakeServer) -> None:
    """What a donor agreed to shows the stratum `unstated` in words, too."""
    agreed = campaign(strata=("north", "unstated"))
    dialog = AgreedDialog(Consent(server.signed(agreed), agreed, "en", server.clock.now, "unstated"))
    qtbot.addWidget(dialog)
    assert "Your region: I'd rather not say" in [label.text() for label in dialog.findChildren(QLabel)]
