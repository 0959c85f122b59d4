"""The epochs, tickets and resets of `cohort` in a donor's home, and what it derived from a ticket's secrets.

An epoch that was accepted stays for ever under its number: another one of the same number convicts the server. The
secrets of its ticket, and all that came of them, are erased by the home's own calendar, and with them what says which
leaf was the home's. Each method that writes runs in the caller's transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Literal

from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_client.gateways.home_store.rows import Row
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets
from pdd_shared.rounds.cohort.messages import Epoch, Reset, TicketReceipt
from pdd_shared.rounds.refusals import Reason

WhatLeaves = Literal["committee", "cohort"]
"""Which leaves of a cohort were shown to a member."""

MOST_EVIDENCE = 50
"""Pairs of texts: one pair convicts a server, and a server that lies at every contact must not fill the disk."""

_DENIED = 2
"""In place of `published`: for ever."""


class Vouched(Message):
    """A text that a server signed, and its identity's text about the key that signed it.

    Only the two together convict the server: its key changes, and nobody else may have kept who vouched for it.
    """

    text: Signed
    key: Signed


@dataclass(frozen=True)
class KeptEpoch:
    """An epoch that was accepted. `placed` says whether the home found its place there.

    `place` is what it was shown of that place, until it is erased. `serves` says whether its leaf was drawn for a
    committee, `published` whether the home found the epoch published as it was shown, `denied` that it found another
    one published or signed under its number.
    """

    epoch: Epoch
    said: Vouched = field(repr=False)
    placed: bool
    place: bytes | None = field(repr=False)
    serves: bool
    published: bool
    denied: bool


@dataclass(frozen=True)
class KeptTicket:
    """A ticket's secrets, for which epoch and on which day they were made; its receipt once that has come."""

    epoch: int
    made: date
    secrets: TicketSecrets = field(repr=False)
    said: Vouched | None = field(default=None, repr=False)
    """The receipt as the server signed it."""

    @cached_property
    def receipt(self) -> TicketReceipt | None:
        """What the receipt says."""
        return TicketReceipt.model_validate_json(self.said.text.payload) if self.said else None


