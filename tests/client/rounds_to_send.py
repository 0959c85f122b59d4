"""A round that is due, in either protocol: what tests of sending have in common."""

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pdd_client.donor import CheckInReport, Donor
from tests.client.fakes import DAY, NOON, URL, FakeServer
from tests.client.recoverable_fakes import RecoverableServer

ROUND = NOON.date()


@dataclass
class DueRound:
    """The round of the day of NOON; its counts are asked for from the day after on."""

    donor: Donor
    server: FakeServer
    history: Path

    def join(self) -> None:
        """Join, and be there on the day."""
        self.donor.join(URL)
        if isinstance(self.server, RecoverableServer):
            self.server.begin(ROUND)
        self.check_in()

    def next_day(self) -> None:
        """The night after the day: from now on its counts are asked for."""
        self.server.clock.now = NOON + DAY
        if isinstance(self.server, RecoverableServer):
            self.server.days[ROUND].fix_roster()
        else:
            self.server.offer(self.server.plan(ROUND))

    def last_day(self) -> None:
        """The last day on which the counts are taken."""
        self.server.clock.now = NOON + timedelta(days=1 + self.server.info().delay)

    def check_in(self) -> CheckInReport:
        return self.donor.check_in([self.history])

    def sent(self) -> bool:
        """Whether a vector of the day has reached the server."""
        if isinstance(self.server, RecoverableServer):
            return any(kind == "vectors" for kind, _ in self.server.days[ROUND].messages)
        return bool(self.server.vectors)

    def total(self) -> list[int]:
        """What was sent: joined, searches, and the three counts."""
        if not isinstance(self.server, RecoverableServer):
            return list(self.server.unblinded(ROUND))
        self.server.days[ROUND].close()
        return list(self.server.days[ROUND].total())
