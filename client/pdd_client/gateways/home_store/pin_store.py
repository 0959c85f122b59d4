"""The keys of other donors as a home saw them first, in rosters of `plain`."""

from collections.abc import Iterable

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_shared.protocol.messages import Member


class PinStore:
    """The pins of one home: an identity can't show another exchange key later."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def pinned(self, identity: str) -> str | None:
        """The exchange key this identity was first seen with, None if it was never seen."""
        row = self._database.execute("SELECT exchange FROM pins WHERE identity = ?", [identity]).fetchone()
        return None if row is None else str(row[0])

    def pin(self, members: Iterable[Member]) -> None:
        """Keep the keys of members seen for the first time, in the caller's transaction."""
        rows = [(member.identity, member.exchange) for member in members]
        self._database.connection.executemany("INSERT OR IGNORE INTO pins (identity, exchange) VALUES (?, ?)", rows)
