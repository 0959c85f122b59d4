"""Browsers switched off: their histories are not read, for any day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.browsers import Browser
from scripts.rehearsal.history_writer import write_chrome, write_firefox
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor, visits

ROUND = NOON.date()


@pytest.fixture
def found(tmp_path: Path, history: Path) -> list[HistoryFile]:
    """Return Chrome with two profiles, one of them damaged, and Firefox."""
    broken, firefox = tmp_path / "Broken", tmp_path / "places.sqlite"
    broken.write_bytes(b"no history" * 50)
    write_firefox(firefox, visits(("flu", NOON)))
    return [HistoryFile(history, "chrome"), HistoryFile(broken, "chrome"), HistoryFile(firefox, "firefox")]


@pytest.fixture
def donor(home: Path, server: FakeServer, found: list[HistoryFile]) -> Iterator[Donor]:
    with open_donor(home, server, find=lambda: found) as opened:
        yield opened


def test_browsers_are_listed_with_what_is_wrong(donor: Donor, found: list[HistoryFile]) -> None:
    """Browsers are listed with their number of files and problems; one that is gone stays listed if it is off."""
    one, two = donor.exclusions.browsers()
    assert replace(one, profiles=()) == Browser("chrome", 2, on=True, unreadable=1, problem="not a database")
    assert {(profile.path, profile.on) for profile in one.profiles} == {(str(file.path), True) for file in found[:2]}
    assert two == Browser("firefox", 1, on=True, unreadable=0, problem=None)
    donor.exclusions.switch_browser("firefox", False)
    found.pop()
    assert donor.exclusions.browsers()[1] == Browser("firefox", 0, on=False, unreadable=0, problem=None)
    donor.exclusions.switch_browser("firefox", True)
    assert [browser.name for browser in donor.exclusions.browsers()] == ["chrome"]


def test_a_browser_switched_off_is_not_counted(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """Searches of a switched-off browser are not shown, reviewed or sent on open days, and can't be removed."""
    donor.campaigns.join(URL)
    (chrome, *_rest) = [search for search, _ in donor.days.searches(ROUND).searches if search.browser == "chrome"]
    donor.exclusions.switch_browser("chrome", False)
    assert {search.browser for search, _ in donor.days.searches(ROUND).searches} == {"firefox"}
    assert [campaign.searches for campaign in donor.days.review(ROUND).campaigns] == [1]
    with pytest.raises(DonorError, match="no search"):
        donor.exclusions.remove_search(chrome.id)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in()
    assert list(server.unblinded(ROUND)) == [1, 1, 1, 0, 0]


def test_a_browser_switched_off_between_two_days_of_one_check_in_is_not_counted_for_the_second(
    home: Path, server: FakeServer, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches read before another program switched the browser off do not count for the check-in's second day."""
    files = [HistoryFile(tmp_path / name, name) for name in ("chrome", "firefox")]
    write_chrome(files[0].path, visits(("flu", NOON), ("flu", NOON + DAY)))
    write_firefox(files[1].path, visits(("cough", NOON), ("cough", NOON + DAY)))
    with (
        open_donor(home, server, find=lambda: files) as donor,
        open_donor(home, server, find=lambda: files) as other,
    ):
        donor.campaigns.join(URL)
        clock.now = NOON + 2 * DAY
        for day in (ROUND, ROUND + DAY):
            server.offer(server.plan(day))
        take = server._vector

        def take_and_switch(token: str, day: date, data: bytes) -> tuple[int, str]:
            other.exclusions.switch_browser("chrome", False)
            return take(token, day, data)

        monkeypatch.setattr(server, "_vector", take_and_switch)
        assert [sent.round for sent in donor.check_in().sent] == [ROUND, ROUND + DAY]
    assert list(server.unblinded(ROUND)) == [1, 2, 1, 0, 1]
    assert list(server.unblinded(ROUND + DAY)) == [1, 1, 0, 0, 1]


def test_without_any_browser_nothing_is_claimed(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """With all browsers switched off there is no history, which is not a day without searches."""
    donor.campaigns.join(URL)
    donor.exclusions.switch_browser("chrome", False)
    donor.exclusions.switch_browser("firefox", False)
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    assert [part.reason for part in donor.check_in().refused] == ["no-history"]
    assert not server.unblinded(ROUND).any()


def test_files_named_on_the_command_line_are_read_whatever_is_off(donor: Donor, history: Path) -> None:
    """A history named on the command line is read even if its browser is switched off."""
    donor.exclusions.switch_browser("chrome", False)
    assert len(donor.days.searches(ROUND, [history]).searches) == 4


def test_a_browser_that_is_not_there_can_not_be_switched(donor: Donor) -> None:
    """Switching an unknown browser is an error that lists the known ones."""
    with pytest.raises(DonorError, match="'opera' was found: chrome, firefox"):
        donor.exclusions.switch_browser("opera", False)
