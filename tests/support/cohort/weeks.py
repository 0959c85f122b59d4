"""A server and homes of the cohort protocol over weeks: tickets, trees, places and resets, without uploads."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from nacl.signing import SigningKey

from pdd_shared.protocol.messages import Signed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.acceptance import (
    KnownEpoch,
    accept_epoch,
    accept_reset,
    check_published,
    holds,
    open_receipt,
)
from pdd_shared.rounds.cohort.epoch.places import Place, open_place
from pdd_shared.rounds.cohort.epoch.schedule import due, due_after_reset, number_after_reset
from pdd_shared.rounds.cohort.epoch.tickets import has_lapsed
from pdd_shared.rounds.cohort.epoch.tree import Leaf, Tree
from pdd_shared.rounds.cohort.messages import Epoch, Reset, TicketReceipt

IDENTITY, ONLINE = (SigningKey(bytes([number]) * 32) for number in (1, 2))
SERVER, ONLINE_KEY = IDENTITY.verify_key.encode(), ONLINE.verify_key.encode()
FOUNDED = date(2026, 11, 2)
_DAY = timedelta(days=1)
_LATEST_SUBMISSION = 7


@dataclass(frozen=True)
class SentTicket:
    """A ticket as it is sent, here only its two keys and the day on which it was made."""

    name: str
    made: date

    @property
    def digest(self) -> bytes:
        """Return the 32 bytes that a receipt names."""
        return hashlib.sha256(self.name.encode()).digest()

    def leaf(self, index: int) -> Leaf:
        """Return the ticket's leaf at an index."""
        keys = hashlib.shake_256(self.name.encode()).digest(64)
        return Leaf(index, keys[:32], keys[32:])


@dataclass(frozen=True)
class MadeEpoch:
    """An epoch of the server: what it signed, its tree, and the index of each identity with a leaf."""

    message: Epoch
    tree: Tree
    indices: dict[int, int]


@dataclass
class Records:
    """What the server keeps on disk, and has in a backup. `following` is the number of the next epoch."""

    epochs: dict[int, MadeEpoch] = field(default_factory=dict)
    waiting: dict[int, SentTicket] = field(default_factory=dict)
    following: int = 0
    reset: Reset | None = None

    def copy(self) -> "Records":
        """Return a backup."""
        epochs = {number: replace(made, indices=dict(made.indices)) for number, made in self.epochs.items()}
        return Records(epochs, dict(self.waiting), self.following, self.reset)

    @property
    def last(self) -> MadeEpoch | None:
        """Return the latest epoch under the last reset, or None if there is none yet."""
        latest = self.epochs[max(self.epochs)] if self.epochs else None
        return latest if latest and latest.message.reset == self.resets else None

    @property
    def resets(self) -> int:
        """Return how often the server was restored, as far as it knows."""
        return self.reset.number if self.reset else 0


class WeekServer:
    """An honest server, which makes its trees when they are due."""

    def __init__(self) -> None:
        self.records = Records()
        self.restored = 0

    def night(self, today: date) -> None:
        """Delete old tickets, and make a tree if one is due."""
        records = self.records
        records.waiting = {who: each for who, each in records.waiting.items() if not has_lapsed(each.made, today)}
        if self._is_due(today):
            self._make(today)

    def _is_due(self, today: date) -> bool:
        records = self.records
        if records.last:
            return due(today, records.last.message.start, records.last.message.size, len(records.waiting))
        return due_after_reset(today, records.reset.day if records.reset else FOUNDED - _DAY, len(records.waiting))

    def _make(self, today: date) -> None:
        records, indices = self.records, {who: index for index, who in enumerate(self.records.waiting)}
        tree = Tree([ticket.leaf(index) for index, ticket in enumerate(records.waiting.values())])
        message = Epoch(
            server=SERVER.hex(),
            number=records.following,
            start=today,
            size=tree.size,
            root=tree.root.hex(),
            reset=records.resets,
        )
        records.epochs[message.number] = MadeEpoch(message, tree, indices)
        records.waiting, records.following = {}, message.number + 1

    def take(self, who: int, ticket: SentTicket) -> Signed:
        """Append a ticket whose owner has no leaf in the current epoch; keep any other for the next tree."""
        records, last, index = self.records, self.records.last, None
        if last and who not in last.indices:
            index = last.indices[who] = max(last.message.size, *(each + 1 for each in last.indices.values()))
        else:
            records.waiting[who] = ticket
        number = last.message.number if last and index is not None else records.following
        return self._signed(ticket, number, index)

    def _signed(self, ticket: SentTicket, number: int, index: int | None) -> Signed:
        digest, reset = ticket.digest.hex(), self.records.resets
        return sign(TicketReceipt(server=SERVER.hex(), ticket=digest, epoch=number, index=index, reset=reset), ONLINE)

    def restore(self, backup: Records, today: date) -> None:
        """Go back to a backup. The count of restores is not part of the backup."""
        self.restored += 1
        reset = Reset(server=SERVER.hex(), number=self.restored, day=today)
        self.records = replace(backup.copy(), waiting={}, reset=reset, following=number_after_reset(FOUNDED, reset))

    def epoch_of(self, data_day: date) -> MadeEpoch | None:
        """Return the epoch under which a data day is asked for, None if it is lost."""
        records = self.records
        if records.reset and data_day < records.reset.day:
            return None
        made = [each for each in records.epochs.values() if each.message.reset == records.resets]
        begun = [each for each in made if each.message.start <= data_day + _DAY]
        return begun[-1] if begun and holds(begun[-1].message.start, None, data_day + _DAY) else None


