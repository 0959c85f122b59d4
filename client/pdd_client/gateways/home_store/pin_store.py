"""Other donors' keys as a home first saw them in rosters of `plain` (trust on first use)."""

from collections.abc import Iterable

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_shared.protocol.messages import Member


class PinStore:
    """The pinned keys of one home.

    An identity's first X25519 key is pinned. So the server can't later put its own key in a member's place unnoticed.
    """

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def pinned(self, identity: str) -> str | None:
        """Return the exchange key that this identity was first seen with, None if it was never seen."""
        row = self._database.execute("SELECT exchange FROM pins WHERE identity = ?", [identity]).fetchone()
        return None if row is None else str(row[0])

    def pin(self, members: Iterable[Member]) -> None:
        """Pin the keys of members that are seen for the first time; call it inside a transaction."""
        rows = [(member.identity, member.exchange) for member in members]
        self._database.connection.executemany("INSERT OR IGNORE INTO pins (identity, exchange) VALUES (?, ?)", rows)
