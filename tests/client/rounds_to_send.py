"""A donor with a due day, under either protocol, for the tests of sending."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from pdd_client.donor.contact.report import CheckInReport
from pdd_client.donor.donor import Donor
from tests.client.cohort_fakes import CohortServer
from tests.client.cohort_players import crowd
from tests.client.fakes import DAY, NOON, URL, Clock, FakeServer, open_donor

ROUND = NOON.date()
PROTOCOLS = ("plain", "cohort")


@dataclass
class DueRound:
    """The `plain` round of the day of NOON, whose counts are asked for from the next day on."""

    donor: Donor
    server: FakeServer
    history: Path
    more: list[Path] = field(default_factory=list)
    """Histories besides."""

    def join(self) -> None:
        """Join, and be active on the day."""
        self.donor.campaigns.join(URL)
        self.check_in()

    def next_day(self) -> None:
        """Move to the next day, from which on the server asks for the counts."""
        self.server.clock.now = NOON + DAY
        self.server.offer(self.server.plan(ROUND))

    def last_day(self) -> None:
        """Move to the last day on which the server certainly takes the counts."""
        self.server.clock.now = NOON + timedelta(days=1 + self.server.info().delay)

    def check_in(self) -> CheckInReport:
        return self.donor.check_in([self.history, *self.more])

    def send(self) -> CheckInReport:
        """Run the check-in that sends a decided day."""
        return self.check_in()

    def sent(self) -> bool:
        """Return whether the day's counts have reached the server."""
        return bool(self.server.vectors)

    def total(self) -> list[int]:
        """Return what was sent: joined, searches and the three counts."""
        return list(self.server.unblinded(ROUND))


@dataclass
class DueUpload(DueRound):
    """The same day under `cohort`: after review it goes out on its last day, by itself on the next day."""

    server: CohortServer

    def next_day(self) -> None:
        self.server.to_next_day()

    def last_day(self) -> None:
        while self.server.clock.now < NOON + 2 * DAY:
            self.server.to_next_day()

    def send(self) -> CheckInReport:
        if self.donor.installation.sending_of(ROUND) == "review":
            self.last_day()
        return self.check_in()

    def sent(self) -> bool:
        return any(f"/rounds/{ROUND}/uploads/" in path for _, path in self.server.sent)

    def total(self) -> list[int]:
        """Return what the log says was sent; other tests check that sums are these numbers plus noise."""
        assert self.sent()
        (given,) = [line.given for line in self.donor.log() if line.what == "vector" and line.round == ROUND]
        if not given:
            return [0] * 5
        counts = [given[0]["counts"].get(label, 0) for label in self.server.campaigns[0].vocabulary]
        return [1, given[0]["searches"], *counts]


@contextmanager
def due_round(protocol: str, folder: Path, clock: Clock, history: Path) -> Iterator[DueRound]:
    """Return a joined donor, active on the day; under `cohort` with three others."""
    home = folder / "home"
    if protocol == "plain":
        with open_donor(home, server := FakeServer(clock)) as donor:
            (due := DueRound(donor, server, history)).join()
            yield due
        return
    cohort = CohortServer(clock)
    (others := folder / "others").mkdir()
    with crowd(others, cohort, 3), open_donor(home, cohort) as donor:
        (due := DueUpload(donor, cohort, history)).join()
        yield due
