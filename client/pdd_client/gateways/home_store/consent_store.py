"""The donor's consents, and the campaigns as the server signed them last."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pdd_client.core.donation.consent import Consent
from pdd_client.gateways.home_store.database import HomeDatabase, Row, read_time
from pdd_shared.protocol.messages import Campaign, Signed


class ConsentStore:
    """The consents and campaigns of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def add(self, consent: Consent) -> None:
        """Store a consent. Earlier consents to the same campaign stay: they apply to earlier days."""
        self._database.table("consents").insert(_row(consent))

    def leave(self, campaign: str, time: datetime) -> None:
        """Mark all consents to a campaign that are in force as ended at `time`."""
        sql = "UPDATE consents SET left = ? WHERE campaign = ? AND left IS NULL"
        self._database.execute(sql, [time.isoformat(), campaign])

    def newest(self) -> dict[str, tuple[Consent, datetime | None]]:
        """Return, by campaign id, the newest consent and the time at which it ended; None if it is in force."""
        rows = self._database.query("SELECT * FROM consents ORDER BY id")
        return {row["campaign"]: (_read(row), read_time(row["left"])) for row in rows}

    def every(self) -> list[Consent]:
        """Return all consents ever given, oldest first."""
        return [_read(row) for row in self._database.query("SELECT * FROM consents ORDER BY id")]

    def agreed(self) -> dict[str, list[Consent]]:
        """Return, by campaign id, the consents that were not ended by leaving, oldest first."""
        found: dict[str, list[Consent]] = {}
        for row in self._database.query("SELECT * FROM consents WHERE left IS NULL ORDER BY id"):
            found.setdefault(row["campaign"], []).append(_read(row))
        return found

    def keep_campaigns(self, campaigns: Mapping[str, Signed]) -> None:
        """Store the signed text of each campaign, by id, in place of the previous one.

        Campaigns that the server no longer lists keep the text that they had.
        """
        rows = [{"id": name, **signed.model_dump()} for name, signed in campaigns.items()]
        self._database.table("campaigns").upsert_all(rows, pk="id")

    def campaigns(self) -> dict[str, Campaign]:
        """Return all campaigns that were ever stored, by id, as the server signed them last."""
        rows = self._database.query("SELECT id, payload FROM campaigns ORDER BY id")
        return {row["id"]: Campaign.model_validate_json(row["payload"]) for row in rows}


def _row(consent: Consent) -> dict[str, Any]:
    """Return a consent's database row. It holds the signed text unchanged, so that the signature stays valid."""
    return {
        "campaign": consent.campaign.id,
        "payload": consent.signed.payload,
        "signature": consent.signed.signature,
        "language": consent.language,
        "time": consent.time.isoformat(),
        "stratum": consent.stratum,
        "entries": len(consent.vocabulary),
    }


def _read(row: Row) -> Consent:
    """Return the consent that a database row holds."""
    return Consent(
        signed=Signed(payload=row["payload"], signature=row["signature"]),
        campaign=Campaign.model_validate_json(row["payload"]),
        language=row["language"],
        time=datetime.fromisoformat(row["time"]),
        stratum=row["stratum"],
    )
