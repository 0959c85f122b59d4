"""The published results that a donor's home stores: for each campaign, the server's text as fetched last."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date

from pdd_client.gateways.home_store.database import HomeDatabase


@dataclass(frozen=True)
class KeptResults:
    """The stored results of one campaign.

    Attributes:
        campaign: the campaign's id.
        text: the results as JSON text, None before the first fetch.
        listed: whether the campaign was in the server's last list, with a valid signature.
        unlisted: the data day on which the campaign was first missing from the list, None while it is listed.

    """

    campaign: str
    text: str | None = field(repr=False)
    listed: bool
    unlisted: date | None


class ResultStore:
    """The stored results of one home. Call each method that writes inside a transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def list_campaigns(self, names: Collection[str], claimed: Collection[str], day: date) -> None:
        """Store which campaigns the server lists.

        Every donor fetches the results of all listed campaigns, so that its requests don't tell which ones it joined.

        Args:
            names: ids of the listed campaigns whose signature is valid.
            claimed: ids of all listed campaigns. One with a wrong signature can't be used, but is not unlisted either.
            day: the current data day, stored with campaigns that are missing from the list for the first time.

        """
        self._database.execute("UPDATE results SET listed = 0")
        rows = [{"campaign": name, "listed": 1, "unlisted": None} for name in names]
        self._database.table("results").upsert_all(rows, pk="campaign")
        places = ", ".join("?" * len(claimed))
        sql = f"UPDATE results SET unlisted = ? WHERE unlisted IS NULL AND campaign NOT IN ({places})"
        self._database.execute(sql, [day.isoformat(), *claimed])

    def keep(self, campaign: str, text: str) -> None:
        """Store a campaign's results in place of earlier ones."""
        self._database.execute("UPDATE results SET text = ? WHERE campaign = ?", [text, campaign])

    def all(self) -> list[KeptResults]:
        """Return the stored results of all campaigns that were ever listed, sorted by id."""
        rows = self._database.query("SELECT campaign, text, listed, unlisted FROM results ORDER BY campaign")
        return [KeptResults(row["campaign"], row["text"], bool(row["listed"]), _day(row["unlisted"])) for row in rows]

    def unlisted(self) -> dict[str, date]:
        """Return, by id of each campaign that is no longer listed, the data day on which it was first missing."""
        rows = self._database.query("SELECT campaign, unlisted FROM results WHERE unlisted IS NOT NULL")
        return {row["campaign"]: date.fromisoformat(row["unlisted"]) for row in rows}

    def has_published(self, campaign: str) -> bool:
        """Return whether the stored results of this campaign hold the totals of at least one day."""
        sql = "SELECT json_array_length(text, '$.days') FROM results WHERE campaign = ? AND json_valid(text)"
        row = self._database.execute(sql, [campaign]).fetchone()
        return bool(row and row[0])


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
