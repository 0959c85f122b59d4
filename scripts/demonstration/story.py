"""The course of the demonstration: nights and days, who checks in, and the books that tell the truth afterwards."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import repeat
from pathlib import Path
from zoneinfo import ZoneInfo

from pdd_client.clock import RehearsalClock
from pdd_client.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from pdd_shared.layout import LEADING
from scripts.demonstration.campaign import CAMPAIGN, ENTRIES, STRATA
from scripts.demonstration.people import Person
from scripts.demonstration.server import ZONE, Server, Sum

NIGHT, NOON = time(0, 30), time(12, 0)
WORKERS = 4
NAMES = ("joined", "searches", *ENTRIES)


@dataclass
class Books:
    """What only the demonstration knows: everybody's true counts, and each group's sum before noise."""

    sums: dict[tuple[str, ...], Sum] = field(default_factory=dict)
    wrong: list[Sum] = field(default_factory=list)
    truth: Counter[str] = field(default_factory=Counter)
    group_sizes: list[int] = field(default_factory=list)

    def check(self, group: Sum, people: dict[str, Person]) -> None:
        """Hold a group's sum against the truth of its members, number by number; note it once."""
        key = (group.day.isoformat(), *group.identities)
        if key in self.sums:
            return
        self.sums[key] = group
        block = LEADING + len(ENTRIES)
        expected = [0] * (block * len(STRATA))
        for identity in group.identities:
            person = people[identity]
            truth = person.truth(group.day)
            start = block * STRATA.index(person.stratum)
            for place, name in enumerate(NAMES, start):
                expected[place] += truth[name]
            self.truth += truth
        if tuple(expected) != group.numbers:
            self.wrong.append(group)


class Story:
    """The donors of the demonstration and its server, day by day."""

    def __init__(self, folder: Path, server: Server, url: str, people: list[Person]) -> None:
        """Donors' homes are made in `folder`."""
        self._server, self._url, self._people = server, url, people
        self._donors = {person.number: self._donor(folder, person) for person in people}
        self._by_identity: dict[str, Person] = {}
        self.books = Books()
        self.refused: Counter[str] = Counter()

    def _donor(self, folder: Path, person: Person) -> Donor:
        home = folder / f"person-{person.number:03}" / "donor"
        return Donor.open(home, clock=RehearsalClock(self._server.clock), keychain=FileKeychain(home))

    def day(self, day: date, progress: Callable[[], None]) -> None:
        """The night before, then everybody who is at the computer that day checks in; the books are kept."""
        self._server.set_clock(datetime.combine(day, NIGHT, ZoneInfo(ZONE)))
        self._server.night()
        self._server.set_clock(datetime.combine(day, NOON, ZoneInfo(ZONE)))
        present = [person for person in self._people if day in person.active]
        with ThreadPoolExecutor(WORKERS) as pool:
            for _ in pool.map(self._check_in, present, repeat(day)):
                progress()
        for group in self._server.sums():
            self.books.check(group, self._by_identity)

    def _check_in(self, person: Person, day: date) -> None:
        donor = self._donors[person.number]
        if donor.installation.joined() is None:
            if day not in person.searches:
                return  # the campaign is over: there is nothing to join
            donor.join(self._url, stratum=person.stratum)
            self._by_identity[identity(donor)] = person
        report = donor.check_in([person.history])
        self.refused.update(refusal.reason for refusal in report.refused)

    def last_night(self, day: date) -> None:
        """The night that publishes what is left."""
        self._server.set_clock(datetime.combine(day, NIGHT, ZoneInfo(ZONE)))
        self._server.night()

    def close(self) -> None:
        """Close every donor's home."""
        for donor in self._donors.values():
            donor.close()

    def published(self) -> dict[str, object]:
        """What the researchers get."""
        return self._server.results(CAMPAIGN)


def identity(donor: Donor) -> str:
    """The donor's public identity key, by which the server's rosters name it."""
    credentials = donor.installation.credentials()
    assert credentials is not None
    return donor.installation.membership().member(credentials).identity


def calendar(first: date, days: int, delay: int) -> list[date]:
    """The data days and the days after them until the last round's window is over."""
    return [first + timedelta(days=n) for n in range(days + delay + 1)]
