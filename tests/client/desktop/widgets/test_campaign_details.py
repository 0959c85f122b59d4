"""The parts of a campaign's details."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from pdd_client.desktop.widgets.campaign_details import CampaignDetails
from tests.client.fakes import campaign


def test_the_addresses_of_who_is_responsible_can_be_copied(qtbot: QtBot) -> None:
    """The contact and the data protection notice can be selected with the mouse and copied.

    Nobody could read a notice before agreeing otherwise, because the app opens no address.
    """
    details = CampaignDetails(campaign(data_protection="https://flu.example.org/notice"), "en")
    qtbot.addWidget(details)
    labels = [
        label for label in details.findChildren(QLabel) if label.text().startswith(("Contact", "Data protection"))
    ]
    assert len(labels) == 2
    for label in labels:
        assert label.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
