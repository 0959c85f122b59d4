"""Search engines, profiles and hours of the day that a donor leaves out: their searches are as if never made."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pdd_client.core.errors import DonorError
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from pdd_client.gateways.browser_history.profile_names import profile_name
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor, visits

ROUND = NOON.date()


@pytest.fixture(autouse=True)
def in_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that sets this computer's clock to another zone; at first it is UTC."""
    if not hasattr(time, "tzset"):
        pytest.skip("this system has no zone of its own for each process")

    def change(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    change("UTC")
    yield change
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def profiles(tmp_path: Path, history: Path) -> list[HistoryFile]:
    """Return two profiles of Chrome: one of four searches from 7 to 10 o'clock, one of a fifth at 11 o'clock."""
    work = tmp_path / "Profile 1" / "History"
    work.parent.mkdir()
    write_chrome(work, visits(("cough", NOON.replace(hour=11))))
    return [HistoryFile(history, "chrome", "Default"), HistoryFile(work, "chrome", "Profile 1")]


@pytest.fixture
def donor(home: Path, server: FakeServer, profiles: list[HistoryFile]) -> Iterator[Donor]:
    with open_donor(home, server, find=lambda: profiles) as opened:
        opened.campaigns.join(URL)
        for profile in profiles:
            opened.exclusions.switch_profile(str(profile.path), True)
        yield opened


def whys(donor: Donor) -> list[str | None]:
    return [why and why.value for _, why in donor.days.searches(ROUND).searches]


def sent(donor: Donor, server: FakeServer, clock: Clock) -> list[int]:
    """Return the numbers that the donor sends of the day."""
    clock.now = NOON + DAY
    server.offer(server.plan(ROUND))
    donor.check_in()
    return [int(number) for number in server.unblinded(ROUND)]


def test_a_search_engine_left_out_is_not_sent(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """Nothing of a search engine that is left out is counted. The donor sends a vector of the same shape."""
    assert donor.days.review(ROUND).campaigns[0].searches == 5
    assert donor.exclusions.switch_site("https://www.Google.de/", False) == "google"
    assert (donor.exclusions.sites(), whys(donor)) == (["google"], ["site"] * 5)
    assert donor.days.review(ROUND).campaigns[0].searches == 0
    assert sent(donor, server, clock) == [1, 0, 0, 0, 0]


def test_an_approved_day_is_not_increased_by_counting_a_search_engine_again(
    donor: Donor, server: FakeServer, clock: Clock
) -> None:
    """A day that was approved without a search engine stays without it, even if it counts again."""
    donor.exclusions.switch_site("google", False)
    donor.days.approve(ROUND)
    donor.exclusions.switch_site("google", True)
    assert (donor.exclusions.sites(), whys(donor)) == ([], [None] * 5)
    assert sent(donor, server, clock) == [1, 0, 0, 0, 0]


def test_hours_left_out_lower_an_approved_day(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """Hours that are left out after the approval are taken out of the day before it is sent."""
    donor.days.approve(ROUND)
    donor.exclusions.set_hours("08:00-10:00")
    assert whys(donor) == [None, "hours", "hours", None, None]
    assert sent(donor, server, clock) == [1, 3, 1, 0, 2]


def test_hours_are_those_of_this_computers_clock(donor: Donor, in_zone: Callable[[str], None]) -> None:
    """A donor in another zone than the server leaves out the hours that its own clock shows."""
    donor.exclusions.set_hours("22:00-08:00")
    assert whys(donor) == ["hours", None, None, None, None]
    in_zone("America/New_York")
    assert whys(donor) == ["hours", "hours", "hours", "hours", "hours"]
    in_zone("Asia/Kolkata")
    assert whys(donor) == [None] * 5
    donor.exclusions.set_hours(None)
    assert (donor.exclusions.hours(), whys(donor)) == (None, [None] * 5)


@pytest.mark.parametrize("hours", ["", "22-6", "08:00-08:00", "24:00-06:00"])
def test_text_that_names_no_hours_changes_nothing(donor: Donor, hours: str) -> None:
    """A text that names no hours is refused, and the hours left out before stay."""
    donor.exclusions.set_hours("22:00-06:00")
    with pytest.raises(DonorError, match="nothing was changed"):
        donor.exclusions.set_hours(hours)
    assert str(donor.exclusions.hours()) == "22:00-06:00"


def test_an_unknown_search_engine_is_an_error(donor: Donor) -> None:
    """A site that no rule counts can't be left out, because nothing of it is sent anyway."""
    with pytest.raises(DonorError, match="no search engine that this program counts"):
        donor.exclusions.switch_site("example.org", False)


def test_a_profile_left_out_is_not_read(
    donor: Donor, profiles: list[HistoryFile], server: FakeServer, clock: Clock
) -> None:
    """The searches of a profile that is switched off are not shown and not sent; it stays listed when it is gone."""
    work = str(profiles[1].path)
    donor.exclusions.switch_profile(work, False)
    assert whys(donor) == [None] * 4
    listed = [(profile.name, profile.on) for profile in donor.exclusions.browsers()[0].profiles]
    assert sorted(listed) == [("Profile 1", False), (profiles[0].path.parent.name, True)]
    assert sent(donor, server, clock) == [1, 4, 2, 1, 1]
    profiles.pop().path.unlink()
    assert (work, False) in [(one.path, one.on) for one in donor.exclusions.browsers()[0].profiles]
    donor.exclusions.switch_profile(work, True)
    assert donor.exclusions.browsers()[0].profiles == ()
    with pytest.raises(DonorError, match="no browser's profile"):
        donor.exclusions.switch_profile(f"{work}.old", False)


def test_profiles_have_the_names_that_their_browsers_show(tmp_path: Path) -> None:
    """Names come from Chromium's `Local State` and Firefox's `profiles.ini`, else from the folder."""
    chrome, firefox = tmp_path / "chrome", tmp_path / "firefox"
    for folder in (chrome / "Profile 1", chrome / "Profile 2", firefox / "Profiles" / "x1.default"):
        folder.mkdir(parents=True)
    (chrome / "Local State").write_text('{"profile": {"info_cache": {"Profile 1": {"name": "Work"}}}}')
    (firefox / "profiles.ini").write_text("[Profile0]\nName=At home\nIsRelative=1\nPath=Profiles/x1.default\n")
    assert profile_name(chrome / "Profile 1" / "History") == "Work"
    assert profile_name(chrome / "Profile 2" / "History") == "Profile 2"
    assert profile_name(firefox / "Profiles" / "x1.default" / "places.sqlite") == "At home"
    for damaged in ("{", '["profile"]', '{"profile": {"info_cache": []}}', "\0"):
        (chrome / "Local State").write_text(damaged)
        assert profile_name(chrome / "Profile 1" / "History") == "Profile 1"
