"""A made-up person: a browser's history, a campaign joined, twelve days donated, and another campaign's results."""

import json
import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import httpx

from pdd_client.core.visits import HistoryFile
from pdd_client.donor.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.counting.entry_texts import label_of
from pdd_shared.privacy.noise.distributions import LaplaceShares, half_width
from pdd_shared.protocol.days import Period
from pdd_shared.protocol.messages import Campaign, ServerInfo
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, TicketSecrets
from pdd_shared.rounds.cohort.messages import CohortDay, CohortPlan, Epoch
from scripts.rehearsal.history_writer import write_chrome
from tests.client.cohort_fakes import CohortServer, cohort_campaign, cohort_terms
from tests.client.fakes import NOON, Clock, budget, problem

ADDRESS = "https://donate.ucl.example"
DAYS = 12
PEOPLE, FLOOR, LEAST = 8_000, 5_000, 2_000
"""The donors of the server, the floor of its days, and the fewest donors in a sum that each campaign asks for."""
SCALE = "405"
"""The scale of the noise, with which a day costs an epsilon of 0.2."""
EVENING = NOON.replace(hour=20)
SUNDAY = EVENING + timedelta(days=2)
FLU = (
    "flu index: any of flu, influenza, fever + child",
    *("flu", "fever", "fever + child", "cough", "sore + throat", "runny + nose", "headache", "chills", "body + aches"),
    *("flu + symptoms", "flu + shot", '"flu or cold"', "how + long + contagious", "ibuprofen", "paracetamol"),
)
SLEEP = ("insomnia", "screen + sleep", "melatonin", "cannot + sleep", "night + shift")
SEARCHES = (
    *("flu or cold", "how long is flu contagious", "fever 3 year old", "weather tomorrow", "train to leeds"),
    *("pancake recipe", "bank holiday 2026", "football results", "how to fix a bike tyre", "library opening hours"),
)


