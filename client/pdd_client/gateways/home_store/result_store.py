"""What a donor's home keeps of published results: the server's texts, each replaced whole."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date

from pdd_client.gateways.home_store.database import HomeDatabase


@dataclass(frozen=True)
class KeptResults:
    """A campaign's results as fetched last, None before, and their tag; `listed` whether the server listed it last.

    `unlisted`: the data day on which the server's list was first seen without it; None while it is listed.
    """

    campaign: str
    text: str | None = field(repr=False)
    tag: str | None
    listed: bool
    unlisted: date | None


class ResultStore:
    """The results of one home. Each method that writes runs in the caller's transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def list_campaigns(self, names: Collection[str], claimed: Collection[str], day: date) -> None:
        """Note the campaigns that the server lists on this data day; results are asked for whatever is joined.

        `names` are those that can be used. One that is only `claimed` is on the list, but its text is not the server's.
        """
        self._database.execute("UPDATE results SET listed = 0")
        rows = [{"campaign": name, "listed": 1, "unlisted": None} for name in names]
        self._database.table("results").upsert_all(rows, pk="campaign")
        places = ", ".join("?" * len(claimed))
        sql = f"UPDATE results SET unlisted = ? WHERE unlisted IS NULL AND campaign NOT IN ({places})"
        self._database.execute(sql, [day.isoformat(), *claimed])

    def keep(self, campaign: str, text: str, tag: str | None) -> None:
        """Keep what a campaign has published in place of what it had before."""
        sql = "UPDATE results SET text = ?, tag = ? WHERE campaign = ?"
        self._database.execute(sql, [text, tag, campaign])

    def all(self) -> list[KeptResults]:
        """All campaigns that were ever listed, by name."""
        rows = self._database.query("SELECT campaign, text, tag, listed, unlisted FROM results ORDER BY campaign")
        return [
            KeptResults(row["campaign"], row["text"], row["tag"], bool(row["listed"]), _day(row["unlisted"]))
            for row in rows
        ]

    def unlisted(self) -> dict[str, date]:
        """By campaign that the server lists no more, the data day on which that was first seen."""
        rows = self._database.query("SELECT campaign, unlisted FROM results WHERE unlisted IS NOT NULL")
        return {row["campaign"]: date.fromisoformat(row["unlisted"]) for row in rows}

    def has_published(self, campaign: str) -> bool:
        """Whether totals of at least one day are kept of this campaign."""
        sql = "SELECT json_array_length(text, '$.days') FROM results WHERE campaign = ? AND json_valid(text)"
        row = self._database.execute(sql, [campaign]).fetchone()
        return bool(row and row[0])


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
