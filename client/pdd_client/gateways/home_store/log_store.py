"""The log of a donor's home: every message that left the computer, and every refusal."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from pdd_client.gateways.home_store.database import HomeDatabase, Row


@dataclass(frozen=True)
class Logged:
    """One line of the log: a message that left the computer, or a refusal and its reason.

    Attributes:
        time: when it happened.
        what: the kind of line, such as "check-in", "vector" or "refusal".
        round: the data day that the line is about, if any.
        bytes: size of the message that left.
        given: the numbers before blinding, one mapping for each campaign that the donor gave counts to.
        reason: the code of a refusal.
        detail: a sentence that explains the line.
        campaign: id of the campaign whose block got zeros for the `reason`; None if the line is about the whole round.

    """

    time: datetime
    what: str
    round: date | None = None
    bytes: int | None = None
    given: tuple[Mapping[str, Any], ...] | None = None
    reason: str | None = None
    detail: str | None = None
    campaign: str | None = None


class LogStore:
    """The log of one home. Lines are only added."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    def add(self, logged: Logged) -> None:
        """Append a line."""
        self._database.table("log").insert(_row(logged))

    def lines(self) -> list[Logged]:
        """Return all lines, oldest first."""
        return [_read(row) for row in self._database.query("SELECT * FROM log ORDER BY id")]


def _row(logged: Logged) -> dict[str, Any]:
    """Return the database row for a line of the log."""
    return asdict(logged) | {
        "time": logged.time.isoformat(),
        "round": logged.round.isoformat() if logged.round else None,
        "given": None if logged.given is None else json.dumps(logged.given),
    }


def _read(row: Row) -> Logged:
    """Return the line of the log that a database row holds."""
    return Logged(
        time=datetime.fromisoformat(row["time"]),
        what=row["what"],
        round=date.fromisoformat(row["round"]) if row["round"] else None,
        bytes=row["bytes"],
        given=None if row["given"] is None else tuple(json.loads(row["given"])),
        reason=row["reason"],
        detail=row["detail"],
        campaign=row["campaign"],
    )