class EpochStore:
    """The epochs and tickets of one home."""

    def __init__(self, database: HomeDatabase) -> None:
        self._database = database

    # --- epochs

    def epochs(self) -> dict[int, KeptEpoch]:
        """All epochs that were accepted, by number, rising."""
        rows = self._database.query("SELECT * FROM epochs ORDER BY number")
        return {row["number"]: _read_epoch(row) for row in rows}

    def placed(self) -> dict[int, KeptEpoch]:
        """The epochs in which the home found its place, by number, rising."""
        return {number: kept for number, kept in self.epochs().items() if kept.placed}

    def epoch(self, number: int) -> KeptEpoch | None:
        """The epoch that was accepted under this number."""
        row = next(self._database.query("SELECT * FROM epochs WHERE number = ?", [number]), None)
        return None if row is None else _read_epoch(row)

    def accept(self, epoch: Epoch, said: Vouched) -> None:
        """Write down an epoch under its number, before anything is done with it; the one of before stays."""
        sql = "INSERT OR IGNORE INTO epochs (number, said, placed, serves, published) VALUES (?, ?, 0, 0, 0)"
        self._database.execute(sql, [epoch.number, said.model_dump_json()])

    def keep_place(self, number: int, shown: bytes, *, serves: bool) -> None:
        """Keep what was shown of the home's place in an epoch, unless a place in it is kept already."""
        sql = "UPDATE epochs SET placed = 1, place = ?, serves = ? WHERE number = ? AND NOT placed"
        self._database.execute(sql, [shown, int(serves), number])

    def mark_published(self, number: int) -> None:
        """Note that the epoch was found published as it was shown; not where another one was found before."""
        self._database.execute("UPDATE epochs SET published = 1 WHERE number = ? AND published = 0", [number])

    def mark_denied(self, number: int) -> None:
        """Note that the server was caught with another epoch under this number."""
        self._database.execute("UPDATE epochs SET published = ? WHERE number = ?", [_DENIED, number])

    # --- tickets

    def tickets(self) -> dict[int, KeptTicket]:
        """The tickets whose secrets are kept, by the epoch that they are for."""
        rows = self._database.query("SELECT * FROM tickets ORDER BY epoch")
        return {row["epoch"]: _read_ticket(row) for row in rows}

    def keep_ticket(self, epoch: int, made: date, secrets: TicketSecrets) -> None:
        """Keep a new ticket, before it is sent; sqlite3.IntegrityError where the epoch has one."""
        sql = "INSERT INTO tickets (epoch, made, exchange_secret, signing_seed) VALUES (?, ?, ?, ?)"
        self._database.execute(sql, [epoch, made.isoformat(), secrets.exchange_secret, secrets.signing_seed])

    def keep_receipt(self, epoch: int, said: Vouched) -> None:
        """Keep a ticket's receipt; the first one stays."""
        sql = "UPDATE tickets SET receipt = ? WHERE epoch = ? AND receipt IS NULL"
        self._database.execute(sql, [said.model_dump_json(), epoch])

    def drop_ticket(self, epoch: int) -> None:
        """Erase a ticket that no epoch was shown for."""
        self._database.execute("DELETE FROM tickets WHERE epoch = ?", [epoch])

    # --- resets

    def reset(self) -> Reset | None:
        """The last reset that the server announced."""
        row = self._database.execute("SELECT payload FROM resets ORDER BY number DESC LIMIT 1").fetchone()
        return None if row is None else Reset.model_validate_json(row[0])

    def keep_reset(self, reset: Reset, signed: Signed) -> None:
        """Keep an announced reset for ever."""
        sql = "INSERT OR IGNORE INTO resets (number, payload, signature) VALUES (?, ?, ?)"
        self._database.execute(sql, [reset.number, signed.payload, signed.signature])

    # --- what is derived from a ticket's secrets, or kept for as long

    def leaves(self, epoch: int, cohort: int, what: WhatLeaves) -> bytes | None:
        """What a member was shown of a cohort in this epoch."""
        sql = "SELECT shown FROM epoch_leaves WHERE epoch = ? AND cohort = ? AND what = ?"
        row = self._database.execute(sql, [epoch, cohort, what]).fetchone()
        return None if row is None else bytes(row[0])

    def keep_leaves(self, epoch: int, cohort: int, what: WhatLeaves, shown: bytes) -> None:
        """Keep what a member was shown of a cohort."""
        row = {"epoch": epoch, "cohort": cohort, "what": what, "shown": shown}
        self._database.table("epoch_leaves").upsert(row, pk=("epoch", "cohort", "what"))

    def agreements(self, epoch: int) -> dict[bytes, bytes]:
        """What the epoch's ticket agreed on, by the other X25519 key. Secret: never show or log it."""
        rows = self._database.execute("SELECT exchange, shared FROM agreements WHERE epoch = ?", [epoch])
        return dict(rows.fetchall())

    def keep_agreements(self, epoch: int, agreed: Mapping[bytes, bytes]) -> None:
        """Keep what the epoch's ticket agreed on with these keys."""
        rows = [(epoch, exchange, shared) for exchange, shared in agreed.items()]
        sql = "INSERT OR IGNORE INTO agreements (epoch, exchange, shared) VALUES (?, ?, ?)"
        self._database.connection.executemany(sql, rows)

    def erase_secrets(self, epoch: int) -> None:
        """Erase an epoch's ticket, what was derived from it, and the home's leaf; that it had a place there stays."""
        for table in ("tickets", "agreements", "epoch_leaves"):
            self._database.execute(f"DELETE FROM {table} WHERE epoch = ?", [epoch])
        self._database.execute("UPDATE epochs SET place = NULL, serves = 0 WHERE number = ?", [epoch])

    def erase_all_secrets(self) -> None:
        """Erase all tickets, what was derived from them, and the home's leaves: it is about to have other keys."""
        for table in ("tickets", "agreements", "epoch_leaves"):
            self._database.execute(f"DELETE FROM {table}")
        self._database.execute("UPDATE epochs SET place = NULL, serves = 0")

    # --- evidence

    def keep_evidence(self, time: datetime, reason: Reason, first: Vouched, second: Vouched) -> None:
        """Keep two texts that convict the server; the same two are kept once, and MOST_EVIDENCE in all."""
        kept = self.evidence()
        is_known = any((one.text, other.text) == (first.text, second.text) for _, one, other in kept)
        if not is_known and len(kept) < MOST_EVIDENCE:
            sql = "INSERT INTO evidence (time, reason, first, second) VALUES (?, ?, ?, ?)"
            texts = [first.model_dump_json(), second.model_dump_json()]
            self._database.execute(sql, [time.isoformat(), reason, *texts])

    def evidence(self) -> list[tuple[str, Vouched, Vouched]]:
        """What convicts the server: the refusal's name, and two texts that can't both be an honest server's."""
        rows = self._database.query("SELECT reason, first, second FROM evidence ORDER BY id")
        read = Vouched.model_validate_json
        return [(row["reason"], read(row["first"]), read(row["second"])) for row in rows]


def next_start(placed: Mapping[int, KeptEpoch], number: int) -> date | None:
    """Return the first day of the next epoch in which the home found its place, None before it found one."""
    later = [kept.epoch.start for other, kept in placed.items() if other > number]
    return min(later, default=None)


def _read_epoch(row: Row) -> KeptEpoch:
    said, published = Vouched.model_validate_json(row["said"]), row["published"]
    epoch = Epoch.model_validate_json(said.text.payload)
    placed, serves = bool(row["placed"]), bool(row["serves"])
    return KeptEpoch(epoch, said, placed, row["place"], serves, published == 1, published == _DENIED)


def _read_ticket(row: Row) -> KeptTicket:
    said = row["receipt"] and Vouched.model_validate_json(row["receipt"])
    secrets = TicketSecrets(row["exchange_secret"], row["signing_seed"])
    return KeptTicket(row["epoch"], date.fromisoformat(row["made"]), secrets, said)