@dataclass
class Story(CohortServer):
    """A server with PEOPLE donors, all but one of them made up, which has published results for a month."""

    def info(self) -> ServerInfo:
        return super().info().model_copy(update={"name": "Donations at UCL"})

    def _next_epoch(self, today: date) -> None:
        waiting = {token: ticket for token, ticket in self.tickets.get(0, {}).items() if token in self.donors}
        if not waiting or self.running is not None:
            return
        everybody = waiting | strangers(PEOPLE - 1)
        while self.running is None or self.running.place_of(next(iter(waiting))) is None:
            self.make_epoch(0, everybody | strangers(1), today)  # until the person is drawn to help

    def plan_of(self, day: date, epoch: Epoch, **changes: Any) -> CohortPlan:
        floors = (CohortDay(floor=FLOOR, sub_cohorts=1),)
        return super().plan_of(day, epoch, **({"cohorts": floors, "capacity": 8_192} | changes))

    def handle(self, request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/results.json"):
            return super().handle(request)
        name = request.url.path.split("/")[3]
        found = next((text for text in self.campaigns if text.id == name), None)
        if found is None:
            return problem(404, "no-such-campaign")
        return httpx.Response(200, content=json.dumps(published(found)))


def strangers(many: int) -> dict[str, Ticket]:
    """Return tickets of so many other donors, by made-up tokens."""
    made = [TicketSecrets.generate(secrets.token_bytes) for _ in range(many)]
    return {
        str(at): Ticket(bytes(32), one.exchange_public, one.signing_public, bytes(64)) for at, one in enumerate(made)
    }


def published(campaign: Campaign) -> dict[str, Any]:
    """Return results.json of a month, with the noise of such a server; the last two days are not final.

    A weekly campaign has the Sundays alone.
    """
    first = NOON.date() - timedelta(days=35)
    entries, days = [label_of(entry) for entry in campaign.vocabulary], []
    for number in range(33):
        level = 4 * (240 + number**2 + number**2 * 7919 % 124)
        totals = {entry: int(level * 5 / (3 + rank)) for rank, entry in enumerate(entries)}
        donors = 6_100 + 23 * number
        half = half_width([LaplaceShares(float(SCALE), donors, FLOOR - PEOPLE // 10)])
        noise = {"law": "discrete-laplace", "scale": SCALE, "half_width_95": half, "epsilon": 0.2, "added_by": "donors"}
        day = {"day": str(first + timedelta(days=number)), "stratum": None, "donors": donors, "confidence": 0.96}
        days.append(day | {"searches": 11 * donors, "noise": noise, "totals": totals, "final": number < 31})
    if campaign.terms.period == "week":
        days = [day for day in days if date.fromisoformat(day["day"]).isoweekday() == 7]
    missing = {"day": days.pop(len(days) * 5 // 8)["day"], "reason": "waiting", "active": 4_211, "needed": FLOOR}
    missing["confidence"] = 0.0
    return {"campaign": campaign.id, "days": days, "missing": [missing], "meaning": {}, "privacy": {}}


def server(clock: Clock, period: Period) -> Story:
    """Return a server with two campaigns; the person joins the first."""
    is_weekly = period == "week"
    searches, hits, each = (60, 40, 8) if is_weekly else (20, 60, 10)
    caps = {"max_searches": searches, "max_matches": None, "max_hits": hits, "max_hits_per_keyword": each}
    limits = cohort_terms(SCALE, budget=budget(30, "0.000001"), min_cohort=LEAST, period=period, **caps)
    dates = {"start": date(2026, 11, 2), "end": date(2027, 1, 31)} if is_weekly else {}
    agreed = "I agree that this computer counts the keywords in my searches, and sends the counts locked."
    flu = cohort_campaign(
        **dates,
        consent={"en": agreed},
        title="Winter flu survey, UCL",
        purpose="To see a wave of flu a week before the surgeries do.",
        contact="flu@ucl.example",
        vocabulary=FLU,
        terms=limits,
    )
    sleep = cohort_campaign(
        **dates,
        id="sleep",
        title="Sleep and screens, KU Leuven",
        purpose="To learn when people look for help with sleep.",
        contact="sleep@kuleuven.example",
        vocabulary=SLEEP,
        terms=limits,
    )
    return Story(clock, campaigns=[flu, sleep])


def write_history(file: Path, evening: datetime) -> None:
    """Write a history up to this evening, with ten searches on each of the last days, about flu on every second day."""
    rows = []
    for back in range(DAYS + 1):
        for number, query in enumerate(SEARCHES[2 * (back % 2) :]):
            time = evening - timedelta(days=back) + timedelta(minutes=37 * number - 720)
            rows.append((f"https://www.google.com/search?q={quote_plus(query)}", time, f"{query} - Google Search"))
    write_chrome(file, sorted(rows, key=lambda row: row[1]))


@dataclass(frozen=True)
class Person:
    """The person's home and history, clock and server."""

    folder: Path
    clock: Clock
    server: Story
    evening: datetime

    def open(self) -> Donor:
        """Return the donor in the person's home."""
        home = self.folder / "home"
        files = [HistoryFile(self.folder / "History", "chrome", "Default")]
        return Donor.open(
            home,
            clock=self.clock,
            keychain=FileKeychain(home),
            connect=self.server.connect,
            find=lambda: files,
            discover=list,
        )

    def give(self) -> None:
        """Join the first campaign, donate some days, and leave today for review."""
        with self.open() as donor:
            self.clock.now = self.evening - timedelta(days=DAYS)
            offer = donor.campaigns.fetch_offer(ADDRESS, ["flu"])
            donor.campaigns.accept(offer)
            donor.settings.set_sending("by-itself")
            donor.check_in()
            for back in reversed(range(DAYS)):
                self.clock.now = self.evening - timedelta(days=back)
                self.server.night()
                if back != DAYS // 2:  # a day on which the computer stayed off
                    donor.check_in()
            donor.campaigns.fetch_results()
            donor.settings.set_sending("review")


def person(folder: Path, period: Period = "day") -> Person:
    """Return a person who has not started the app yet, on a server whose campaigns count by day or by week."""
    evening = EVENING if period == "day" else SUNDAY
    folder.mkdir(exist_ok=True)
    write_history(folder / "History", evening)
    clock = Clock(evening)
    return Person(folder, clock, server(clock, period), evening)
