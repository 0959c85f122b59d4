"""The charges of a donor's privacy account: what each given day cost, stored for ever."""

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from pdd_client.gateways.home_store.database import HomeDatabase

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
        from pdd_shared.privacy.accounting.charge_texts import text_of  # slow to import: it loads numpy

        rows = [
            {
                "day": one.day.isoformat(),
                "campaign": one.campaign,
                "charge": text_of(one.charge),
                "repeats": one.repeats.isoformat() if one.repeats else None,
                "hits": one.hits,
            }
            for one in given
        ]
        self._database.table("charges").insert_all(rows)

    def days(self) -> frozenset[date]:
        """Return the days on which anything is charged."""
        rows = self._database.query("SELECT DISTINCT day FROM charges")
        return frozenset(date.fromisoformat(row["day"]) for row in rows)

    def given(self) -> "tuple[GivenDay, ...]":
        """Return all given days with their charges, oldest first."""
        from pdd_client.core.donation.ledger import GivenDay  # slow to import: it loads the composition arithmetic
        from pdd_shared.privacy.accounting.charge_texts import charge_in

        rows = self._database.query("SELECT * FROM charges ORDER BY day, campaign")
        return tuple(
            GivenDay(
                date.fromisoformat(row["day"]),
                row["campaign"],
                charge_in(row["charge"]),
                date.fromisoformat(row["repeats"]) if row["repeats"] else None,
                row["hits"],
            )
            for row in rows
        )
