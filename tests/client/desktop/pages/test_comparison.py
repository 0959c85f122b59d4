"""Comparing in Settings what the server shows this donor with what it shows others."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs.server_jobs import CheckInJob
from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.donor.cohort.public_log import KeptLog
from pdd_client.gateways.home_store.cohort.epoch_store import ServerStatement
from tests.client.desktop.person import Desk
from tests.client.fakes import FakeServer
from tests.client.log_lies import log_of, results
from tests.support.cohort.example_day import DOCUMENT

FIRST, SECOND = DOCUMENT["log"]["lines"][:2]
(START, NUMBER), *_ = DOCUMENT["log"]["weeks"][1]["weeks"]


def test_a_file_of_results_is_compared(
    desk: Desk,
    address: str,
    server: FakeServer,
    open_home: OpenDonor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The numbers are there once there is a list of donors; what a file showed stays on the page."""
    desk.join(address)
    desk.window.show_page("settings")
    desk.read("Your data")
    desk.settle()
    assert not desk.reads("Compare with others")
    statement = ServerStatement(text=log_of(server, [FIRST]).checkpoint, key=server.online)
    with open_home() as donor, donor.installation.store.transaction():
        kept = KeptLog(lines=(FIRST,), checkpoint=statement)
        donor.installation.store.set_fact("public_log", kept.model_dump_json())
    desk.window.ask(CheckInJob())
    desk.read(f"2 November 2026: {NUMBER}")
    file = tmp_path / "results.json"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(file)))
    file.write_text("{}")
    desk.click("Compare with a file…")
    desk.read("nothing of your server to compare")
    desk.settle()
    file.write_text(results(server, [FIRST]))
    desk.click("Compare with a file…")
    desk.read("The file fits: up to the donors from")
    desk.settle()
    file.write_text(results(server, [SECOND]))
    desk.click("Compare with a file…")
    desk.read("compared once more at the next contact")
