"""What a donor's home keeps of browser extensions: where those connected now are asked, and the days they gave.

No search is kept: what an extension hands over is asked for each time, and stays in memory.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from pdd_client.gateways.home_store.database import HomeDatabase


@dataclass(frozen=True)
class Connected:
    """An extension that a browser has connected: its host listens at this address, for this user alone."""

    address: str
    browser: str


class ExtensionStore:
    """The extensions of one home. Each method that writes runs in the caller's transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def connect(self, extension: Connected) -> None:
        """Note a host that listens."""
        row = {"address": extension.address, "browser": extension.browser}
        self._database.table("extensions").upsert(row, pk="address")

    def disconnect(self, address: str) -> None:
        """Forget a host that has ended."""
        self._database.table("extensions").delete_where("address = ?", [address])

    def connected(self) -> tuple[Connected, ...]:
        """The hosts that listen; one that was killed may still be among them."""
        rows = self._database.query("SELECT address, browser FROM extensions ORDER BY browser, address")
        return tuple(Connected(**row) for row in rows)

    def take_over(self, days: Iterable[date]) -> None:
        """Note days of which nothing is to be given here."""
        self._database.table("elsewhere").insert_all([{"day": day.isoformat()} for day in days], pk="day", ignore=True)

    def given_elsewhere(self, day: date) -> bool:
        """Whether an extension gave the day, or was bound to it."""
        return bool(self._database.execute("SELECT 1 FROM elsewhere WHERE day = ?", [day.isoformat()]).fetchone())
