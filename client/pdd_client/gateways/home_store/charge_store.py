"""The days a donor has given, as its home keeps them: what each cost, for good."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_shared.protocol.decimals import as_text

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import GivenDay


class ChargeStore:
    """The charges of one home; no day of a campaign has two. Each method runs in the caller's transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def add(self, given: "Iterable[GivenDay]") -> None:
        """Charge these days; sqlite3.IntegrityError, and nothing is kept, for a day that was charged before."""
        rows = [
            {
                "day": one.day.isoformat(),
                "campaign": one.campaign,
                "law": one.charge.law,
                "scale": as_text(one.charge.scale),
                "sensitivity": one.charge.sensitivity,
                "delta": one.charge.delta,
            }
            for one in given
        ]
        self._database.table("charges").insert_all(rows)

    def given(self) -> "tuple[GivenDay, ...]":
        """All days given, the oldest first."""
        from pdd_client.core.donation.ledger import GivenDay  # brings the arithmetic of composition
        from pdd_shared.privacy.accounting.charges import Charge

        rows = self._database.query("SELECT * FROM charges ORDER BY day, campaign")
        return tuple(
            GivenDay(
                date.fromisoformat(row["day"]),
                row["campaign"],
                Charge(row["law"], Decimal(row["scale"]), row["sensitivity"], row["delta"]),
            )
            for row in rows
        )
