"""Browsers switched off: their histories are not read, for any day."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from sqlite_utils import Database

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.browsers import ALL, Browser, unasked
from pdd_client.gateways.home_store.schema import migrations
from pdd_client.gateways.native_messaging.manifests import has_extension
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
        for file in found[:2]:
            opened.exclusions.switch_profile(str(file.path), True)
        yield opened


def test_browsers_are_listed_with_what_is_wrong(donor: Donor, found: list[HistoryFile]) -> None:
    """Browsers are listed with their number of files and problems; one that is gone stays listed if it is off."""
    one, two = donor.exclusions.browsers()
    first = str(found[0].path)
    assert replace(one, profiles=()) == Browser("chrome", 2, True, 1, problem="not a database", path=first)
    assert {(profile.path, profile.on) for profile in one.profiles} == {(str(file.path), True) for file in found[:2]}
    assert two == Browser("firefox", 1, on=True, unreadable=0, problem=None, path=str(found[2].path))
    donor.exclusions.switch_browser("firefox", False)
    found.pop().path.unlink()
    assert donor.exclusions.browsers()[1] == Browser("firefox", 0, on=False, unreadable=0, problem=None)
    donor.exclusions.switch_browser("firefox", True)
    assert [browser.name for browser in donor.exclusions.browsers()] == ["chrome"]


@pytest.mark.parametrize(
    "place", ["Extensions/piipdhdljipfoafojgiecgojoiibkpop/1.0_0", "extensions/extension@private-data-donor.xpi"]
)
def test_an_extension_that_would_count_twice_is_named(
    donor: Donor, found: list[HistoryFile], place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser with the project's extension is known by its profile's folder, until the extension may connect."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".mozilla").mkdir()
    assert not any(browser.extension for browser in donor.exclusions.browsers())
    with monkeypatch.context() as closed:  # a folder that may not be read, on macOS as on Linux
        closed.setattr(Path, "exists", lambda _: (_ for _ in ()).throw(PermissionError))
        assert not has_extension(found[2].path.parent)
    (found[2].path.parent / place).mkdir(parents=True)
    assert [browser.extension for browser in donor.exclusions.browsers() if browser.name == "firefox"] == [True]
    donor.extensions.connect("firefox")
    assert [browser.extension for browser in donor.exclusions.browsers() if browser.name == "firefox"] == [False]


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


def queries(donor: Donor) -> list[str]:
    return [search.query for search, _ in donor.days.searches(ROUND).searches]


def test_what_a_new_home_has_not_read_counts_once_it_is_ticked(
    home: Path, server: FakeServer, found: list[HistoryFile], tmp_path: Path
) -> None:
    """At first a browser with one profile counts. Profiles of which one may be another person's don't, nor does what
    was found later or by the rule, until each is ticked.
    """
    brave, zen = HistoryFile(tmp_path / "brave", "brave"), HistoryFile(tmp_path / "zen", "zen", usual=False)
    write_chrome(brave.path, visits(("cough", NOON)))
    write_firefox(zen.path, visits(("fever", NOON)))
    with open_donor(home, server, find=lambda: found, discover=lambda: [zen]) as donor:
        states = [(one.name, one.on, [profile.on for profile in one.profiles]) for one in donor.exclusions.browsers()]
        assert states == [("chrome", True, [False, False]), ("firefox", True, []), ("zen", False, [])]
        assert queries(donor) == ["flu"]
        found.append(brave)
        assert queries(donor) == ["flu"]
        for name in ("zen", "brave"):
            donor.exclusions.switch_browser(name, True)
        assert sorted(queries(donor)) == ["cough", "fever", "flu"]
        for on in (False, True):
            donor.exclusions.switch_browser("chrome", on)
            assert len(queries(donor)) == 3
            assert unasked(donor.installation, found) == {"chrome"}, "a profile is not ticked"
        donor.exclusions.switch_browser("chrome", False)
        donor.exclusions.switch_profile(str(found[0].path), True)
        assert len(queries(donor)) == 7
        assert [profile.on for profile in donor.exclusions.browsers()[1].profiles].count(True) == 1


def test_a_home_of_before_goes_on_with_all_that_it_read(
    home: Path, server: FakeServer, found: list[HistoryFile], tmp_path: Path
) -> None:
    """A home that took part when all profiles counted goes on with them, and with nothing that comes later."""
    with open_donor(home, server, find=lambda: found) as donor:
        with donor.installation.store.transaction():
            donor.installation.store.set_fact("profiles_on", ALL)
        assert len(queries(donor)) == 5
        found.append(HistoryFile(tmp_path / "other", "chrome"))
        write_chrome(found[-1].path, visits(("cough", NOON)))
        assert len(queries(donor)) == 5
    made_before = Database(memory=True)
    migrations.apply(made_before, stop_before="m0007_ticked_profiles")
    row = {"campaign": "flu", "payload": "", "signature": "", "language": "", "time": "", "entries": 1}
    made_before.table("consents").insert(row)
    migrations.apply(made_before)
    assert list(made_before.table("facts").rows) == [{"name": "profiles_on", "value": ALL}]


def test_a_history_is_added_by_hand(donor: Donor, found: list[HistoryFile], tmp_path: Path) -> None:
    """A history that was not found counts once it is named. Another file is refused, with the reason."""
    assert len(queries(donor)) == 5
    portable, note = tmp_path / "Portable" / "places.sqlite", tmp_path / "note"
    portable.parent.mkdir()
    write_firefox(portable, visits(("fever", NOON)))
    note.write_text("no history")
    assert donor.exclusions.add_history(note) == "not a database"
    assert donor.exclusions.add_history(tmp_path / "nothing") == "not found"
    assert donor.exclusions.add_history(found[1].path) == "not a database", "found, and still no history"
    assert donor.exclusions.add_history(portable) is None
    assert len(queries(donor)) == 6
    donor.exclusions.switch_browser("firefox", False)
    assert len(queries(donor)) == 5
    assert donor.exclusions.add_history(found[2].path) is None
    assert len(queries(donor)) == 6
    portable.rename(portable.with_name("gone"))
    assert len(queries(donor)) == 5
