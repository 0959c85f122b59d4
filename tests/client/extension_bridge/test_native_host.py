"""The real host process: who donates, what it passes on, and how it treats errors."""

import os
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic

import pytest

from pdd_client.donor.donor import Donor
from pdd_client.donor.settings.extension_versions import outdated
from pdd_client.extension_bridge.handover import Status, status
from pdd_client.gateways.native_messaging.extension_searches import extension_visits
from pdd_client.gateways.native_messaging.message_format import BRIDGE_VERSION, framed
from tests.client.extension_bridge.browser import Extension
from tests.client.fakes import DAY, NOON, URL, Clock
from tests.support.processes.timeouts import PATIENCE

ROOT = Path(__file__).parents[3]
FLU = ("google", "flu")
MICROSECONDS = int(NOON.timestamp() * 1_000_000)
Start = Callable[[], AbstractContextManager[Extension]]


def test_an_app_that_gives_nothing_says_so(extension: Extension, donor: Donor) -> None:
    """Before anything is joined the host says so, takes over no day, and asks for no visit."""
    assert extension.status()["state"] == "not-joined"
    assert extension.hand_over("2026-11-20")["state"] == "not-joined"
    assert not donor.installation.store.extensions.given_elsewhere(NOON.date())
    assert donor.installation.store.extensions.connected() == ()


def test_an_app_that_donates_takes_over(extension: Extension, donor: Donor) -> None:
    """The host records the extension's days and asks for its visits, once."""
    donor.campaigns.join(URL)
    extension.visits = [(*FLU, MICROSECONDS, False), (*FLU, MICROSECONDS + 60_000_000, True)]
    told = {"type": "status", "state": "donates", "waiting": 0, "version": BRIDGE_VERSION, "used": {}}
    assert extension.status().items() >= told.items()
    assert donor.days.searches().searches == ()
    for _ in range(2):
        assert extension.hand_over("2026-11-19", "2026-11-20")["state"] == "donates"
    assert donor.installation.store.extensions.given_elsewhere(NOON.date())
    assert [search.query for search, _ in donor.days.searches().searches] == ["flu"]
    assert [search.visits for search, _ in donor.days.searches().searches] == [2]
    assert extension.questions[0]["since"] == MICROSECONDS - 12 * 3_600_000_000
    assert extension.questions[0]["until"] == MICROSECONDS + 12 * 3_600_000_000


