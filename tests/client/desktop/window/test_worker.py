"""Waiting jobs when the app ends, when the donor is erased, and when the home is damaged."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pdd_client.core.errors import DonorError
from pdd_client.core.join_link import JoinLink
from pdd_client.desktop.first_run.flow import Joining
from pdd_client.desktop.jobs.jobs import (
    BlockJob,
    BrowsersJob,
    Job,
    PauseJob,
    SetPreferenceJob,
    StartAtLoginJob,
    WithholdJob,
)
from pdd_client.desktop.jobs.server_jobs import CheckInJob, EraseJob, FetchResultsJob
from pdd_client.desktop.jobs.worker import OpenDonor, Worker
from pdd_client.desktop.system import autostart
from pdd_client.desktop.today.page import TodayPage
from pdd_client.desktop.window.error_pages import ErasedPage, TroublePage
from pdd_client.donor.settings.settings import Settings
from tests.client.desktop.opened_pages import ROUND, join
from tests.client.desktop.person import Desk


def begin(desk: Desk) -> None:
    """Read the home again, and wait for its pages."""
    desk.settle()
    desk.session.begin()
    desk.until(lambda: isinstance(desk.window.page, TodayPage))
    desk.settle()


def test_what_the_person_decided_is_done_before_the_end(qtbot: QtBot, open_home: OpenDonor, address: str) -> None:
    """Decisions that waited for the server are kept after Quit, which contacts it no more."""
    join(open_home, address)
    worker, done = Worker(open_home), list[Job]()
    worker.done.connect(lambda job, _: done.append(job))
    decisions = (BlockJob("flu"), WithholdJob(ROUND), SetPreferenceJob("theme", "dark"), PauseJob())
    for job in (CheckInJob(), *decisions, FetchResultsJob(), BrowsersJob()):
        worker.ask(job)
    worker.stop()
    worker.run()  # here, so that the jobs wait for certain while it is told to stop
    assert done == list(decisions)
    with open_home() as donor:
        assert donor.exclusions.blocked() == ["flu"]
        assert donor.status().paused_since is not None


def test_everything_is_erased_stays_to_be_read(
    desk: Desk, open_home: OpenDonor, address: str, home: Path, runtime: Path
) -> None:
    """After erasing, waiting jobs open no new home, the message stays, and no app starts at login."""
    join(open_home, address)
    begin(desk)
    desk.window.ask(StartAtLoginJob(on=True))
    desk.settle()
    assert autostart.enabled()
    desk.window.header.show_ring("ring-attention")
    desk.window.ask(EraseJob())
    desk.session.schedule.check()
    desk.window.ask(PauseJob())
    desk.settle()
    assert isinstance(desk.window.page, ErasedPage)
    assert not home.exists()
    assert not autostart.enabled()
    assert desk.window.header.ring != "ring-attention"
    desk.click("Start again")
    desk.read("How it works")


def damage(home: Path) -> None:
    (home / "donor.sqlite").write_bytes(b"\0" * 8192)
    for file in home.glob("donor.sqlite-*"):
        file.unlink()


def test_a_damaged_home_shows_itself_though_started_hidden(
    qtbot: QtBot, open_home: OpenDonor, home: Path, address: str, runtime: Path
) -> None:
    """A damaged home shows the window with what happened even if started hidden, and it stays."""
    join(open_home, address)
    damage(home)
    desk = Desk(qtbot, open_home, hidden=True)
    desk.session.schedule.check()
    desk.read("is damaged or gone, so it can't know what it has sent")
    desk.settle()
    assert desk.window.isVisible()
    assert isinstance(desk.window.page, TroublePage)
    desk.close()


def test_nothing_is_joined_before_it_is_kept_how_to_send(
    desk: Desk, open_home: OpenDonor, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If "after review" can't be stored, no campaign is joined, since it would send by itself; trying again joins."""
    desk.until(lambda: isinstance(desk.window.page, Joining))
    desk.settle()
    page = desk.window.page
    assert isinstance(page, Joining)
    with open_home() as donor:
        offer = donor.campaigns.fetch_offer(address)
    page.take_offer(offer, JoinLink(address))
    page.choose(("flu",))
    real = Settings.set_sending

    def failing(settings: Settings, mode: str) -> None:
        monkeypatch.setattr(Settings, "set_sending", real)
        raise DonorError("the folder is busy: nothing was changed")

    monkeypatch.setattr(Settings, "set_sending", failing)
    page.finish()
    desk.settle()
    with open_home() as donor:
        assert not donor.status().campaigns
    desk.read("The folder is busy")
    page.finish()
    desk.settle()
    with open_home() as donor:
        assert donor.settings.sending() == "review"
        assert [campaign.id for campaign in donor.status().campaigns] == ["flu"]
