"""The extension and the app, connected by the real native host: a day is given once, in whatever order."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pdd_client.core.donation.ledger import GivenDay
from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from pdd_shared.privacy.accounting.charges import Charge
from scripts.rehearsal.history_writer import write_chrome
from tests.client.fakes import DAY, NOON, Clock, FakeServer, campaign, open_donor
from tests.client.loopback import listening
from tests.extension.donors import EXTENSION, Failed, node
from tests.support.processes.timeouts import PATIENCE
from tests.support.stages import mostly_slow

MORNING, EVENING = NOON.replace(hour=8), NOON.replace(hour=18)
Run = Callable[[list[list[str]], str], list[str]]
Open = Callable[[], AbstractContextManager["Computer"]]
EVENTS = ("join", "app", "leave", "erase", "end", "remove", "start", "stop", "off", "on")


class Computer:
    """A person's computer: a browser with the extension, the app, a search each noon, and the server."""

    def __init__(self, process: "subprocess.Popen[str]", folder: Path, server: FakeServer, url: str) -> None:
        self._process, self._folder, self._server, self._url = process, folder, server, url
        self._user = folder / "user"
        (self._user / ".config/chromium").mkdir(parents=True)
        self._home = 0
        self.app = self._opened()
        self._searched: list[tuple[str, Any, str]] = []
        self._extensions = 0
        self.gave: dict[date, set[str]] = {}
        self.tell(run=True)

    def tell(self, **line: Any) -> Any:
        """Send one line to the extension's browser, and return the result."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Failed(**answer["error"])
        return answer["done"]

    def _opened(self) -> Donor:
        file = HistoryFile(self._folder / "History", "chromium", "Default")
        return open_donor(self._folder / f"home{self._home}", self._server, find=lambda: [file])

    # --- what a person does

    def join(self) -> None:
        """Join in the extension, which may talk to the app."""
        self.tell(allow=True)
        self.tell(call="campaigns.join", **{"with": [self._url]})
        self.tell(call="settings.setSending", **{"with": ["by-itself"]})

    def app_(self) -> None:
        """Join in the app, and connect the browser."""
        self.app.campaigns.join(self._url)
        self.app.extensions.connect("chromium")
        manifest = self._user / ".config/chromium/NativeMessagingHosts/private_data_donor.json"
        self.tell(host=json.loads(manifest.read_text())["path"])

    def leave(self) -> None:
        """Leave the campaign in the app, if it was joined there."""
        if self.app.installation.store.consents.agreed():
            self.app.campaigns.leave("flu")

    def erase(self) -> None:
        """Erase everything in the app, and start it again."""
        self.app.erase_me()
        self.app.close()
        self._home += 1
        self.app = self._opened()

    def end(self) -> None:
        """Let the extension donate again; if the app can't be asked, the person knows whether it donates."""
        donates = bool(self.app.installation.store.consents.agreed())
        with pytest.raises(Failed) if donates else nullcontext():
            self.tell(end=not donates)

    def remove(self) -> None:
        """Remove the extension, and install it again."""
        self.tell(remove=True)
        self._extensions += 1

    def start(self) -> None:
        """Start the browser again."""
        self.tell(run=True)

    def stop(self) -> None:
        """Close the browser."""
        self.tell(run=False)

    def off(self) -> None:
        """Stop counting this browser's searches in the app."""
        self.app.exclusions.switch_browser("chromium", False)

    def on(self) -> None:
        """Count them again."""
        self.app.exclusions.switch_browser("chromium", True)

    # --- a day

    def day(self, events: list[str], first: str) -> None:
        """Do this in the morning, search at noon, and pass a night; `first` contacts the server first."""
        for event in events:
            getattr(self, {"app": "app_"}.get(event, event))()
        self._search()
        for now in (EVENING, MORNING + timedelta(days=1)):
            day = self._server.clock.now.date()
            self._server.clock.now = now + (self._server.clock.now.date() - NOON.date())
            self.tell(set={"now": self._server.clock.now.timestamp() * 1000})
            if now > EVENING and self._server.donors:
                self._server.offer(self._server.plan(day))
            for who in sorted(("app", "extension"), key=lambda name: name != first):
                self._contact(who)

    def _search(self) -> None:
        now = self._server.clock.now.replace(hour=12)
        url = f"https://www.google.com/search?q={quote_plus('flu')}"
        self._searched.append((url, now, "flu"))
        (self._folder / "History").unlink(missing_ok=True)
        write_chrome(self._folder / "History", self._searched)
        self.tell(set={"visits": [{"url": url, "time": time.timestamp() * 1000} for url, time, _ in self._searched]})

    def _contact(self, who: str) -> None:
        if who == "extension":
            self.tell(work=True)
            days = self.tell(call="days.sent")
            self._note(f"extension {self._extensions}", [(date.fromisoformat(one["day"]), one) for one in days])
        elif self.app.installation.store.consents.newest():
            self.app.check_in()
            days = [(one.day, {"campaigns": one.campaigns}) for one in self.app.days.sent()]
            self._note(f"app {self._home}", days)

    def _note(self, who: str, days: list[tuple[date, Any]]) -> None:
        for day, sent in days:
            if any(given["searches"] for given in sent["campaigns"]):
                self.gave.setdefault(day, set()).add(who)