@dataclass(frozen=True)
class Taken:
    """A place that a home took, and its ticket."""

    place: Place
    ticket: SentTicket


class WeekHome:
    """An honest home: it does at each contact what docs/reference/cohort.md says, and lets every `Refused` through."""

    def __init__(self, who: int) -> None:
        self.who = who
        self.tickets = 0
        self.known: KnownEpoch | None = None
        self.pinned: dict[int, KnownEpoch] = {}
        self.taken: dict[int, Taken] = {}
        self.held: tuple[SentTicket, TicketReceipt] | None = None
        self.lapsed = False
        self.reset: Reset | None = None
        self.signed: dict[date, int] = {}

    def contact(self, server: WeekServer, today: date) -> None:
        """Contact the server: journal a reset, take the places of the home's tickets, send a spare ticket, and sign."""
        self._hear_of_reset(server, today)
        if self.held and has_lapsed(self.held[0].made, today):
            self.held, self.lapsed = None, True
        if self.held and self.held[1].reset < self._resets:
            self.held = None
        while self.held is None or self.held[1].epoch in server.records.epochs:
            if self.held is None:
                self._send_ticket(server, today)
            else:
                self._take_place(server, *self.held, today)
        self._sign(server, today)

    @property
    def _resets(self) -> int:
        return self.reset.number if self.reset else 0

    def _hear_of_reset(self, server: WeekServer, today: date) -> None:
        if server.records.reset:
            signed = sign(server.records.reset, ONLINE)
            self.reset = accept_reset(signed, server=SERVER, online_key=ONLINE_KEY, today=today, known=self.reset)

    def _send_ticket(self, server: WeekServer, today: date) -> None:
        self.tickets += 1
        ticket = SentTicket(f"{self.who} {self.tickets}", today)
        signed = server.take(self.who, ticket)
        keys = {"server": SERVER, "online_key": ONLINE_KEY}
        asked = {"ticket": ticket.digest, "known": self.known, "promised": None, "reset": self.reset}
        receipt = open_receipt(signed, **keys, **asked)
        self.held = (ticket, receipt)

    def _take_place(self, server: WeekServer, ticket: SentTicket, receipt: TicketReceipt, today: date) -> None:
        made = server.records.epochs[receipt.epoch]
        signed = sign(made.message, ONLINE)
        epoch = accept_epoch(
            signed,
            server=SERVER,
            online_key=ONLINE_KEY,
            today=today,
            known=self.known,
            same_number=self.pinned.get(receipt.epoch),
            receipt=receipt,
            ticket_made=ticket.made,
            reset=self.reset,
            signed_until=max(self.signed) + _DAY if self.signed else None,
        )
        self.pinned[epoch.number] = KnownEpoch.of(epoch)
        check_published(signed, epoch, server=SERVER, online_key=ONLINE_KEY)
        # All leaves serve up to 256, so they give the root without a proof.
        place = open_place(epoch, ticket.leaf(made.indices[self.who]), receipt, made.tree.leaves, (), SERVER, None)
        self.known, self.held = KnownEpoch.of(epoch), None
        self.taken[epoch.number] = Taken(place, ticket)

    def _sign(self, server: WeekServer, today: date) -> None:
        """Submit each open data day whose epoch the home has a place in, and check that both agree about that epoch."""
        for ago in range(1, _LATEST_SUBMISSION + 1):
            day = today - timedelta(days=ago)
            made = server.epoch_of(day)
            taken = made and self.taken.get(made.message.number)
            if made and taken and day >= taken.ticket.made:
                assert holds(made.message.start, self._next_start(made.message.number), day + _DAY)
                assert self.signed.setdefault(day, made.message.number) == made.message.number

    def _next_start(self, number: int) -> date | None:
        later = [each for each in self.taken if each > number]
        return self.taken[min(later)].place.epoch.start if later else None
