"""The course of the demonstration: nights and days, who checks in, and the truth that the sums are held against."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta
from itertools import repeat
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from pdd_client.clock import RehearsalClock
from pdd_client.donor import Donor
from pdd_client.gateways.keychain import FileKeychain
from scripts.demonstration.campaign import ENTRIES
from scripts.demonstration.people import Person
from scripts.demonstration.server import ZONE, Server

NIGHT, NOON = time(0, 30), time(12, 0)
WORKERS = 4
NAMES = ("joined", "searches", *ENTRIES)


class Story:
    """The donors of the demonstration and its server, day by day."""

    def __init__(self, folder: Path, server: Server, url: str, people: list[Person]) -> None:
        """Donors' homes are made in `folder`."""
        self._server, self._url, self._people = server, url, people
        self._donors = {person.number: self._donor(folder, person) for person in people}
        self._by_identity: dict[str, Person] = {}
        self.refused: Counter[str] = Counter()

    def _donor(self, folder: Path, person: Person) -> Donor:
        home = folder / f"person-{person.number:03}" / "donor"
        return Donor.open(home, clock=RehearsalClock(self._server.clock), keychain=FileKeychain(home))

    def join(self, day: date, progress: Callable[[], None]) -> None:
        """Everybody joins, and is there for the first time, so that the next night can plan groups."""
        self._begin(day)
        self._each(self._join, self._people, day, progress)

    def day(self, day: date, progress: Callable[[], None]) -> None:
        """The night before, then everybody who is at the computer that day checks in."""
        self._begin(day)
        self._each(self._check_in, [person for person in self._people if day in person.active], day, progress)

    def last_night(self, day: date) -> None:
        """The night that publishes what is left."""
        self._begin(day)

    def _begin(self, day: date) -> None:
        self._server.night(datetime.combine(day, NIGHT, ZoneInfo(ZONE)))
        self._server.set_clock(datetime.combine(day, NOON, ZoneInfo(ZONE)))

    def _each(
        self, act: Callable[[Person, date], None], people: list[Person], day: date, progress: Callable[[], None]
    ) -> None:
        with ThreadPoolExecutor(WORKERS) as pool:
            for _ in pool.map(act, people, repeat(day)):
                progress()

    def _join(self, person: Person, day: date) -> None:
        donor = self._donors[person.number]
        donor.join(self._url, stratum=person.stratum)
        donor.set_sending("by-itself")  # nobody is there to review the days
        self._by_identity[identity(donor)] = person
        self._check_in(person, day)

    def _check_in(self, person: Person, _day: date) -> None:
        report = self._donors[person.number].check_in([person.history])
        self.refused.update(refusal.reason for refusal in report.refused)

    def close(self) -> None:
        """Close every donor's home."""
        for donor in self._donors.values():
            donor.close()

    def truth(self, row: dict[str, Any]) -> list[int]:
        """What the sums of a published day and stratum should be: its donors' true counts, number by number."""
        total: Counter[str] = Counter()
        for name in self._server.counted[date.fromisoformat(row["day"])]:
            person = self._by_identity[name]
            if person.stratum == row["stratum"]:
                total += person.truth(date.fromisoformat(row["day"]))
        return [total[name] for name in NAMES]

    def sums(self, row: dict[str, Any]) -> list[int]:
        """What they were before noise."""
        return self._server.before_noise[published(row)]


def published(row: dict[str, Any]) -> tuple[int, ...]:
    """A published row's numbers."""
    return (row["donors"], row["searches"], *row["totals"].values())


def identity(donor: Donor) -> str:
    """The donor's public identity key, by which the server's rosters name it."""
    credentials = donor.installation.credentials()
    assert credentials is not None
    return donor.installation.membership().member(credentials).identity


def calendar(first: date, days: int) -> list[date]:
    """So many days from the first on."""
    return [first + timedelta(days=n) for n in range(days)]
