"""The charges of a donor's privacy account: what each given day cost, stored for ever."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_shared.protocol.decimals import as_text

if TYPE_CHECKING:
    from pdd_client.core.donation.ledger import GivenDay


class ChargeStore:
    """The charges of one home, at most one for each day and campaign. Call `add` inside a transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def add(self, given: "Iterable[GivenDay]") -> None:
        """Charge these days.

        Raises:
            sqlite3.IntegrityError: one of the days was charged before; the transaction then rolls back as a whole.

        """
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
        """Return all given days with their charges, oldest first."""
        from pdd_client.core.donation.ledger import GivenDay  # slow to import: it loads the composition arithmetic
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
