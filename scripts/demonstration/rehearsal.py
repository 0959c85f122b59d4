"""The course of the demonstration: days and nightly runs, who checks in, and the true sums."""

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from pdd_client.donor.donor import Donor
from scripts.demonstration.campaign import ENTRIES
from scripts.demonstration.personas import Person
from scripts.rehearsal.ground_truth import CohortGroundTruth, GroundTruth, PlainGroundTruth
from scripts.rehearsal.homes import allow_files, join, open_donor
from scripts.rehearsal.recorded_randomness import RecordedRandomness
from scripts.rehearsal.server import Server

ZONE = "Europe/London"
NIGHT, NOON, EVENING = time(0, 30), time(12, 0), time(23, 30)
WORKERS = 4
NAMES = ("joined", "searches", *ENTRIES)
_FILES_A_HOME = 4
"""Open files to allow for each home. Its database has three while it is open."""


class Steps(Protocol):
    """Receives the progress of a rehearsal, contact by contact."""

    def expect(self, contacts: int) -> None:
        """Add so many contacts to those that will come."""

    def done(self) -> None:
        """Count one contact as done."""


class Rehearsal:
    """The donors of the demonstration and its server, day by day."""

    def __init__(self, folder: Path, server: Server, url: str, people: list[Person], protocol: str) -> None:
        """Donors' homes are made in `folder`."""
        self._server, self._url, self._people = server, url, people
        allow_files(_FILES_A_HOME * len(people))
        draws = {person.number: RecordedRandomness() for person in people}
        self.ground_truth: GroundTruth = (
            CohortGroundTruth(server.books, draws) if protocol == "cohort" else PlainGroundTruth(server.books)
        )
        self._donors = {person.number: self._donor(folder, person, draws[person.number]) for person in people}
        self.refused: Counter[str] = Counter()

    def _donor(self, folder: Path, person: Person, draws: RecordedRandomness) -> Donor:
        home = folder / f"person-{person.number:03}" / "donor"
        return open_donor(home, self._server.clock, random_bytes=draws)

    def join(self, day: date, steps: Steps) -> None:
        """Let everybody join and check in for the first time, so that the next nightly run can plan sums."""
        self._begin(day)
        self._each(self._join, self._people, steps)

    def day(self, day: date, steps: Steps) -> None:
        """Run the nightly run before a day; then check in all active donors, and in the evening those due again."""
        self._begin(day)
        there = [person for person in self._people if day in person.active]
        self._each(self._check_in, there, steps)
        self._server.set_clock(datetime.combine(day, EVENING, ZoneInfo(ZONE)))
        midnight = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(ZONE))
        again = [person for person in there if self._donors[person.number].next_check_in() < midnight]
        self._each(self._check_in, again, steps)

    def last_night(self, day: date) -> None:
        """Run the nightly run that publishes what is left."""
        self._begin(day)

    def _begin(self, day: date) -> None:
        self.ground_truth.look()
        self._server.set_clock(datetime.combine(day, NIGHT, ZoneInfo(ZONE)))
        self._server.night(self.ground_truth.add_noise)
        self._server.set_clock(datetime.combine(day, NOON, ZoneInfo(ZONE)))

    def _each(self, act: Callable[[Person], None], people: list[Person], steps: Steps) -> None:
        steps.expect(len(people))
        with ThreadPoolExecutor(WORKERS) as pool:
            for _ in pool.map(act, people):
                steps.done()

    def _join(self, person: Person) -> None:
        donor = self._donors[person.number]
        join(donor, self._url, stratum=person.stratum)
        self.ground_truth.know(person.number, identity(donor))
        self._check_in(person)

    def _check_in(self, person: Person) -> None:
        report = self._donors[person.number].check_in([person.history])
        self.refused.update(refusal.reason for refusal in report.refused)

    def close(self) -> None:
        """Close every donor's home."""
        for donor in self._donors.values():
            donor.close()

    def truth(self, row: Mapping[str, Any]) -> list[int]:
        """Return the true sums of a published day and stratum: its donors' true counts, number by number."""
        day, total = date.fromisoformat(row["day"]), Counter[str]()
        for person in self._people:
            if person.stratum == row["stratum"] and person.number in self.ground_truth.counted(day):
                total += person.truth(day)
        return [total[name] for name in NAMES]


def identity(donor: Donor) -> str:
    """Return the donor's public identity key, by which the server's rosters name it."""
    credentials = donor.installation.credentials()
    assert credentials is not None
    return donor.installation.membership().member(credentials).identity


def calendar(first: date, days: int) -> list[date]:
    """Return so many days from the first one on."""
    return [first + timedelta(days=n) for n in range(days)]
