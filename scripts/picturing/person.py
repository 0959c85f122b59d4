"""A made-up person: a browser's history, a campaign joined, twelve days given, another campaign's results to read."""

import json
import secrets
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import httpx

from pdd_client.core.visits import HistoryFile
from pdd_client.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.keys import DonorSecrets
from pdd_shared.messages import ServerInfo
from tests.client.fakes import NOON, Clock, FakeServer, budget, campaign, problem
from tests.support.histories import write_chrome
from tests.support.terms import laplace, terms

ADDRESS = "https://donate.ucl.example"
DAYS = 12
GROUP = 50
EVENING = NOON.replace(hour=20)
FLU = (
    *("flu", "fever", "fever + child", "cough", "sore + throat", "runny + nose", "headache", "chills", "body + aches"),
    *("flu + symptoms", "flu + shot", '"flu or cold"', "how + long + contagious", "ibuprofen", "paracetamol"),
)
SLEEP = ("insomnia", "screen + sleep", "melatonin", "cannot + sleep", "night + shift")
SEARCHES = (
    *("flu or cold", "how long is flu contagious", "fever 3 year old", "weather tomorrow", "train to leeds"),
    *("pancake recipe", "bank holiday 2026", "football results", "how to fix a bike tyre", "library opening hours"),
)


@dataclass
class Story(FakeServer):
    """A server whose groups are as large as they would be, and which has published for a month."""

    peers: tuple[DonorSecrets, ...] = field(
        default_factory=lambda: tuple(DonorSecrets.generate(secrets.token_bytes) for _ in range(GROUP - 1))
    )

    def info(self) -> ServerInfo:
        return super().info().model_copy(update={"name": "Donations at UCL", "group_size": 100, "min_group": GROUP})

    def plan(self, day: date, **changes: Any) -> Any:
        return super().plan(day, group_size=100, min_group=GROUP, **changes)

    def handle(self, request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/results.json"):
            return super().handle(request)
        name = request.url.path.split("/")[3]
        found = next((text for text in self.campaigns if text.id == name), None)
        if found is None:
            return problem(404, "no-such-campaign")
        return httpx.Response(200, content=json.dumps(published(name, found.vocabulary)))


def published(name: str, entries: tuple[str, ...]) -> dict[str, Any]:
    """A month of totals: a wave that rises, each entry a little lower than the one before."""
    noise = {"law": "discrete-laplace", "scale": 9, "half_width_95": 27, "epsilon": 1.0, "added_by": "donors"}
    first = NOON.date() - timedelta(days=34)
    days = []
    for number in range(33):
        level = 60 + number**2 / 5 + number**2 * 7919 % 31
        totals = {entry: int(level * 3 / (3 + rank)) for rank, entry in enumerate(entries)}
        day = {"day": str(first + timedelta(days=number)), "stratum": None, "donors": 380 + number, "confidence": 0.96}
        days.append(day | {"searches": 4100 + 31 * number, "noise": noise, "totals": totals})
    missing = days.pop(20)["day"]
    waiting = {"reason": "waiting", "active": 31, "needed": GROUP, "confidence": 0.0}
    return {"campaign": name, "days": days, "missing": [{"day": missing} | waiting], "meaning": {}, "privacy": {}}


def server(clock: Clock) -> Story:
    """Two campaigns, of which the person joins the first."""
    limits = terms(max_searches=20, max_matches=3, min_group=GROUP, noise=laplace(405), budget=budget(9))
    flu = campaign(
        title="Winter flu survey, UCL",
        purpose="To see a wave of flu a week before the surgeries do.",
        contact="flu@ucl.example",
        vocabulary=FLU,
        terms=limits,
    )
    sleep = campaign(
        id="sleep",
        title="Sleep and screens, KU Leuven",
        purpose="To learn when people look for help with sleep.",
        contact="sleep@kuleuven.example",
        vocabulary=SLEEP,
        terms=limits,
    )
    return Story(clock, campaigns=[flu, sleep])


def write_history(file: Path) -> None:
    """Ten searches on each of the last days, the ones about flu on every second."""
    rows = []
    for back in range(DAYS + 1):
        for number, query in enumerate(SEARCHES[3 * (back % 2) :]):
            time = NOON - timedelta(days=back) + timedelta(minutes=37 * number - 240)
            rows.append((f"https://www.google.com/search?q={quote_plus(query)}", time, f"{query} - Google Search"))
    write_chrome(file, sorted(rows, key=lambda row: row[1]))


@dataclass(frozen=True)
class Person:
    """Where the person's home and history are, by whose clock, and with which server."""

    folder: Path
    clock: Clock
    server: Story

    def open(self) -> Donor:
        """The donor in the person's home."""
        home = self.folder / "home"
        files = [HistoryFile(self.folder / "History", "chrome", "Default")]
        return Donor.open(
            home, clock=self.clock, keychain=FileKeychain(home), connect=self.server.connect, find=lambda: files
        )

    def give(self) -> None:
        """Join the first campaign, give for some days, and leave today to be looked through."""
        with self.open() as donor:
            self.clock.now = EVENING - timedelta(days=DAYS)
            offer = donor.look(ADDRESS, ["flu"])
            donor.accept(offer, None)
            donor.set_sending("by-itself")
            for back in reversed(range(DAYS)):
                self.clock.now = EVENING - timedelta(days=back)
                day = self.clock.now.date() - timedelta(days=1)
                if back != DAYS // 2:  # a day on which the computer stayed off
                    self.server.offer(self.server.plan(day))
                    donor.check_in()
            donor.fetch_results()
            donor.set_sending("review")


def person(folder: Path) -> Person:
    """A person who has not started the app yet."""
    write_history(folder / "History")
    clock = Clock(EVENING)
    return Person(folder, clock, server(clock))
