"""What a donor's home keeps of published results: the server's texts, each replaced whole."""

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlite_utils import Database


@dataclass(frozen=True)
class KeptResults:
    """A campaign's results as fetched last, None before, and their tag; `listed` whether the server listed it last."""

    campaign: str
    text: str | None = field(repr=False)
    tag: str | None
    listed: bool


class ResultStore:
    """The results of one home. Each method that writes runs in the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_campaigns(self, names: Collection[str]) -> None:
        """Note the campaigns that the server lists now: what is asked for later is asked for whatever is joined."""
        self._database.execute("UPDATE results SET listed = 0")
        self._database.table("results").upsert_all([{"campaign": name, "listed": 1} for name in names], pk="campaign")

    def keep(self, campaign: str, text: str, tag: str | None) -> None:
        """Keep what a campaign has published in place of what it had before."""
        sql = "UPDATE results SET text = ?, tag = ? WHERE campaign = ?"
        self._database.execute(sql, [text, tag, campaign])

    def all(self) -> list[KeptResults]:
        """All campaigns that were ever listed, by name."""
        rows = self._database.query("SELECT campaign, text, tag, listed FROM results ORDER BY campaign")
        return [KeptResults(row["campaign"], row["text"], row["tag"], bool(row["listed"])) for row in rows]
