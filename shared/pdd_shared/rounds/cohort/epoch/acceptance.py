"""Epochs: which trees a home accepts.

A tree draws the cohorts and committees of about a week. A server that may offer trees as often as it likes can wait for
a draw that suits it, so a home accepts another epoch only

- after 7 days;
- or when the tree grew by a fifth, so that a young server's newcomers need not wait;
- or as the first one after a restore of the server, which lost its members' keys.

A growing tree cannot go on for long, and costs the server the invented donors' noise. A restore costs it every data day
before the restore that is not opened yet. A server that announces restores which never were can have a tree a night, if
it opens each data day on the next day; every one of them is published. An epoch also begins after every day for which
the home signed something under the one before. So two trees never serve one day, and a server cannot catch up on many
past epochs in as many nights.

An epoch holds 14 days at most, by the home's clock. A server that never shows another one would otherwise keep the
home's ticket keys from being erased.

The server must show a home the epoch that its receipt names before any later one, with the home's ticket in it. So it
cannot leave a donor out of a tree without evidence. A receipt counts under the reset that it names, because a restored
server has lost tickets. It lapses once no epoch that it may name can still be used.

The server could show one home a tree of invented donors. So each epoch is published, and a home compares its own with
the published one, which it asks for as anybody would, before its first upload (`check_published`).

"Today" is the day by the home's own clock, in the time zone that it pinned when it joined.

A home journals two things. It journals every epoch that it accepted under its number, before it does anything else
(`same_number`). An epoch in which `open_place` found its place it also journals as the last one (`known`). If
`open_place` refuses, the epoch does not become the last one. No later one is accepted in its stead while the home's
receipt for its tree counts.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from pdd_shared.protocol.limits import LEAST_EPOCH, LONGEST_EPOCH
from pdd_shared.protocol.messages import Signed
from pdd_shared.rounds.cohort.epoch.tickets import has_lapsed
from pdd_shared.rounds.cohort.messages import Epoch, OnlineKey, Reset, TicketReceipt
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class KnownEpoch:
    """What a home remembers of an epoch: its number, first day, size, root (32 bytes) and the server's last reset."""

    number: int
    start: date
    size: int
    root: bytes
    reset: int

    @classmethod
    def of(cls, epoch: Epoch) -> "KnownEpoch":
        """Return what a home journals of an epoch."""
        return cls(epoch.number, epoch.start, epoch.size, bytes.fromhex(epoch.root), epoch.reset)


def open_online_key(signed: Signed, server: bytes, today: date) -> bytes:
    """Return the 32 bytes of the key that signs a server's messages today.

    `server` is the server's identity key. Refused `bad-signature` if that key did not sign this one, or not for today.
    """
    online = open_message(signed, OnlineKey, server)
    if online.server != server.hex():
        raise Refused(Reason.BAD_SIGNATURE, "the online key is for another server")
    if not online.first <= today <= online.last:
        raise Refused(Reason.BAD_SIGNATURE, f"the online key is for {online.first} to {online.last}")
    return bytes.fromhex(online.key)


def open_receipt(
    signed: Signed,
    *,
    server: bytes,
    online_key: bytes,
    ticket: bytes,
    known: KnownEpoch | None,
    promised: TicketReceipt | None,
    reset: Reset | None,
) -> TicketReceipt:
    """Return the server's receipt for a ticket, named by its digest.

    `known` is the last epoch in which the home had its place, `promised` the receipt of another ticket that the home
    still holds, and `reset` the last reset that it journalled.

    Refused `not-a-member` if the receipt is for another ticket, or appends the home to an epoch in which it has a leaf
    or was promised one; `foreign-epoch` if it names another server, a reset other than the last one, or a tree that is
    already made.
    """
    receipt = open_message(signed, TicketReceipt, online_key)
    if receipt.ticket != ticket.hex():
        raise Refused(Reason.NOT_A_MEMBER, "the receipt is for another ticket")
    check_server(receipt.server, server)
    if receipt.reset != _last_reset(known, reset):
        raise Refused(Reason.FOREIGN_EPOCH, "the receipt names a reset that is not the last one announced")
    taken = {known.number if known else None, promised.epoch if promised else None}
    if receipt.index is not None and receipt.epoch in taken:
        raise Refused(Reason.NOT_A_MEMBER, f"the home has another leaf in epoch {receipt.epoch}")
    if known is not None and receipt.epoch <= known.number:
        raise Refused(Reason.FOREIGN_EPOCH, f"the tree of epoch {receipt.epoch} is already made")
    return receipt


def accept_reset(signed: Signed, *, server: bytes, online_key: bytes, today: date, known: Reset | None) -> Reset:
    """Return the reset that a server announces; `known` is the last one that the home journalled.

    The home journals it, and sends a new ticket: the receipts that it has for trees not yet shown no longer count.
    From then on it says nothing about data days before the reset's day. Refused `foreign-epoch` for another server, or
    for a reset that lies in the future, is older than the known one, or is another one under the same number.
    """
    reset = open_message(signed, Reset, online_key)
    check_server(reset.server, server)
    if reset.day > today:
        raise Refused(Reason.FOREIGN_EPOCH, f"reset {reset.number} is on {reset.day}, which is not yet")
    if known is not None and reset != known and (reset.number <= known.number or reset.day < known.day):
        raise Refused(Reason.FOREIGN_EPOCH, f"reset {reset.number} does not follow reset {known.number}")
    return reset


