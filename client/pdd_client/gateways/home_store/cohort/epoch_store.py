"""The epochs, tickets and resets of `cohort` in a donor's home, and data derived from the tickets' secrets.

An accepted epoch stays for ever under its number: a different epoch with the same number proves that the server lied.
The home erases a ticket's secrets, and everything derived from them, by its own calendar (`donor.cohort.erasure`). The
record of which leaf was the home's goes with them. Call each method that writes inside a transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Literal

from pdd_client.gateways.home_store.database import HomeDatabase, Row
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.messages import Epoch, Reset, TicketReceipt
from pdd_shared.rounds.refusals import Reason

WhatLeaves = Literal["committee", "cohort"]
"""Which leaves of a cohort the server showed to a member: those of its committee, or all of them."""

MOST_EVIDENCE = 50
"""Limit of stored pairs of texts. One pair is proof; a server that lies at each contact must not fill the disk."""

_DENIED = 2
"""Value of the column `published` once the server was caught with another epoch under the number. It never changes."""


class ServerStatement(Message):
    """A text signed with the server's online key, and the text in which the server's identity vouches for that key.

    Evidence needs both. The online key changes, and perhaps nobody else has stored who vouched for an old one.
    """

    text: Signed
    key: Signed


@dataclass(frozen=True)
class KeptEpoch:
    """An epoch that the home accepted.

    Attributes:
        epoch: the epoch's message.
        statement: the same message as the server signed it.
        placed: whether the home found its place in the epoch; stays true after `place` is erased.
        place: the server's encoded proof of the home's place, None before it was shown and after it was erased.
        serves: whether the home's leaf was drawn for a committee; False once `place` is erased.
        published: whether an anonymous request returned the same epoch.
        denied: whether the server signed or published a different epoch under this number.

    """

    epoch: Epoch
    statement: ServerStatement = field(repr=False)
    placed: bool
    place: bytes | None = field(repr=False)
    serves: bool
    published: bool
    denied: bool


@dataclass(frozen=True)
class KeptTicket:
    """A ticket of this home: its epoch's number, the day on which it was made, and its secrets."""

    epoch: int
    made: date
    secrets: TicketSecrets = field(repr=False)
    statement: ServerStatement | None = field(default=None, repr=False)
    """The receipt as the server signed it, None until it has come."""

    @cached_property
    def receipt(self) -> TicketReceipt | None:
        """The receipt's content, None until it has come."""
        return TicketReceipt.model_validate_json(self.statement.text.payload) if self.statement else None


