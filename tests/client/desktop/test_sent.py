"""Sent: what left, day by day, with the counts before locking and what was published; the export."""

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from pdd_client.desktop.sent.page import SentPage
from pdd_client.desktop.widgets.month_model import MARK, Shape
from pdd_client.desktop.worker import OpenDonor
from tests.client.desktop.pages import ROUND, join
from tests.client.desktop.person import Desk
from tests.client.desktop.publishing import publish, published_day
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign


@pytest.fixture
def sent(open_home: OpenDonor, address: str, clock: Clock, server: FakeServer) -> OpenDonor:
    """The day of the searches is sent, the next one is going on."""
    join(open_home, address, sending="by-itself")
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    assert server.vectors
    return open_home


def sent_page(desk: Desk) -> SentPage:
    desk.until(lambda: desk.session.standing is not None)
    desk.window.show_page("sent")
    desk.until(lambda: isinstance(desk.window.page, SentPage) and desk.window.page.shown is not None)
    assert isinstance(desk.window.page, SentPage)
    return desk.window.page


def table(page: SentPage) -> list[list[str]]:
    (found,) = page.details.tables
    rows, columns = range(found.rows.rowCount()), range(found.rows.columnCount())
    return [[str(found.rows.index(row, column).data()) for column in columns] for row in rows]


def test_donor_looks_at_what_was_sent(sent: OpenDonor, desk: Desk) -> None:
    """The last day that was sent is open: its counts before locking, beside what was published of the day."""
    publish(sent, "flu", published_day(ROUND, {"flu": 25, "fever + child": 3, "cough": 7}))
    page = sent_page(desk)
    desk.read("Your counts were locked and sent.")
    desk.read("20 November 2026")
    assert table(page) == [
        ["flu", "2", "25, give or take 10"],
        ["fever + child", "1", "3, give or take 10"],
        ["cough", "1", "7, give or take 10"],
        ["all searches", "4", "400, give or take 10"],
    ]
    marks = {day: page.calendar.model.index_of(day).data(MARK) for day in (ROUND, ROUND + DAY, ROUND - DAY)}
    assert [mark and mark.shape for mark in marks.values()] == [Shape.DISC, Shape.DOTS, None]


def test_what_is_not_published_is_said(sent: OpenDonor, desk: Desk) -> None:
    """Before a day is published, and where it never will be, the page says so and why."""
    page = sent_page(desk)
    assert table(page)[0] == ["flu", "2", "not published yet"]
    publish(sent, "flu", missing=((ROUND, "lost"),))
    page.refresh()
    desk.read("too few people came back to unlock a sum")


def test_a_refused_campaign_is_said_in_words(
    open_home: OpenDonor, address: str, clock: Clock, server: FakeServer, desk: Desk
) -> None:
    """Why nothing was given, what it means, what to do: with the day, and in the list of all refusals."""
    join(open_home, address, sending="by-itself")
    server.campaigns = [campaign(vocabulary=("tea", "fever + child", "cough"))]
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    with open_home() as donor:
        donor.check_in()
    page = sent_page(desk)
    assert page.shown is not None
    desk.read("The campaign counts other keywords than you agreed to. Zeros went out.")
    desk.read("What was refused")
    page.calendar.choose(ROUND - timedelta(days=3))
    desk.read("You had not joined yet, or the day is still to come.")


def test_everything_is_exported(sent: OpenDonor, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file the person names holds what was given; the status line says where it is."""
    sent_page(desk)
    file = tmp_path / "mine.json"
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(file)))
    desk.click("Export everything kept about you…")
    desk.read(f"Written to {file}.")
    assert "fever + child" in file.read_text()
    json.loads(file.read_text())


def test_donor_looks_at_the_account_and_sets_a_limit(sent: OpenDonor, desk: Desk) -> None:
    """The day sent is in the account; the limit a person sets is the donor's, and is said to be passed if it is."""
    page = sent_page(desk)
    desk.read("You gave 1 day since")
    desk.read("You have set no limit of your own.")
    page.account.field.setValue(0.1)
    desk.click("Set as my limit")
    desk.read("was given already: from now on zeros go out.")
    with sent() as donor:
        assert donor.ceiling() == Decimal("0.1")
    desk.click("Without a limit")
    desk.read("You have set no limit of your own.")
    with sent() as donor:
        assert donor.ceiling() is None
