"""The browser extensions of a donor's home: the addresses of connected ones, and the days that extensions gave.

No search is stored. The app asks an extension for searches each time it needs them, and holds them in memory only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from pdd_client.gateways.home_store.database import HomeDatabase


@dataclass(frozen=True)
class Connected:
    """An extension whose native host is running: the host's local address, and the browser's name.

    Only this user's programs can connect to the address.
    """

    address: str
    browser: str


class ExtensionStore:
    """The extensions of one home. Call each method that writes inside a transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def connect(self, extension: Connected) -> None:
        """Store the address of a native host that listens."""
        row = {"address": extension.address, "browser": extension.browser}
        self._database.table("extensions").upsert(row, pk="address")

    def disconnect(self, address: str) -> None:
        """Delete the address of a native host that has ended."""
        self._database.table("extensions").delete_where("address = ?", [address])

    def connected(self) -> tuple[Connected, ...]:
        """Return the native hosts that listen; a host that was killed may still be among them."""
        rows = self._database.query("SELECT address, browser FROM extensions ORDER BY browser, address")
        return tuple(Connected(**row) for row in rows)

    def take_over(self, days: Iterable[date]) -> None:
        """Store days that an extension has given or is bound to give: the app gives zeros for them."""
        self._database.table("elsewhere").insert_all([{"day": day.isoformat()} for day in days], pk="day", ignore=True)

    def note_hits(self, source: str, used: Mapping[str, int]) -> None:
        """Store the hits that an extension says it has used, by campaign. They never become fewer.

        Args:
            source: the extension's name for itself, at random, the same each time.
            used: hits by campaign id, of campaigns that cap those of all their periods.

        """
        for campaign, hits in used.items():
            self._database.execute(
                "INSERT INTO hits_elsewhere (source, campaign, hits) VALUES (?, ?, ?)"
                " ON CONFLICT (source, campaign) DO UPDATE SET hits = max(hits, excluded.hits)",
                [source, campaign, hits],
            )

    def knows(self, source: str, used: Mapping[str, int]) -> bool:
        """Return whether an extension has said before that it has used as many hits."""
        rows = self._database.query("SELECT campaign, hits FROM hits_elsewhere WHERE source = ?", [source])
        known = {row["campaign"]: row["hits"] for row in rows}
        return all(known.get(campaign, 0) >= hits for campaign, hits in used.items())

    def hits_elsewhere(self, but: str | None = None) -> dict[str, int]:
        """Return the hits that extensions have used, by campaign, without those of the extension `but`."""
        rows = self._database.query(
            "SELECT campaign, sum(hits) AS hits FROM hits_elsewhere WHERE source IS NOT ? GROUP BY campaign", [but]
        )
        return {row["campaign"]: row["hits"] for row in rows}

    def note_giving(self, source: str, *, gives: bool) -> None:
        """Store whether an extension may give in this app's place: it took over, and has not handed over since."""
        if gives:
            self._database.table("extensions_giving").insert({"source": source}, pk="source", ignore=True)
        else:
            self._database.table("extensions_giving").delete_where("source = ?", [source])

    def giving(self) -> bool:
        """Return whether an extension may give in this app's place, so that its hits are not known."""
        return bool(self._database.execute("SELECT 1 FROM extensions_giving LIMIT 1").fetchone())

    def given_elsewhere(self, day: date) -> bool:
        """Return whether an extension has given the day, or was bound to give it."""
        return bool(self._database.execute("SELECT 1 FROM elsewhere WHERE day = ?", [day.isoformat()]).fetchone())
