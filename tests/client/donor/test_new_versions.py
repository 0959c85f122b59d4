"""Newer versions of the app: how a home asks for them, what it tells, and which it believes."""

import itertools
import sys
from typing import Any

import pytest

from pdd_client import VERSION
from pdd_client.core import schedule
from pdd_client.core.new_version import NewVersion, Program, is_newer, newest
from pdd_client.donor.donor import Donor
from pdd_client.donor.settings import new_versions
from tests.client.fakes import DAY, URL, Clock, FakeServer

WHERE = "https://pdd.example.org/downloads/private-data-donor_9.1_amd64.deb"


def program(version: str, **changes: Any) -> dict[str, Any]:
    """Return a program as a server lists it."""
    listed = {"kind": "app", "system": "linux-deb", "version": version, "address": WHERE, "bytes": 1, "sha256": "0"}
    return listed | changes


def wait(donor: Donor, clock: Clock) -> None:
    """Let the computer run until the app would ask; two days suffice."""
    end = clock.now + 2 * DAY
    while not donor.settings.version_check_is_due():
        clock.now += schedule.OVERSLEPT
        assert clock.now <= end


@pytest.fixture
def packaged(donor: Donor, monkeypatch: pytest.MonkeyPatch) -> Donor:
    """Return a donor that has joined, with an app that came as a Debian package."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("APPIMAGE", raising=False)
    donor.campaigns.join(URL)
    assert not donor.settings.version_check_is_due(), "the first question gets a random time"
    return donor


def test_the_server_is_asked_once_a_day_at_most(packaged: Donor, server: FakeServer, clock: Clock) -> None:
    """In ten days there are five to ten questions, two of them never within a day, however often the app looks."""
    asked = []
    for _ in range(10 * DAY // schedule.OVERSLEPT):
        clock.now += schedule.OVERSLEPT
        before = server.requests.count("GET programs")
        for _ in range(2):
            packaged.settings.ask_for_new_version()
        if server.requests.count("GET programs") > before:
            asked.append(clock.now)
    assert 5 <= len(asked) <= 10
    assert server.requests.count("GET programs") == len(asked)
    assert min(later - earlier for earlier, later in itertools.pairwise(asked)) >= DAY


def test_a_time_that_was_slept_through_is_drawn_anew(packaged: Donor, server: FakeServer, clock: Clock) -> None:
    """At login nothing is asked beside the check-in, but at a random time in the next four hours."""
    waits = []
    for _ in range(20):
        clock.now = started = clock.now + 3 * DAY
        packaged.settings.ask_for_new_version()
        wait(packaged, clock)
        waits.append(clock.now - started)
        packaged.settings.ask_for_new_version()
    assert server.requests.count("GET programs") == 20
    assert min(waits) > DAY * 0
    assert DAY / 24 < max(waits) <= DAY / 6 + schedule.OVERSLEPT


def test_who_has_left_all_campaigns_asks_nothing(packaged: Donor, server: FakeServer, clock: Clock) -> None:
    """A home that has left every campaign asks nothing any more, and asks again once it joins one."""
    packaged.campaigns.leave("flu")
    for _ in range(3 * DAY // schedule.OVERSLEPT):
        clock.now += schedule.OVERSLEPT
        packaged.settings.ask_for_new_version()
    assert "GET programs" not in server.requests
    packaged.campaigns.join(URL)
    wait(packaged, clock)


def test_the_question_names_neither_donor_nor_version(packaged: Donor, server: FakeServer, clock: Clock) -> None:
    """The request has no version, unlike those of check-ins, and it needs no token."""
    packaged.check_in([])
    assert VERSION in server.named_versions
    server.donors.clear()
    wait(packaged, clock)
    packaged.settings.ask_for_new_version()
    assert (server.requests[-1], server.named_versions[-1]) == ("GET programs", None)


def test_a_newer_version_is_told_until_it_is_installed(packaged: Donor, server: FakeServer, clock: Clock) -> None:
    """The newest version for this system is told, after a restart too, and no longer once it is installed."""
    server.programs = [program("9.0"), program("9.1"), program("10.0", system="windows"), program(VERSION)]
    wait(packaged, clock)
    packaged.settings.ask_for_new_version()
    assert packaged.settings.new_version() == NewVersion("9.1", WHERE)
    assert new_versions.new_version(packaged.installation, mine="9.1") is None
    server.programs = []
    wait(packaged, clock)
    packaged.settings.ask_for_new_version()
    assert packaged.settings.new_version() is None


@pytest.mark.parametrize("trouble", ["down", "earlier server", "nonsense"])
def test_a_server_without_an_answer_is_asked_another_day(
    packaged: Donor, server: FakeServer, clock: Clock, trouble: str
) -> None:
    """If no usable answer comes, nothing is said, and the app does not ask again on that day."""
    server.down = trouble == "down"
    server.problems = {"GET programs": "not-found"} if trouble == "earlier server" else {}
    server.programs = [{"kind": 1}] if trouble == "nonsense" else []
    wait(packaged, clock)
    packaged.settings.ask_for_new_version()
    assert packaged.settings.new_version() is None
    assert not packaged.settings.version_check_is_due()


def test_an_app_without_a_package_asks_nothing(donor: Donor, server: FakeServer, clock: Clock) -> None:
    """An app that pip installed asks nothing, and neither does a home that has joined nothing."""
    donor.campaigns.join(URL)
    for _ in range(5):
        clock.now += DAY
        donor.settings.ask_for_new_version()
    assert "GET programs" not in server.requests


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "extension"},
        {"system": "macos"},
        {"version": "9.0rc1"},
        {"version": "nine"},
        {"version": "0.0.1"},
        {"address": "http://pdd.example.org/a.deb"},
        {"address": "https://pdd.example.org/a\n.deb"},
        {"address": "javascript:alert(1)"},
        {"address": f"https://pdd.example.org/{'a' * 500}"},
    ],
)
def test_what_does_not_fit_is_left_out(changes: dict[str, str]) -> None:
    """Other programs, older versions, and addresses that are not encrypted or not printable are left out."""
    assert newest([Program(**program("9.1"))], "linux-deb", "0.1.0") == NewVersion("9.1", WHERE)
    assert newest([Program(**program("9.1") | changes)], "linux-deb", "0.1.0") is None


@pytest.mark.parametrize(
    ("version", "mine", "newer"),
    [
        ("0.2", "0.1.9", True),
        ("0.10", "0.9", True),
        ("1.0", "1.0.0", False),
        ("1.0.0", "1.0", False),
        ("1.0", "1.0rc2", True),
        ("0.9", "1.0rc2", False),
        ("1.0", "unknown", False),
    ],
)
def test_versions_are_compared_by_number(version: str, mine: str, newer: bool) -> None:
    """Versions are compared number by number, and a release comes after its candidates."""
    assert is_newer(version, mine) is newer