def test_visits_deleted_in_the_browser_do_not_count(extension: Extension, donor: Donor) -> None:
    """Visits deleted in the browser do not count at the next question, because no answer is kept."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.visits = [(*FLU, MICROSECONDS, False)]
    assert len(donor.days.searches().searches) == 1
    extension.visits = []
    assert donor.days.searches().searches == ()


def test_a_browser_that_is_switched_off_is_not_asked(extension: Extension, donor: Donor) -> None:
    """A switched-off browser's extension is told not to donate, and its searches don't count."""
    donor.campaigns.join(URL)
    extension.visits = [(*FLU, MICROSECONDS, False)]
    extension.hand_over()
    with donor.installation.store.transaction():
        donor.installation.store.set_fact("browsers_off", '["chromium"]')
    assert extension.status()["state"] == "browser-off"
    assert donor.days.searches().searches == ()
    assert extension.questions == []


def test_an_extension_beside_a_profile_that_is_switched_off_is_not_asked(extension: Extension, donor: Donor) -> None:
    """An extension does not tell its profile, so it is not asked if its browser has a profile that is switched off."""
    donor.campaigns.join(URL)
    extension.visits = [(*FLU, MICROSECONDS, False)]
    extension.hand_over()
    with donor.installation.store.transaction():
        donor.installation.store.set_fact("profiles_off", '[["chromium", "/home/me/Profile 1/History"]]')
    assert extension.status()["state"] == "browser-off"
    assert donor.days.searches().searches == ()
    assert extension.questions == []


@pytest.mark.parametrize(("version", "old"), [(BRIDGE_VERSION - 1, "extension"), (BRIDGE_VERSION + 1, "app")])
def test_an_extension_of_another_version_is_not_asked(
    extension: Extension, donor: Donor, version: int, old: str
) -> None:
    """The app does not ask an extension of another version, says which one is old, and asks after the update."""
    donor.campaigns.join(URL)
    extension.visits = [(*FLU, MICROSECONDS, False)]
    told = extension.ask({"type": "status", "version": version, "a later version's field": 1})
    extension.hand_over()
    assert (told["state"], told["version"]) == ("donates", BRIDGE_VERSION)
    assert donor.days.searches().searches == ()
    assert {browser.outdated for browser in donor.extensions.browsers() if browser.name == "chromium"} == {old}
    extension.ask({"type": "status", "version": BRIDGE_VERSION})
    assert len(donor.days.searches().searches) == 1
    assert [browser.outdated for browser in donor.extensions.browsers()] == [None, None]


def test_an_extension_that_names_no_version_is_old(extension: Extension, donor: Donor) -> None:
    """The first extensions named no version: they are told to be updated, and a home without a study stores nothing."""
    extension.ask({"type": "status"})
    assert donor.installation.store.fact("extension_versions") is None
    donor.campaigns.join(URL)
    extension.ask({"type": "status"})
    assert outdated(donor.installation) == {"chromium": "extension"}


def test_app_and_extension_have_one_version() -> None:
    """The extension's code has the app's version of their messages."""
    script = ROOT / "extension" / "src" / "extension_bridge" / "app_connection.js"
    assert f"export const BRIDGE_VERSION = {BRIDGE_VERSION};" in script.read_text()


def test_days_that_wait_are_told(donor: Donor, clock: Clock, history: Path) -> None:
    """The extension learns how many days wait for review in the app, and nothing else of them."""
    donor.campaigns.join(URL)
    donor.settings.set_sending("review")
    donor.check_in([history])
    assert status(donor.installation, "chromium") == Status(state="donates", waiting=0)
    clock.now += DAY
    assert status(donor.installation, "chromium") == Status(state="donates", waiting=1)


def test_a_check_in_goes_first(extension: Extension, donor: Donor) -> None:
    """While the app contacts the server nothing is taken over, and the extension, which gives nothing, asks again."""
    donor.campaigns.join(URL)
    with donor.installation.store.exclusive():
        assert extension.hand_over("2026-11-20")["state"] == "unavailable"
    assert extension.hand_over("2026-11-20")["state"] == "donates"


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("=I", 3) + b"{]}",
        framed({"type": "nonsense"}),
        framed({"type": "hand-over", "bound": ["someday"]}),
        framed({"type": "hand-over", "bound": ["2026-11-20"], "more": 1}),
        framed({"type": "hand-over"}),
        framed({"type": "visits", "number": 1, "visits": [["google", "flu", "noon", False]], "last": True}),
        framed({"type": "visits", "number": 1, "visits": [["google", "flu", -1, False]], "last": True}),
        framed({"type": "visits", "number": 1, "visits": [["google", "", 1, False]], "last": True}),
        framed({"type": "visits", "number": 1, "visits": [["google", "x" * 10_001, 1, False]], "last": True}),
        framed({"type": "visits", "number": 1, "visits": [["https://a.example/", 1]], "last": True}),
    ],
)
def test_a_message_that_makes_no_sense_does_nothing(extension: Extension, donor: Donor, data: bytes) -> None:
    """An invalid message is answered and not kept, and the next one is understood."""
    donor.campaigns.join(URL)
    extension.write(data)
    assert extension.hear()["state"] == "unavailable"
    assert extension.hand_over()["state"] == "donates"
    assert not donor.installation.store.extensions.given_elsewhere(NOON.date())


def test_a_message_that_is_too_large_ends_the_host(extension: Extension) -> None:
    """A message that is too large ends the host with one line, and the browser starts another."""
    extension.write(struct.pack("=I", 2_000_000))
    assert extension.process.wait(PATIENCE) == 2
    assert extension.process.stderr is not None
    assert extension.process.stderr.read().count(b"\n") == 1


def test_visits_that_nobody_asked_for_are_dropped(extension: Extension, donor: Donor) -> None:
    """Pieces with another number than the question's are dropped."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.send({"type": "visits", "number": 7, "visits": [[*FLU, MICROSECONDS, False]], "last": True})
    assert donor.days.searches().searches == ()


