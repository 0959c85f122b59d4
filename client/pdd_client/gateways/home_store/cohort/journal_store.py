"""The `cohort` journal of a home, the lists that it has certified, and the plans of its open days.

`pdd_shared.rounds.cohort.day.journal` explains the journal. Its lines are inserted and never changed. A second value
under a key raises sqlite3.IntegrityError and rolls back the whole transaction: so two check-ins at once can't send two
different messages. Only uploads are ever erased. Call each method that writes inside a transaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from pdd_client.gateways.home_store.database import HomeDatabase, Row
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class KeptList:
    """A list that this home certified as a committee member.

    Attributes:
        day: the data day.
        cohort: the cohort's number.
        sub_cohort: the sub-cohort's number.
        epoch: the number of the epoch in which the committee serves.
        certified: the day on which the home certified the list.
        data: the list as the server encoded it.

    """

    day: date
    cohort: int
    sub_cohort: int
    epoch: int
    certified: date
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class KeptPlan:
    """The signed plan of a data day, the number of its epoch, and the first day on which its upload may be sent."""

    epoch: int
    goes_out: date
    signed: Signed = field(repr=False)


class JournalStore:
    """The journal of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def of_day(self, day: date) -> Journal:
        """Return the journal of one data day: every entry that a message about that day is checked against."""
        rows = self._database.query("SELECT * FROM cohort_journal WHERE day = ?", [day.isoformat()])
        return Journal({Key(Kind(row["kind"]), day, row["cohort"], row["sub_cohort"]): row["value"] for row in rows})

    def signed_until(self) -> date | None:
        """Return the day after the latest data day with an entry, None if the journal is empty.

        Equals `Journal.signed_until` of the whole journal, without reading it all.
        """
        row = self._database.execute("SELECT max(day) FROM cohort_journal").fetchone()
        return date.fromisoformat(row[0]) + _DAY if row[0] else None

    def write(self, entries: Iterable[Entry]) -> None:
        """Insert new lines into the journal.

        Raises:
            sqlite3.IntegrityError: one of the keys is in the journal already, for example because another program of
                this home wrote it meanwhile.

        """
        rows = [
            (str(key.kind), key.day.isoformat(), key.cohort, key.sub_cohort, bytes(value)) for key, value in entries
        ]
        sql = "INSERT INTO cohort_journal (kind, day, cohort, sub_cohort, value) VALUES (?, ?, ?, ?, ?)"
        self._database.connection.executemany(sql, rows)

    def erase_upload(self, day: date) -> None:
        """Erase a day's upload and plan; called when the upload's receipt has come."""
        self._database.execute("DELETE FROM cohort_journal WHERE kind = ? AND day = ?", [Kind.UPLOAD, day.isoformat()])
        self._database.execute("DELETE FROM cohort_plans WHERE day = ?", [day.isoformat()])

    def erase_uploads(self, until: date) -> None:
        """Erase the uploads of data days up to and including this one; the server can't ask for them again."""
        self._database.execute(
            "DELETE FROM cohort_journal WHERE kind = ? AND day <= ?", [Kind.UPLOAD, until.isoformat()]
        )

    # --- lists

    def keep_list(self, kept: KeptList) -> None:
        """Store a certified list, which this home needs for its answer; if there is one already, that one stays."""
        sql = (
            "INSERT OR IGNORE INTO lists (day, cohort, sub_cohort, epoch, certified, data, answered) "
            "VALUES (?, ?, ?, ?, ?, ?, 0)"
        )
        place = [kept.day.isoformat(), kept.cohort, kept.sub_cohort]
        self._database.execute(sql, [*place, kept.epoch, kept.certified.isoformat(), kept.data])

    def list_of(self, day: date, cohort: int, sub_cohort: int) -> bytes | None:
        """Return the list that this home certified, encoded; None if it certified none or has erased it."""
        sql = "SELECT data FROM lists WHERE day = ? AND cohort = ? AND sub_cohort = ?"
        row = self._database.execute(sql, [day.isoformat(), cohort, sub_cohort]).fetchone()
        return None if row is None else bytes(row[0])

    def mark_answered(self, day: date, cohort: int, sub_cohort: int) -> None:
        """Note that the server has this home's answer for the list."""
        sql = "UPDATE lists SET answered = 1 WHERE day = ? AND cohort = ? AND sub_cohort = ?"
        self._database.execute(sql, [day.isoformat(), cohort, sub_cohort])

    def unanswered_since(self, first: date) -> bool:
        """Return whether a list that was certified on this day or later still waits for this home's answer."""
        sql = "SELECT 1 FROM lists WHERE NOT answered AND certified >= ? LIMIT 1"
        return self._database.execute(sql, [first.isoformat()]).fetchone() is not None

    def erase_lists(self, epoch: int | None = None) -> None:
        """Erase the lists of an epoch; without a number, all lists."""
        where, values = ("TRUE", []) if epoch is None else ("epoch = ?", [epoch])
        self._database.execute(f"DELETE FROM lists WHERE {where}", values)

    # --- plans of days that wait for the donor, or whose upload has no receipt yet

    def keep_plan(self, day: date, kept: KeptPlan) -> None:
        """Store the plan of a day that the server has asked for; if there is one already, that one stays."""
        sql = "INSERT OR IGNORE INTO cohort_plans (day, epoch, goes_out, payload, signature) VALUES (?, ?, ?, ?, ?)"
        texts = [kept.signed.payload, kept.signed.signature]
        self._database.execute(sql, [day.isoformat(), kept.epoch, kept.goes_out.isoformat(), *texts])

    def put_off(self, day: date, until: date) -> None:
        """Note that a day's upload goes out later than its plan says, as the home waits for the server's witnesses."""
        self._database.execute(
            "UPDATE cohort_plans SET goes_out = ? WHERE day = ?", [until.isoformat(), day.isoformat()]
        )

    def plans(self) -> dict[date, KeptPlan]:
        """Return the stored plans by data day, earliest first."""
        rows = self._database.query("SELECT * FROM cohort_plans ORDER BY day")
        return {date.fromisoformat(row["day"]): _read_plan(row) for row in rows}

    def unconfirmed(self) -> list[date]:
        """Return the data days that have an upload without a receipt, in rising order."""
        sql = "SELECT day FROM cohort_journal WHERE kind = ? ORDER BY day"
        return [date.fromisoformat(day) for (day,) in self._database.execute(sql, [Kind.UPLOAD]).fetchall()]

    def forget_plans(self, until: date) -> None:
        """Delete the plans of data days up to and including this one."""
        self._database.execute("DELETE FROM cohort_plans WHERE day <= ?", [until.isoformat()])


def _read_plan(row: Row) -> KeptPlan:
    signed = Signed(payload=row["payload"], signature=row["signature"])
    return KeptPlan(row["epoch"], date.fromisoformat(row["goes_out"]), signed)
