"""The notice of a newer version of the app."""

import sys
from datetime import datetime

import pytest
from PySide6.QtWidgets import QLabel

from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.jobs.worker import OpenDonor
from tests.client.desktop.person import Desk
from tests.client.fakes import Clock, FakeServer

WHERE = "https://pdd.example.org/downloads/private-data-donor_9.1_amd64.deb"
PROGRAM = {"kind": "app", "system": "linux-deb", "version": "9.1", "address": WHERE, "bytes": 1, "sha256": "0"}


def test_a_newer_version_is_shown_as_plain_text(
    desk: Desk, address: str, server: FakeServer, open_home: OpenDonor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line names the newer version, and Settings the address, which nobody opens by itself."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.delenv("APPIMAGE", raising=False)
    server.programs = [PROGRAM]
    desk.join(address)
    with open_home() as donor:
        donor.settings.version_check_is_due()
        clock.now = datetime.fromisoformat(donor.installation.store.fact("next_version_check") or "")
    desk.window.ask(CheckInJob())  # else the contact that is due comes first
    desk.session.schedule.check()
    desk.until(lambda: "9.1" in desk.window.status.text)
    desk.window.show_page("settings")
    desk.until(lambda: any(WHERE in label.text() and label.isVisible() for label in desk.all(QLabel)))
    assert server.requests.count("GET programs") == 1