def test_visits_outside_of_the_question_are_dropped(extension: Extension, donor: Donor) -> None:
    """Visits of other days than those asked for are dropped."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.visits = [(*FLU, MICROSECONDS - 86_400_000_000), (*FLU, MICROSECONDS + 86_400_000_000)]
    assert donor.days.searches().searches == ()


def test_visits_to_unknown_engines_are_dropped(extension: Extension, donor: Donor) -> None:
    """Searches of an engine that this app does not know don't count; those beside them do."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.visits = [("an engine of tomorrow", "flu", MICROSECONDS), (*FLU, MICROSECONDS, False)]
    assert [search.engine for search, _ in donor.days.searches().searches] == ["google"]


def test_an_extension_that_is_silent_keeps_nobody_waiting_for_good(extension: Extension, donor: Donor) -> None:
    """If the extension stays silent for the patience of one piece, the app goes on with the files' visits."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.answers = False
    before = monotonic()
    assert extension_visits(donor.installation.store, (), None, None, patience=0.2) is None
    assert monotonic() - before < PATIENCE / 2


def test_a_history_that_can_not_be_read_is_no_answer(extension: Extension, donor: Donor) -> None:
    """An extension whose browser gives no history counts as absent."""
    donor.campaigns.join(URL)
    extension.hand_over()
    extension.answers = False
    extension.answer = lambda question: extension.send(  # type: ignore[method-assign]
        {"type": "visits", "number": question["number"], "visits": [], "last": True, "failed": True}
    )
    extension.answers = True
    assert extension_visits(donor.installation.store, (), None, None) is None


@pytest.mark.skipif(sys.platform == "win32", reason="the signals of POSIX")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, None])
def test_a_host_that_has_ended_is_forgotten(start: Start, donor: Donor, how: signal.Signals | None) -> None:
    """However a host ends (by the browser, a signal, a kill), nothing is lost, and the next one serves."""
    donor.campaigns.join(URL)
    with start() as extension:
        extension.hand_over("2026-11-20")
        if how is not None:
            os.kill(extension.process.pid, how)
            extension.process.wait(PATIENCE)
            if how is signal.SIGTERM:
                assert donor.installation.store.extensions.connected() == ()
    assert donor.days.searches().searches == ()
    assert donor.installation.store.extensions.connected() == ()
    assert donor.installation.store.extensions.given_elsewhere(NOON.date())
    with start() as extension:
        extension.visits = [(*FLU, MICROSECONDS, False)]
        assert extension.hand_over()["state"] == "donates"
        assert len(donor.days.searches().searches) == 1


def test_two_profiles_are_asked_each(start: Start, donor: Donor) -> None:
    """Each profile of a browser has a host of its own and is asked."""
    donor.campaigns.join(URL)
    with start() as one, start() as other:
        one.visits, other.visits = [(*FLU, MICROSECONDS, False)], [("google", "tea with flu", MICROSECONDS, False)]
        one.hand_over()
        other.hand_over()
        assert {search.query for search, _ in donor.days.searches().searches} == {"flu", "tea with flu"}


def test_an_erased_home_is_not_made_anew(extension: Extension, donor: Donor, home: Path, manifest: Path) -> None:
    """Erasing deletes manifest and launcher; a host that still runs finds nothing joined and makes nothing."""
    donor.campaigns.join(URL)
    extension.hand_over()
    donor.erase_me()
    assert extension.status()["state"] == "not-joined"
    assert not home.exists()
    assert not manifest.exists()


def test_a_damaged_home_is_left_to_the_app(extension: Extension, donor: Donor, home: Path) -> None:
    """For a damaged home the host says that it can't tell, and leaves it to the app to set it aside."""
    donor.close()
    (home / "donor.sqlite").write_bytes(b"not a database" * 100)
    assert extension.status()["state"] == "unavailable"
    assert (home / "donor.sqlite").read_bytes() == b"not a database" * 100
