"""A server in memory whose keys end."""

from dataclasses import dataclass, field
from datetime import date, timedelta

from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.key_chain import add_link
from pdd_shared.rounds.cohort.messages import OnlineKey
from tests.client.fakes import NOON, FakeServer

YEAR = timedelta(days=366)


@dataclass
class KeyedServer(FakeServer):
    """A server whose keys end after a year."""

    last: date = field(default_factory=lambda: NOON.date() + YEAR)

    def after(self, links: tuple[Signed, ...]) -> tuple[Signed, ...]:
        """Return the chain with a link for the key of now."""
        today = self.clock().date()
        self.last = today + YEAR
        return add_link(links, self.key.verify_key.encode(), today, self.last, self.identity).links

    @property
    def online(self) -> Signed:
        names = {"server": self.identity.verify_key.encode().hex(), "key": self.key.verify_key.encode().hex()}
        return sign(OnlineKey(**names, first=date(2026, 1, 1), last=self.last), self.identity)