def accept_epoch(
    signed: Signed,
    *,
    server: bytes,
    online_key: bytes,
    today: date,
    known: KnownEpoch | None,
    same_number: KnownEpoch | None,
    receipt: TicketReceipt | None,
    ticket_made: date | None,
    reset: Reset | None,
    signed_until: date | None,
) -> Epoch:
    """Return a signed epoch, if a home may accept it.

    `known` is the last epoch in which the home had its place. `same_number` is what it journalled under this number.
    `receipt` is that of its ticket for a tree it was not yet shown, and `ticket_made` the day on which it made that
    ticket. `reset` is the last reset it journalled. `signed_until` is its `Journal.signed_until`.

    Refused `bad-signature`; `foreign-epoch` for another server or reset; `two-epochs` if it journalled another epoch
    under this number, or a higher number; `denied-ticket` if the epoch of its receipt was passed over; `too-soon`
    otherwise.
    """
    epoch = open_message(signed, Epoch, online_key)
    check_server(epoch.server, server)
    if same_number is not None:
        if KnownEpoch.of(epoch) != same_number:
            raise Refused(Reason.TWO_EPOCHS, f"the server signed two epochs under number {epoch.number}")
        return epoch
    if epoch.reset != _last_reset(known, reset):
        raise Refused(Reason.FOREIGN_EPOCH, f"epoch {epoch.number} names a reset that is not the last one announced")
    if epoch.start > today:
        raise Refused(Reason.TOO_SOON, f"epoch {epoch.number} begins on {epoch.start}")
    if known is not None:
        _check_follows(epoch, known, reset, signed_until)
    if receipt is not None and not (ticket_made is not None and has_lapsed(ticket_made, today)):
        _check_not_passed_over(epoch, known, receipt)
    return epoch


def _last_reset(known: KnownEpoch | None, reset: Reset | None) -> int:
    return max(known.reset if known else 0, reset.number if reset else 0)


def _check_follows(epoch: Epoch, known: KnownEpoch, reset: Reset | None, signed_until: date | None) -> None:
    if epoch.number <= known.number:
        raise Refused(Reason.TWO_EPOCHS, f"the server signed epoch {epoch.number} beside epoch {known.number}")
    if epoch.start <= max(known.start, signed_until or known.start):
        raise Refused(Reason.TOO_SOON, f"epoch {epoch.number} begins on a day of epoch {known.number}")
    grown = 5 * epoch.size >= 6 * known.size
    # A reset that lies before the last epoch costs the server nothing: it could announce one each night.
    restored = reset is not None and reset.number > known.reset and known.start <= reset.day <= epoch.start
    if not (epoch.start >= known.start + LEAST_EPOCH or grown or restored):
        raise Refused(Reason.TOO_SOON, f"epoch {epoch.number} begins less than 7 days after epoch {known.number}")


def _check_not_passed_over(epoch: Epoch, known: KnownEpoch | None, receipt: TicketReceipt) -> None:
    # A server that was restored since has lost the ticket. One that lies about it loses the data days before the reset.
    if receipt.index is not None or receipt.epoch >= epoch.number or receipt.reset < epoch.reset:
        return
    if known is None or known.number < receipt.epoch:
        raise Refused(Reason.DENIED_TICKET, f"the ticket is for epoch {receipt.epoch}, which was not shown")


@dataclass(frozen=True)
class Published:
    """An epoch that a home found published as it was shown. Only `check_published` makes one."""

    epoch: Epoch


def check_published(published: Signed, epoch: Epoch, *, server: bytes, online_key: bytes) -> Published:
    """Return what allows a home's uploads under an epoch: everybody is shown the epoch that this home accepted.

    `published` is the signed epoch under the same number, fetched without the home's token. A home does this before its
    first upload under the epoch, and keeps both signed texts where they differ: they convict the server.

    Refused `bad-signature`; `foreign-epoch` for another server; `two-committees` for another number, size or root;
    `two-epochs` for another first day or reset.
    """
    other = open_message(published, Epoch, online_key)
    check_server(other.server, server)
    if (other.number, other.size, other.root) != (epoch.number, epoch.size, epoch.root):
        raise Refused(Reason.TWO_COMMITTEES, f"the server published another tree for epoch {epoch.number}")
    if other != epoch:
        raise Refused(Reason.TWO_EPOCHS, f"the server signed two epochs under number {epoch.number}")
    return Published(epoch)


def last_day(start: date, next_start: date | None) -> date:
    """Return the last day that an epoch holds, by its first day.

    `next_start` is the first day of the next epoch in which the home found its place, None if there is none yet. An
    epoch that was accepted, but without a place in it, ends no other: the home could do nothing under it.
    """
    longest = start + LONGEST_EPOCH
    return longest if next_start is None else min(longest, next_start - _DAY)


def holds(start: date, next_start: date | None, day: date) -> bool:
    """Return whether an epoch holds a day: data day D belongs to the epoch that holds D + 1. See `last_day`."""
    return start <= day <= last_day(start, next_start)


def last_data_day(start: date, next_start: date | None) -> date:
    """Return the last data day that belongs to an epoch, from which `tickets.erase_after` counts. See `last_day`.

    No data day for which the home signed anything is later, because an epoch begins after those days.
    """
    return last_day(start, next_start) - _DAY


def check_server(named: str, server: bytes) -> None:
    """Refused `foreign-epoch` if a message names another server than the one that the home pinned."""
    if named != server.hex():
        raise Refused(Reason.FOREIGN_EPOCH, "the message is of another server")
