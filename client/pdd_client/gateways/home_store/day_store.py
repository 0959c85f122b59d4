"""The days of a donor's home: the donor's decisions about days that are not locked yet, and the locked days."""

import json
from dataclasses import asdict
from datetime import date, datetime

from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.gateways.home_store.database import HomeDatabase


class DayStore:
    """The days of one home. Call each method that writes inside a transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def decide(self, decision: Decision) -> None:
        """Store the donor's decision about a day in place of an earlier one."""
        seen = {campaign: asdict(counts) for campaign, counts in decision.seen.items()}
        row = {
            "day": decision.day.isoformat(),
            "approved": int(decision.approved),
            "time": decision.time.isoformat(),
            "seen": json.dumps(seen),
        }
        self._database.table("decisions").upsert(row, pk="day")

    def undecide(self, day: date) -> None:
        """Delete the donor's decision about the day."""
        self._database.table("decisions").delete_where("day = ?", [day.isoformat()])

    def decided(self, day: date) -> Decision | None:
        """Return the donor's decision about the day, None if there is none."""
        return self.decisions().get(day)

    def decisions(self) -> dict[date, Decision]:
        """Return all decisions by day, earliest first."""
        rows = self._database.query("SELECT day, approved, time, seen FROM decisions ORDER BY day")
        found = {}
        for row in rows:
            day = date.fromisoformat(row["day"])
            seen = {campaign: Seen(**counts) for campaign, counts in json.loads(row["seen"]).items()}
            found[day] = Decision(day, bool(row["approved"]), datetime.fromisoformat(row["time"]), seen)
        return found

    def locked(self) -> dict[date, bool]:
        """Return each locked day, earliest first, and whether the server has confirmed its counts."""
        rows = self._database.query("SELECT day, sent FROM journal ORDER BY day")
        return {date.fromisoformat(row["day"]): bool(row["sent"]) for row in rows}