@pytest.fixture
def open_computer(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Return a context manager that makes computers, each with a server of its own."""
    command = [node(), "tests/programs/beside_app.js"]

    @contextmanager
    def opened() -> Iterator[Computer]:
        folder, server = tmp_path_factory.mktemp("c"), FakeServer(Clock())
        monkeypatch.setenv("HOME", str(folder / "user"))
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        with (
            listening(server) as url,
            subprocess.Popen(
                command, cwd=EXTENSION, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            ) as process,
        ):
            computer = Computer(process, folder, server, url)
            server.clock.now = MORNING
            computer.tell(set={"now": MORNING.timestamp() * 1000})
            yield computer
            computer.tell(run=False)
            computer.app.close()
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE)

    return opened


@pytest.fixture
def computers(open_computer: Open) -> Run:
    """Return a function that lives through days on a computer."""

    def run(days: list[list[str]], first: str) -> list[str]:
        """Return who gave each of the days."""
        with open_computer() as computer:
            for events in days:
                computer.day(events, first)
        givers = [computer.gave.get(NOON.date() + day * DAY, set()) for day in range(len(days))]
        assert all(len(gave) <= 1 for gave in givers), givers
        return [next(iter(gave)).split()[0] if gave else "-" for gave in givers]

    return run


STORIES = {
    "the extension alone": ([["join"], []], ["extension", "extension"]),
    "the app alone": ([["app"], []], ["app", "app"]),
    "the app comes later": ([["join"], ["app"], []], ["extension", "app", "app"]),
    "the extension comes later": ([["app"], ["join"], []], ["app", "app", "app"]),
    "the browser is closed while the app comes": ([["join"], ["stop", "app"], ["start"]], ["extension", "app", "app"]),
    "the browser is switched off": ([["app", "join"], ["off"], ["on"]], ["app", "-", "app"]),
    "the app goes": ([["app", "join"], ["erase"], ["end"], []], ["app", "-", "-", "extension"]),
    "the app goes and comes again": ([["app", "join"], ["erase"], ["app"], []], ["app", "-", "app", "app"]),
    "the extension is installed anew": ([["app", "join"], ["remove"], ["join"], []], ["app", "app", "app", "app"]),
    "it may not donate while the app does": ([["app", "join"], ["end"], []], ["app", "app", "app"]),
    "the app is left": ([["app", "join"], ["leave"], ["end"], []], ["app", "-", "-", "extension"]),
    "there and back": (
        [["join"], ["app"], ["erase", "end"], [], ["app"]],
        ["extension", "app", "-", "extension", "app"],
    ),
}


@pytest.mark.parametrize("first", ["app", "extension"])
@pytest.mark.parametrize("story", mostly_slow(STORIES, usual=("there and back", "the app comes later").__contains__))
def test_app_or_extension_gives_each_day(computers: Run, story: str, first: str) -> None:
    """Each day is given by one of the two, or by none if one has handed over to the other, and never by both."""
    days, expected = STORIES[story]
    gave = computers(days, first)
    assert gave == expected


HITS, CAP = Charge("discrete-laplace", Decimal(16), 16), 9


def left(computer: Computer) -> tuple[int, int | None]:
    """Return how many of the campaign's hits are left in the extension, and in the app."""
    capped = replace(campaign().terms.caps, campaign_hits=CAP)
    return computer.tell(left=CAP), computer.app.installation.ledger().hits_left(campaign(), capped)


def use_hits(computer: Computer) -> None:
    """Use 3 hits in the extension, hand over to the app, use 4 there, and leave it."""
    computer.tell(use=[str(NOON.date() - DAY), "flu", 3])
    computer.day(["join", "app"], "extension")
    assert left(computer) == (CAP - 3, CAP - 3)
    with computer.app.installation.store.transaction():
        days = [NOON.date() - back * DAY for back in (1, 2)]
        computer.app.installation.store.charges.add([GivenDay(day, "flu", HITS, hits=2) for day in days])
    computer.leave()


@pytest.mark.slow
def test_app_and_extension_tell_each_other_the_hits_used(open_computer: Open) -> None:
    """Each gets the hits that the other used, also while the app gives, and an app waits for them if it was left."""
    with open_computer() as computer:
        use_hits(computer)
        computer.end()
        assert computer.tell(elsewhere=True) == {"used": {"flu": 4}, "unknown": None}
        assert left(computer)[0] == CAP - 7
        computer.tell(use=[str(NOON.date()), "flu", 1])
        computer.app_()
        assert left(computer)[1] == 0
        computer.tell(work=True)
        assert left(computer) == (CAP - 8, CAP - 8)


@pytest.mark.slow
@pytest.mark.parametrize("anew", [False, True])
def test_an_app_that_is_gone_may_have_used_all_hits(open_computer: Open, anew: bool) -> None:
    """Once the app's home is erased, nobody knows which hits it used, also if the app is begun anew and left."""
    with open_computer() as computer:
        use_hits(computer)
        computer.erase()
        if anew:
            computer.app_()
            computer.leave()
        computer.end()
        assert computer.tell(elsewhere=True) == {"used": {}, "unknown": str(NOON.date() + DAY)}
        assert left(computer)[0] == 0


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(st.lists(st.sampled_from(EVENTS), max_size=3), min_size=3, max_size=6),
    st.sampled_from(["app", "extension"]),
)
def test_no_day_is_given_twice(computers: Run, days: list[list[str]], first: str) -> None:
    """Whatever is installed, removed, joined, left or restarted in any order, no day is given by both."""
    computers(days, first)
