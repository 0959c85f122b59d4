"""What a donor's home keeps of `recoverable` rounds, and the keys of others that it has seen.

The digests of group plan and survivor list stay for good, so that no day is prepared twice and no second story about
it is believed; secrets and texts go as soon as they can't be needed. Each method runs in the caller's transaction.
"""

from collections.abc import Collection, Iterable
from datetime import date, timedelta

from pdd_client.gateways.home_database import HomeDatabase
from pdd_client.gateways.store_rows import Round, read_round, round_row
from pdd_shared.messages import Member, Signed

TEXTS_DAYS = 32
"""The texts of a round are kept this long: its windows, and a server that was down for weeks within them."""


class RoundStore:
    """The rounds and pins of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def get(self, day: date) -> Round | None:
        """What is kept of the day's round, None if it was never heard of."""
        row = next(self._database.query("SELECT * FROM rounds WHERE day = ?", [day.isoformat()]), None)
        return None if row is None else read_round(row)

    def add(self, kept: Round, members: Iterable[Member]) -> None:
        """Keep a round, and pin the keys of its members; there is one group plan a day, ever."""
        self._database.table("rounds").insert(round_row(kept))
        self.pin(members)

    def submitting(self, day: date, roster: Signed) -> None:
        """Keep the roster a vector was blinded under; the round's secrets are erased with that."""
        sql = "UPDATE rounds SET roster = ?, ephemeral = NULL, self_mask = NULL WHERE day = ?"
        self._database.execute(sql, [roster.model_dump_json(), day.isoformat()])

    def told(self, day: date, survivors: bytes) -> None:
        """Note the survivor list that shares are about to be revealed for: there is no submitting after it."""
        sql = "UPDATE rounds SET survivors = ?, ephemeral = NULL, self_mask = NULL WHERE day = ?"
        self._database.execute(sql, [survivors, day.isoformat()])

    def revealing(self, day: date, reveal: bytes) -> None:
        """Keep the shares that are about to be revealed."""
        self._database.execute("UPDATE rounds SET reveal = ? WHERE day = ?", [reveal, day.isoformat()])

    def forget(
        self, today: date, preparing: Collection[date], submitting: Collection[date], revealing: Collection[date]
    ) -> None:
        """Erase what the server, which asks for these days, can't ask for any more; the digests stay."""
        self._clear(["preparation"], "TRUE", [], preparing)
        self._clear(["ephemeral", "self_mask"], "last_day < ?", [today.isoformat()], submitting)
        self._clear(["reveal"], "TRUE", [], revealing)
        old = (today - timedelta(days=TEXTS_DAYS)).isoformat()
        self._clear(["group_plan", "roster", "prepared"], "day < ?", [old], {*submitting, *revealing})

    def forget_all(self) -> None:
        """Erase everything but the digests and the pins: the keys that it belongs to are gone."""
        texts = ["group_plan", "roster", "prepared", "preparation", "ephemeral", "self_mask", "reveal"]
        self._clear(texts, "TRUE", [], ())

    def _clear(self, columns: Iterable[str], where: str, values: list[str], but: Collection[date]) -> None:
        nothing = ", ".join(f"{column} = NULL" for column in columns)
        places = ", ".join("?" * len(but))
        sql = f"UPDATE rounds SET {nothing} WHERE {where} AND day NOT IN ({places})"
        self._database.execute(sql, [*values, *(day.isoformat() for day in but)])

    def pinned(self, identity: str) -> str | None:
        """The exchange key this identity was first seen with, None if it was never seen."""
        row = self._database.execute("SELECT exchange FROM pins WHERE identity = ?", [identity]).fetchone()
        return None if row is None else str(row[0])

    def pin(self, members: Iterable[Member]) -> None:
        """Keep the keys of members seen for the first time."""
        rows = [(member.identity, member.exchange) for member in members]
        self._database.connection.executemany("INSERT OR IGNORE INTO pins (identity, exchange) VALUES (?, ?)", rows)
