"""What a donor's home keeps of its days: what was decided about them until they are locked, and which those are."""

import json
from dataclasses import asdict
from datetime import date, datetime

from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.gateways.home_store.database import HomeDatabase


class DayStore:
    """The days of one home. Each method that writes runs in the caller's transaction."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def decide(self, decision: Decision) -> None:
        """Keep a decision in place of an earlier one."""
        seen = {campaign: asdict(counts) for campaign, counts in decision.seen.items()}
        row = {
            "day": decision.day.isoformat(),
            "approved": int(decision.approved),
            "time": decision.time.isoformat(),
            "seen": json.dumps(seen),
        }
        self._database.table("decisions").upsert(row, pk="day")

    def undecide(self, day: date) -> None:
        """Forget what was decided about the day."""
        self._database.table("decisions").delete_where("day = ?", [day.isoformat()])

    def decided(self, day: date) -> Decision | None:
        """What was decided about the day."""
        return self.decisions().get(day)

    def decisions(self) -> dict[date, Decision]:
        """All that was decided, by day."""
        rows = self._database.query("SELECT day, approved, time, seen FROM decisions ORDER BY day")
        found = {}
        for row in rows:
            day = date.fromisoformat(row["day"])
            seen = {campaign: Seen(**counts) for campaign, counts in json.loads(row["seen"]).items()}
            found[day] = Decision(day, bool(row["approved"]), datetime.fromisoformat(row["time"]), seen)
        return found

    def locked(self) -> dict[date, bool]:
        """The days whose counts were locked, and whether the server has confirmed them."""
        rows = self._database.query("SELECT day, sent FROM journal ORDER BY day")
        return {date.fromisoformat(row["day"]): bool(row["sent"]) for row in rows}
