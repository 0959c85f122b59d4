"""What a home keeps of the days of a week while a plan can ask for the week: counts, and nothing of a search."""

import json
from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_shared.protocol.days import days_of

if TYPE_CHECKING:
    from pdd_client.core.donation.period_days import KeptDay


class KeptDayStore:
    """The kept days of one home, at most one for each weekly campaign and day. Write inside a transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def keep(self, days: "Iterable[KeptDay]") -> None:
        """Store kept days in place of what was kept of the same days."""
        rows = [
            {
                "campaign": one.campaign,
                "day": one.day.isoformat(),
                "searches": one.searches,
                "hits": json.dumps(one.hits),
                "seen": one.seen,
            }
            for one in days
        ]
        self._database.table("kept_days").upsert_all(rows, pk=("campaign", "day"))

    def every(self) -> "dict[str, dict[date, KeptDay]]":
        """Return all kept days by campaign id and day, the oldest first."""
        from pdd_client.core.donation.period_days import KeptDay  # slow to import: it loads the counting rules

        found: dict[str, dict[date, KeptDay]] = {}
        for row in self._database.query("SELECT * FROM kept_days ORDER BY campaign, day"):
            day, hits = date.fromisoformat(row["day"]), json.loads(row["hits"])
            kept = KeptDay(row["campaign"], day, row["searches"], tuple(map(tuple, hits)), row["seen"])
            found.setdefault(kept.campaign, {})[day] = kept
        return found

    def forget(self, campaign: str, since: date = date.min) -> None:
        """Delete what is kept for one campaign, of a day and of later ones."""
        self._database.table("kept_days").delete_where("campaign = ? AND day >= ?", [campaign, since.isoformat()])

    def forget_week(self, campaign: str, last: date) -> None:
        """Delete the kept days of a campaign's week, which is named by its last day."""
        first = days_of("week", last)[0]
        where = "campaign = ? AND day BETWEEN ? AND ?"
        self._database.table("kept_days").delete_where(where, [campaign, first.isoformat(), last.isoformat()])

    def forget_days(self, first: date, last: date) -> None:
        """Delete what is kept of the days from the first to the last, both included."""
        self._database.table("kept_days").delete_where("day BETWEEN ? AND ?", [first.isoformat(), last.isoformat()])

    def forget_all(self) -> None:
        """Delete all kept days: they may have a search that the donor takes out now."""
        self._database.table("kept_days").delete_where()
