"""The page Sent: each day's counts before locking and what was published, and the export."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.jobs.worker import OpenDonor
from pdd_client.desktop.widgets.tables.month_model import MARK, Shape
from tests.client.desktop.opened_pages import ROUND, sent_page, table
from tests.client.desktop.person import Desk
from tests.client.desktop.stories.town import Town
from tests.client.fakes import DAY


@pytest.fixture
def sent(next_day: OpenDonor, town: Town) -> OpenDonor:
    """Return the app with the day of the searches sent and published, and its totals fetched."""
    with next_day() as donor:
        donor.days.approve(ROUND)
        donor.check_in()
    town.until_published()
    with next_day() as donor:
        donor.campaigns.fetch_results()
    return next_day


def test_donor_looks_at_what_was_sent(sent: OpenDonor, desk: Desk) -> None:
    """The last sent day is open, with its counts before locking beside what was published."""
    page = sent_page(desk)
    desk.read("Your counts were locked and sent.")
    desk.read("20 November 2026")
    found = table(page)
    assert [row[:2] for row in found] == [["flu", "2"], ["fever + child", "1"], ["cough", "1"], ["all searches", "4"]]
    assert all(re.fullmatch(r"-?\d+ ± \d+ \(95%\)", row[2]) for row in found)
    marks = {day: page.calendar.model.index_of(day).data(MARK) for day in (ROUND, ROUND + DAY, ROUND - 2 * DAY)}
    assert [mark and mark.shape for mark in marks.values()] == [Shape.DISC, Shape.DOTS, None]


def test_everything_is_exported(sent: OpenDonor, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that the person names contains what was given, and the status line says where it is."""
    sent_page(desk)
    file = tmp_path / "mine.json"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(file)))
    desk.click("Export everything kept about you…")
    desk.read(f"Written to {file}.")
    assert "fever + child" in file.read_text()
    json.loads(file.read_text())


def test_donor_looks_at_the_account_and_sets_a_limit(sent: OpenDonor, desk: Desk) -> None:
    """The account contains the sent day; the person's limit is kept, and said to be exceeded if it is."""
    page = sent_page(desk)
    desk.read("You gave 1 day since")
    desk.read("You have set no limit of your own.")
    page.account.field.setValue(0.1)
    desk.click("Set as my limit")
    desk.read("was given already: from now on zeros go out.")
    with sent() as donor:
        assert donor.account.ceiling() == Decimal("0.1")
    desk.click("Without a limit")
    desk.read("You have set no limit of your own.")
    with sent() as donor:
        assert donor.account.ceiling() is None
