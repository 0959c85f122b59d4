"""The days of a donor's home: the donor's decisions about days, and the locked days."""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import date, datetime

from pdd_client.core.donation.decisions import Decision, Seen
from pdd_client.gateways.home_store.database import HomeDatabase


@dataclass(frozen=True)
class Blinded:
    """The blinded vector of one day.

    Attributes:
        day: the data day.
        context: the digest of the context that the vector is for.
        data: the vector's bytes, None once they are erased because the server can't ask for them again.
        sent: whether the server has confirmed the vector.

    """

    day: date
    context: bytes
    data: bytes | None = field(repr=False)
    sent: bool


class DayStore:
    """The days of one home, and the blinded vectors of locked days. Call writing methods inside a transaction.

    A decision is deleted when its day is locked. The decision to withhold a day stays while a plan can ask for its
    week.
    """

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
        """Return the donor's decision about the day; None if the donor has not decided."""
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

    def withheld(self) -> frozenset[date]:
        """Return the days that the donor withheld, as far as they are kept: locked ones too."""
        return frozenset(day for day, decision in self.decisions().items() if not decision.approved)

    def forget_withheld(self, last: date) -> None:
        """Delete the decisions on withheld days that are locked, up to a last day."""
        where = "day <= ? AND day IN (SELECT day FROM journal)"
        self._database.table("decisions").delete_where(where, [last.isoformat()])

    def locked(self) -> dict[date, bool]:
        """Return each locked day, earliest first, and whether the server has confirmed its counts."""
        rows = self._database.query("SELECT day, sent FROM journal ORDER BY day")
        return {date.fromisoformat(row["day"]): bool(row["sent"]) for row in rows}

    # --- the journal of blinded vectors

    def blinded(self, day: date) -> Blinded | None:
        """Return the day's entry in the journal, None if the day has none."""
        sql = "SELECT context, data, sent FROM journal WHERE day = ?"
        row = self._database.execute(sql, [day.isoformat()]).fetchone()
        return None if row is None else Blinded(day, row[0], row[1], bool(row[2]))

    def keep_blinded(self, blinded: Blinded) -> None:
        """Store a day's blinded vector before it is sent.

        A second vector for one day could reveal the counts of the first, so a day has one context for ever.

        Raises:
            sqlite3.IntegrityError: the day has an entry already.

        """
        row = asdict(blinded) | {"day": blinded.day.isoformat()}
        self._database.table("journal").insert(row)

    def mark_sent(self, day: date) -> None:
        """Note that the server has confirmed the day's vector."""
        self._database.execute("UPDATE journal SET sent = 1 WHERE day = ?", [day.isoformat()])

    def forget_data(self, still_asked: Collection[date] = ()) -> None:
        """Erase the blinded vectors of all days that the server no longer asks for; their contexts stay."""
        asked = [day.isoformat() for day in still_asked]
        places = ", ".join("?" * len(asked))
        sql = f"UPDATE journal SET data = NULL WHERE data IS NOT NULL AND day NOT IN ({places})"
        self._database.execute(sql, asked)
