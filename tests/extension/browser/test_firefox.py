"""The extension in a real Firefox with a real server: it loads, joins through its own page, and gives a day's
counts.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pdd_client.donor.donor import Donor
from scripts.rehearsal.campaigns import campaign_file
from tests.end_to_end.worlds.programs import DAY, PLAIN, World
from tests.extension.browser.drivers.gate import Gate, gate
from tests.extension.browser.drivers.person import FULL_PAGE, INTRODUCTION

firefox = pytest.importorskip("tests.extension.browser.drivers.firefox", reason="needs Mozilla's marionette_driver")
if TYPE_CHECKING:
    from tests.extension.browser.drivers.firefox import Firefox

# The driver leaves a socket of its own to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
OTHERS = {"ben": ["flu+cough"], "cat": ["cough", "tea", "cough+syrup"]}
"""Who else is in the group, and what they search for."""
TOTALS = [3, 8, 3, 4]
"""Of three donors' searches, the four in Firefox among them: donors, searches, and those for each keyword."""
NOTHING = "The server was contacted; there was nothing to send."


@pytest.fixture
def browser(tmp_path: Path, extension: Path, engines: int) -> "Iterator[Firefox]":
    """Return a new Firefox with the extension."""
    if firefox.PROGRAM is None:
        pytest.skip("needs Firefox")
    with firefox.browsing(tmp_path / "profile", extension, engines) as opened:
        yield opened


@pytest.fixture
def now() -> datetime:
    """Return the time by this computer's clock, which Firefox uses."""
    return datetime.now(UTC)


def world_of(now: datetime, folder: Path) -> World:
    """Return a server whose campaign runs today, in a zone where it is past noon, so that today does not end
    meanwhile.
    """
    world = World(folder)
    # "Etc/GMT+3" is three hours behind; at noon the date is UTC's.
    zone = f"Etc/GMT{now.hour - 12:+d}"
    world.here("init", *PLAIN, "--zone", zone)
    dates = {"start": (now - DAY).date(), "end": (now + 9 * DAY).date()}
    world.launch(campaign_file(id="flu", strata=(), vocabulary=("flu", "cough"), caps=(5, 10, 5), **dates))
    return world


def join(browser: "Firefox", link: str, mode: str = "") -> None:
    """Go from the first page to the first contact, with the proposed way to send or another."""
    browser.open(FULL_PAGE)
    for _ in range(INTRODUCTION):
        browser.click("#next")
    browser.find("#link").send_keys(link)
    browser.click("#next")
    browser.click("#cost-flu")
    browser.click("#agree-flu")
    browser.click("#next")
    browser.shows("h1", "How to send")
    if mode:
        browser.click(f"#sending-{mode}")
    browser.click("#next")
    browser.shows("[role=status]", NOTHING)
    browser.shows("nav a[aria-current=page]", "Today")
    browser.shows("main", "No searches found.")


def search(browser: "Firefox") -> None:
    """Search for these, and see in Today what was counted."""
    browser.search("flu", "symptoms of flu", "cough at night", "weather")
    browser.open(FULL_PAGE)
    # Firefox shows a page a moment before it has it in its history.
    browser.shows("main", "4 searches found. 3 of them count for keywords.", asking="#tab-today")
    browser.shows("#row-flu-entry-flu .count", "2")
    browser.shows("#row-flu-entry-cough .count", "1")


def contact(browser: "Firefox", says: str) -> None:
    """Contact the server from the settings."""
    browser.open(f"{FULL_PAGE}#settings")
    browser.click("#contact")
    browser.shows("[role=status]", says)


@contextmanager
def joined(world: World, now: datetime) -> Iterator[dict[Donor, Path]]:
    """Return the group's other members, who have joined, each with a history of the hours before."""
    with ExitStack() as stack:
        others = {}
        for name, queries in OTHERS.items():
            donor = stack.enter_context(world.donor(name))
            others[donor] = world.history(f"{name}.sqlite", *queries, until=now)
            donor.campaigns.join(world.url)
            donor.check_in([others[donor]])
        yield others


def night(world: World, others: dict[Donor, Path], time: datetime) -> list[list[int]]:
    """Move the server to this time, let the others contact it, and return the published numbers before their noise."""
    published = world.night_of(time)
    for donor, file in others.items():
        donor.check_in([file])
    return published


def messages(way: Gate) -> list[str]:
    """Return the kinds of the rounds' messages in the order of sending; one sent twice is there twice."""
    return [what.split("/")[4] for what, bodies in way.sent.items() if what.startswith("PUT ") for _ in bodies]


def test_a_person_joins_with_firefox(browser: "Firefox", now: datetime, tmp_path: Path) -> None:
    """After the first run in Firefox the server has one donor more, and Today is shown."""
    world = world_of(now, tmp_path)
    world.set_clock(now)
    with world.running() as url:
        join(browser, f"{url}/#flu")
    assert world.registered() == 1


def test_the_icon_offers_the_study_of_a_page_in_firefox(browser: "Firefox", now: datetime, tmp_path: Path) -> None:
    """The popup's button on a page to join by fills the link in, with the invitation."""
    world = world_of(now, tmp_path)
    with world.running() as url:
        link = f"{url}/join/flu#invitation=AB-12"
        browser.press_icon(link, "#join")
        while not browser.has("#link"):
            browser.click("#next")
        assert browser.value("#link") == link


def test_firefox_does_not_name_its_installation(browser: "Firefox", now: datetime, tmp_path: Path) -> None:
    """Over https no request of Firefox (joining, counts, results) has an Origin, which would identify the
    installation.
    """
    world = world_of(now, tmp_path)
    world.night_of(now)
    with world.running() as url, gate(url, tls=True) as way, joined(world, now) as others:
        join(browser, f"{way.url}/#flu", "by-itself")
        search(browser)
        night(world, others, now + DAY)
        contact(browser, "1 message was sent")
        browser.open(f"{FULL_PAGE}#results")
        browser.click("#fetch")
        browser.shows("[role=status]", "This is what is published now.")
    assert messages(way) == ["vectors"]
    assert {what.split()[0] for what, _ in way.asked} == {"GET", "POST", "PUT"}
    assert [what for what, headers in way.asked if headers["Origin"]] == []


def test_a_person_gives_a_day_with_firefox(browser: "Firefox", now: datetime, tmp_path: Path) -> None:
    """The sum before noise has exactly what was searched, reviewed and approved in Firefox, sent once.

    Firefox stays on its day; only the server's clock goes on.
    """
    world = world_of(now, tmp_path)
    world.night_of(now)
    with world.running() as url, gate(url) as way, joined(world, now) as others:
        join(browser, f"{way.url}/#flu")
        search(browser)
        browser.click("#send")
        browser.shows("#day", "ready to send")
        night(world, others, now + DAY)
        contact(browser, "1 message was sent")
        contact(browser, NOTHING)
        published = night(world, others, now + 2 * DAY)
    assert published == [TOTALS]
    assert messages(way) == ["vectors"]
