"""The journal of what a home has said under `cohort`, and the lists that it answers for (pdd_shared's day.journal).

A line is inserted, never changed: a second value under its key is sqlite3.IntegrityError, and takes with it all else
that the transaction wrote. Only uploads are ever erased. Each method that writes runs in the caller's transaction.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_client.gateways.home_store.rows import Row
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.day.journal import Entry, Journal, Key, Kind

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class KeptList:
    """The bytes of a list that this home certified, of a (sub-)cohort's day; `certified` is the day on which it did."""

    day: date
    cohort: int
    sub_cohort: int
    epoch: int
    certified: date
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class KeptPlan:
    """A day's plan, the number of its epoch, and the first day on which the day may go out."""

    epoch: int
    goes_out: date
    signed: Signed = field(repr=False)


class JournalStore:
    """The journal of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def of_day(self, day: date) -> Journal:
        """Return the journal of one data day, which holds all that a message of that day is held against."""
        rows = self._database.query("SELECT * FROM said WHERE day = ?", [day.isoformat()])
        return Journal({Key(Kind(row["kind"]), day, row["cohort"], row["sub_cohort"]): row["value"] for row in rows})

    def signed_until(self) -> date | None:
        """The latest D + 1 of a data day D for which anything was said, as `Journal.signed_until` of the whole one."""
        row = self._database.execute("SELECT max(day) FROM said").fetchone()
        return date.fromisoformat(row[0]) + _DAY if row[0] else None

    def write(self, entries: Iterable[Entry]) -> None:
        """Write lines that are not in the journal yet; sqlite3.IntegrityError where one is there by now."""
        rows = [
            (str(key.kind), key.day.isoformat(), key.cohort, key.sub_cohort, bytes(value)) for key, value in entries
        ]
        sql = "INSERT INTO said (kind, day, cohort, sub_cohort, value) VALUES (?, ?, ?, ?, ?)"
        self._database.connection.executemany(sql, rows)

    def erase_upload(self, day: date) -> None:
        """Erase the day's upload, and its plan: the receipt has come."""
        self._database.execute("DELETE FROM said WHERE kind = ? AND day = ?", [Kind.UPLOAD, day.isoformat()])
        self._database.execute("DELETE FROM cohort_plans WHERE day = ?", [day.isoformat()])

    def erase_uploads(self, until: date) -> None:
        """Erase the uploads of data days up to this one: nobody can ask for them again."""
        self._database.execute("DELETE FROM said WHERE kind = ? AND day <= ?", [Kind.UPLOAD, until.isoformat()])

    # --- lists

    def keep_list(self, kept: KeptList) -> None:
        """Keep the bytes of a certified list until it is answered for; the first ones stay."""
        sql = (
            "INSERT OR IGNORE INTO lists (day, cohort, sub_cohort, epoch, certified, data, answered) "
            "VALUES (?, ?, ?, ?, ?, ?, 0)"
        )
        place = [kept.day.isoformat(), kept.cohort, kept.sub_cohort]
        self._database.execute(sql, [*place, kept.epoch, kept.certified.isoformat(), kept.data])

    def list_of(self, day: date, cohort: int, sub_cohort: int) -> bytes | None:
        """The bytes of the list that was certified, None if none was or they are erased."""
        sql = "SELECT data FROM lists WHERE day = ? AND cohort = ? AND sub_cohort = ?"
        row = self._database.execute(sql, [day.isoformat(), cohort, sub_cohort]).fetchone()
        return None if row is None else bytes(row[0])

    def mark_answered(self, day: date, cohort: int, sub_cohort: int) -> None:
        """Note that the server has this home's answer."""
        sql = "UPDATE lists SET answered = 1 WHERE day = ? AND cohort = ? AND sub_cohort = ?"
        self._database.execute(sql, [day.isoformat(), cohort, sub_cohort])

    def unanswered_since(self, first: date) -> bool:
        """Whether a list that was certified on this day or later waits for its answer."""
        sql = "SELECT 1 FROM lists WHERE NOT answered AND certified >= ? LIMIT 1"
        return self._database.execute(sql, [first.isoformat()]).fetchone() is not None

    def erase_lists(self, epoch: int | None = None) -> None:
        """Erase the lists of an epoch, or all of them."""
        where, values = ("TRUE", []) if epoch is None else ("epoch = ?", [epoch])
        self._database.execute(f"DELETE FROM lists WHERE {where}", values)

    # --- plans of days that wait, or whose receipt has not come

    def keep_plan(self, day: date, kept: KeptPlan) -> None:
        """Keep the plan of a day that the server has asked for; the first one stays."""
        sql = "INSERT OR IGNORE INTO cohort_plans (day, epoch, goes_out, payload, signature) VALUES (?, ?, ?, ?, ?)"
        texts = [kept.signed.payload, kept.signed.signature]
        self._database.execute(sql, [day.isoformat(), kept.epoch, kept.goes_out.isoformat(), *texts])

    def plans(self) -> dict[date, KeptPlan]:
        """Return the plans that are kept, by data day, the earliest first."""
        rows = self._database.query("SELECT * FROM cohort_plans ORDER BY day")
        return {date.fromisoformat(row["day"]): _read_plan(row) for row in rows}

    def unconfirmed(self) -> list[date]:
        """The data days whose upload was made and has no receipt, rising."""
        sql = "SELECT day FROM said WHERE kind = ? ORDER BY day"
        return [date.fromisoformat(day) for (day,) in self._database.execute(sql, [Kind.UPLOAD]).fetchall()]

    def forget_plans(self, until: date) -> None:
        """Forget the plans of data days up to this one."""
        self._database.execute("DELETE FROM cohort_plans WHERE day <= ?", [until.isoformat()])


def _read_plan(row: Row) -> KeptPlan:
    signed = Signed(payload=row["payload"], signature=row["signature"])
    return KeptPlan(row["epoch"], date.fromisoformat(row["goes_out"]), signed)
