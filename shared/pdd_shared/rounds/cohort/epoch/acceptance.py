"""The rules by which a home accepts epochs, resets and receipts from a server that may lie.

A tree draws the cohorts and committees of about a week. A server that may offer trees as often as it likes can wait for
a draw that suits it, so a home accepts another epoch only

- after 7 days;
- or when the tree grew by a fifth, so that a young server's newcomers need not wait;
- or as the first one after a restore of the server, which lost its members' keys.

Neither exception helps a lying server much. A tree cannot keep growing by a fifth for long. A restore costs the server
every data day before it that is not opened yet. A server that announces restores which never happened can have a new
tree each night, if it opens each data day on the next day; but each of these trees is published.

An epoch also begins after every day for which the home signed something under the epoch before. So two trees never
serve one day, and a server cannot catch up on many past epochs in as many nights.

An epoch holds 14 days at most, by the home's clock. A server that never shows another one would otherwise keep the
home's ticket keys from being erased.

The server must show a home the epoch that its receipt names before any later one, with the home's ticket in it. So it
cannot leave a donor out of a tree without evidence. A receipt counts under the reset that it names, because a restored
server has lost tickets. It lapses once no epoch that it may name can still be used.

The server could show one home a tree of invented donors. So each epoch is published, and a home compares its own with
the published one, which it asks for as anybody would, before its first upload (`check_published`).

"Today" is the day by the home's own clock, in the time zone that it pinned when it joined.

A home journals each epoch twice. It journals every epoch that it accepted under its number, before it does anything
else (`same_number`). If `open_place` then finds the home's place, the home journals the epoch as its last one
(`known`). If `open_place` refuses, the epoch does not become the last one, and no later epoch is accepted in its stead
while the home's receipt for its tree counts.

| an epoch is | function | when | what the home does under it |
| --- | --- | --- | --- |
| accepted | `accept_epoch` | all rules hold | it looks for its place |
| the last one | `places.open_place` | the home is in its tree, or appended | it certifies and answers |
| found published | `check_published` | everybody is shown the same epoch | it also sends uploads |
| over | `last_day` | 14 days have passed, or the next epoch with a place began | nothing for later data days |
| erased | `tickets.erase_after` | its last data day is three weeks past | its secrets are gone |
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
    """An epoch as a home journals it.

    Attributes:
        number: The epoch's number.
        start: Its first day.
        size: How many leaves its tree has.
        root: The root of its tree, 32 bytes.
        reset: The number of the server's last reset before it, 0 if there was none.
    """

    number: int
    start: date
    size: int
    root: bytes
    reset: int

    @classmethod
    def of(cls, epoch: Epoch) -> "KnownEpoch":
        """Return the fields of an epoch that a home journals."""
        return cls(epoch.number, epoch.start, epoch.size, bytes.fromhex(epoch.root), epoch.reset)


def open_online_key(signed: Signed, server: bytes, today: date) -> bytes:
    """Check the server's online key, and return its 32 bytes: it signs the server's messages today.

    Args:
        signed: The signed `OnlineKey`.
        server: The server's identity key, 32 bytes.
        today: The day by the home's own clock.

    Raises:
        Refused: BAD_SIGNATURE if the identity key did not sign this online key, or not for today.
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
    """Check the server's receipt for a ticket, and return it.

    Args:
        signed: The signed `TicketReceipt`.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.
        ticket: The ticket's digest, 32 bytes.
        known: The last epoch in which the home had its place.
        promised: The receipt of another ticket that the home still holds.
        reset: The last reset that the home journalled.

    Raises:
        Refused: BAD_SIGNATURE. NOT_A_MEMBER if the receipt is for another ticket, or appends the home to an epoch in
            which it already has a leaf or the promise of one: with two leaves a home would be counted twice.
            FOREIGN_EPOCH if the receipt names another server, a reset other than the last one, or an epoch that is not
            above `known`.
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
    """Check the reset that a server announces, and return it.

    The home journals it and sends a new ticket, because its receipts for trees not yet shown no longer count. From then
    on it sends nothing about data days before the reset's day, because a restored server no longer knows what it has
    opened of them.

    Args:
        signed: The signed `Reset`.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.
        today: The day by the home's own clock.
        known: The last reset that the home journalled.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH if the reset is of another server, lies in the future, or differs from
            `known` without a higher number and the same or a later day.
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
    """Check whether a home may accept a signed epoch, and return it.

    An epoch that the home has journalled under its number is accepted again without further checks.

    Args:
        signed: The signed `Epoch`.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.
        today: The day by the home's own clock.
        known: The last epoch in which the home had its place.
        same_number: The epoch that the home journalled under this number.
        receipt: The receipt of the home's ticket for a tree that it was not shown yet.
        ticket_made: The day on which the home made that ticket.
        reset: The last reset that the home journalled.
        signed_until: The home's `Journal.signed_until`.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH for another server, or a reset that is not the last one. TWO_EPOCHS if the
            home journalled another epoch under this number, or if the number is not above `known`. TOO_SOON if the
            epoch begins in the future, on a day for which the home signed under `known`, or earlier than the module's
            rules allow. DENIED_TICKET if the epoch of the home's receipt was passed over.
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
        check_follows(epoch, known, reset, signed_until)
    if receipt is not None and not (ticket_made is not None and has_lapsed(ticket_made, today)):
        _check_not_passed_over(epoch, known, receipt)
    return epoch


def _last_reset(known: KnownEpoch | None, reset: Reset | None) -> int:
    return max(known.reset if known else 0, reset.number if reset else 0)


def check_follows(epoch: Epoch, known: KnownEpoch, reset: Reset | None, signed_until: date | None) -> None:
    """Check that an epoch may come after another one.

    Args:
        epoch: The later epoch.
        known: The earlier one.
        reset: The last reset.
        signed_until: As in `accept_epoch`; None in the public log, where no home's signatures count.

    Raises:
        Refused: TWO_EPOCHS if its number is not above that of `known`; TOO_SOON if it begins too soon.
    """
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
    # An appended ticket names no tree to wait for. A restored server has lost the tickets of before its reset; a server
    # that only claims to have been restored loses the data days before the reset.
    if receipt.index is not None or receipt.epoch >= epoch.number or receipt.reset < epoch.reset:
        return
    if known is None or known.number < receipt.epoch:
        raise Refused(Reason.DENIED_TICKET, f"the ticket is for epoch {receipt.epoch}, which was not shown")


@dataclass(frozen=True)
class Published:
    """Proof that an epoch was published as this home was shown it. Only `check_published` makes one."""

    epoch: Epoch


def check_published(published: Signed, epoch: Epoch, *, server: bytes, online_key: bytes) -> Published:
    """Compare an accepted epoch with the published one; the result allows the home's uploads under it.

    A server could show one home a tree of donors that it invented. A home therefore compares before its first upload
    under an epoch. If the two differ, it keeps both signed texts as evidence against the server.

    Args:
        published: The signed epoch of the same number, fetched without the home's token, as anybody would.
        epoch: The epoch that the home accepted.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH for another server. TWO_COMMITTEES if number, size or root differ.
            TWO_EPOCHS if only the first day or the reset differs.
    """
    other = open_message(published, Epoch, online_key)
    check_server(other.server, server)
    if (other.number, other.size, other.root) != (epoch.number, epoch.size, epoch.root):
        raise Refused(Reason.TWO_COMMITTEES, f"the server published another tree for epoch {epoch.number}")
    if other != epoch:
        raise Refused(Reason.TWO_EPOCHS, f"the server signed two epochs under number {epoch.number}")
    return Published(epoch)


def last_day(start: date, next_start: date | None) -> date:
    """Return the last day that an epoch holds.

    Args:
        start: The epoch's first day.
        next_start: The first day of the next epoch in which the home found its place; None while it has found none.
            An epoch without a place for the home ends no other epoch, because the home could do nothing under it.
    """
    longest = start + LONGEST_EPOCH
    return longest if next_start is None else min(longest, next_start - _DAY)


def holds(start: date, next_start: date | None, day: date) -> bool:
    """Return whether an epoch holds a day; data day D belongs to the epoch that holds D + 1. See `last_day`."""
    return start <= day <= last_day(start, next_start)


def last_data_day(start: date, next_start: date | None) -> date:
    """Return the last data day that belongs to an epoch, from which `tickets.erase_after` counts.

    The home signed nothing under this epoch for a later data day, because the next epoch begins after all days for
    which it signed. The arguments are those of `last_day`.
    """
    return last_day(start, next_start) - _DAY


def check_server(named: str, server: bytes) -> None:
    """Check that a message names the server that the home pinned; Refused FOREIGN_EPOCH otherwise.

    `named` is the key in the message, in hex. One online key could serve two servers, so the signature is not enough.
    """
    if named != server.hex():
        raise Refused(Reason.FOREIGN_EPOCH, "the message is of another server")