class EpochStore:
    """The epochs and tickets of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    # --- epochs

    def epochs(self) -> dict[int, KeptEpoch]:
        """Return all accepted epochs by number, in rising order."""
        rows = self._database.query("SELECT * FROM epochs ORDER BY number")
        return {row["number"]: _read_epoch(row) for row in rows}

    def placed(self) -> dict[int, KeptEpoch]:
        """Return the epochs in which the home found its place, by number, in rising order."""
        return {number: kept for number, kept in self.epochs().items() if kept.placed}

    def epoch(self, number: int) -> KeptEpoch | None:
        """Return the epoch that was accepted under this number, None if none was."""
        row = next(self._database.query("SELECT * FROM epochs WHERE number = ?", [number]), None)
        return None if row is None else _read_epoch(row)

    def accept(self, epoch: Epoch, statement: ServerStatement) -> None:
        """Store an accepted epoch before anything is done with it; an epoch stored under this number stays."""
        sql = "INSERT OR IGNORE INTO epochs (number, statement, placed, serves, published) VALUES (?, ?, 0, 0, 0)"
        self._database.execute(sql, [epoch.number, statement.model_dump_json()])

    def keep_place(self, number: int, shown: bytes, *, serves: bool) -> None:
        """Store the home's place in an epoch, unless the home found its place there before.

        Args:
            number: the epoch's number.
            shown: the proof of the place, as the server encoded it.
            serves: whether the home's leaf was drawn for a committee.

        """
        sql = "UPDATE epochs SET placed = 1, place = ?, serves = ? WHERE number = ? AND NOT placed"
        self._database.execute(sql, [shown, int(serves), number])

    def mark_published(self, number: int) -> None:
        """Note that an anonymous request returned the same epoch; no effect if the epoch is denied."""
        self._database.execute("UPDATE epochs SET published = 1 WHERE number = ? AND published = 0", [number])

    def mark_denied(self, number: int) -> None:
        """Note for ever that the server was caught with a different epoch under this number."""
        self._database.execute("UPDATE epochs SET published = ? WHERE number = ?", [_DENIED, number])

    # --- tickets

    def tickets(self) -> dict[int, KeptTicket]:
        """Return the tickets whose secrets are not erased, by their epoch's number, in rising order."""
        rows = self._database.query("SELECT * FROM tickets ORDER BY epoch")
        return {row["epoch"]: _read_ticket(row) for row in rows}

    def keep_ticket(self, epoch: int, made: date, secrets: TicketSecrets) -> None:
        """Store a new ticket before it is sent.

        Raises:
            sqlite3.IntegrityError: the home has a ticket for this epoch already.

        """
        sql = "INSERT INTO tickets (epoch, made, exchange_secret, signing_seed) VALUES (?, ?, ?, ?)"
        self._database.execute(sql, [epoch, made.isoformat(), secrets.exchange_secret, secrets.signing_seed])

    def keep_receipt(self, epoch: int, statement: ServerStatement) -> None:
        """Store the receipt of the epoch's ticket; if there is one already, that one stays."""
        sql = "UPDATE tickets SET receipt = ? WHERE epoch = ? AND receipt IS NULL"
        self._database.execute(sql, [statement.model_dump_json(), epoch])

    def drop_ticket(self, epoch: int) -> None:
        """Erase the ticket for an epoch in which the home has not found its place."""
        self._database.execute("DELETE FROM tickets WHERE epoch = ?", [epoch])

    # --- resets

    def reset(self) -> Reset | None:
        """Return the last reset that the server announced, None if there was none."""
        row = self._database.execute("SELECT payload FROM resets ORDER BY number DESC LIMIT 1").fetchone()
        return None if row is None else Reset.model_validate_json(row[0])

    def keep_reset(self, reset: Reset, signed: Signed) -> None:
        """Store an announced reset for ever, with its signed text."""
        sql = "INSERT OR IGNORE INTO resets (number, payload, signature) VALUES (?, ?, ?)"
        self._database.execute(sql, [reset.number, signed.payload, signed.signature])

    # --- data that is derived from a ticket's secrets, or erased together with them

    def leaves(self, epoch: int, cohort: int, what: WhatLeaves) -> bytes | None:
        """Return the leaves of a cohort that the server showed to this member, encoded; None if none are stored."""
        sql = "SELECT shown FROM epoch_leaves WHERE epoch = ? AND cohort = ? AND what = ?"
        row = self._database.execute(sql, [epoch, cohort, what]).fetchone()
        return None if row is None else bytes(row[0])

    def keep_leaves(self, epoch: int, cohort: int, what: WhatLeaves, shown: bytes) -> None:
        """Store the leaves of a cohort that the server showed to this member, in place of earlier ones."""
        row = {"epoch": epoch, "cohort": cohort, "what": what, "shown": shown}
        self._database.table("epoch_leaves").upsert(row, pk=("epoch", "cohort", "what"))

    def agreements(self, epoch: int) -> dict[bytes, bytes]:
        """Return the shared secrets of the epoch's ticket by the other side's X25519 public key; never log them."""
        rows = self._database.execute("SELECT exchange, shared FROM agreements WHERE epoch = ?", [epoch])
        return dict(rows.fetchall())

    def keep_agreements(self, epoch: int, agreed: Mapping[bytes, bytes]) -> None:
        """Store shared secrets of the epoch's ticket, by the other side's X25519 public key."""
        rows = [(epoch, exchange, shared) for exchange, shared in agreed.items()]
        sql = "INSERT OR IGNORE INTO agreements (epoch, exchange, shared) VALUES (?, ?, ?)"
        self._database.connection.executemany(sql, rows)

    def erase_secrets(self, epoch: int) -> None:
        """Erase an epoch's ticket, everything derived from it, and the home's leaf.

        The epoch itself stays, and so does the fact that the home had a place there.
        """
        for table in ("tickets", "agreements", "epoch_leaves"):
            self._database.execute(f"DELETE FROM {table} WHERE epoch = ?", [epoch])
        self._database.execute("UPDATE epochs SET place = NULL, serves = 0 WHERE number = ?", [epoch])

    def erase_all_secrets(self) -> None:
        """Erase all tickets, everything derived from them, and the home's leaves.

        The home needs this before it gets new keys, or when it is erased.
        """
        for table in ("tickets", "agreements", "epoch_leaves"):
            self._database.execute(f"DELETE FROM {table}")
        self._database.execute("UPDATE epochs SET place = NULL, serves = 0")

    # --- evidence

    def keep_evidence(self, time: datetime, reason: Reason, first: ServerStatement, second: ServerStatement) -> None:
        """Store two signed texts that together prove that the server lied.

        A pair that is stored already is not stored again. Once there are `MOST_EVIDENCE` pairs, new ones are dropped.

        Args:
            time: when the home found the contradiction.
            reason: the reason of the refusal that the contradiction led to.
            first: one of the two texts.
            second: the text that contradicts it.

        """
        kept = self.evidence()
        is_known = any((one.text, other.text) == (first.text, second.text) for _, one, other in kept)
        if not is_known and len(kept) < MOST_EVIDENCE:
            sql = "INSERT INTO evidence (time, reason, first, second) VALUES (?, ?, ?, ?)"
            texts = [first.model_dump_json(), second.model_dump_json()]
            self._database.execute(sql, [time.isoformat(), reason, *texts])

    def evidence(self) -> list[tuple[str, ServerStatement, ServerStatement]]:
        """Return the stored evidence, oldest first: the refusal's reason and the two contradicting texts."""
        rows = self._database.query("SELECT reason, first, second FROM evidence ORDER BY id")
        read = ServerStatement.model_validate_json
        return [(row["reason"], read(row["first"]), read(row["second"])) for row in rows]


def next_start(placed: Mapping[int, KeptEpoch], number: int) -> date | None:
    """Return the first day of the home's next epoch after this number, None if it has found no later place yet.

    Args:
        placed: the epochs in which the home found its place, by number.
        number: the number of an epoch.

    """
    later = [kept.epoch.start for other, kept in placed.items() if other > number]
    return min(later, default=None)


def _read_epoch(row: Row) -> KeptEpoch:
    statement, published = ServerStatement.model_validate_json(row["statement"]), row["published"]
    epoch = Epoch.model_validate_json(statement.text.payload)
    placed, serves = bool(row["placed"]), bool(row["serves"])
    return KeptEpoch(epoch, statement, placed, row["place"], serves, published == 1, published == _DENIED)


def _read_ticket(row: Row) -> KeptTicket:
    statement = row["receipt"] and ServerStatement.model_validate_json(row["receipt"])
    secrets = TicketSecrets(row["exchange_secret"], row["signing_seed"])
    return KeptTicket(row["epoch"], date.fromisoformat(row["made"]), secrets, statement)
