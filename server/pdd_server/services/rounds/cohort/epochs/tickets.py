"""Receiving of donors' tickets.

A ticket is a donor's two keys for one epoch. A ticket for the next epoch is kept until its tree is made. A ticket for
the running epoch is appended to that epoch's leaves at once.
"""

from dataclasses import dataclass
from datetime import date

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.errors import busy
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.store.rounds.cohort import cohort_epochs, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_epochs import OwnLeaf, StoredEpoch
from pdd_server.store.rounds.cohort.cohort_tickets import SpareTicket
from pdd_shared.protocol.messages import Signed, TicketMessage
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.tickets import Ticket, check_new, check_ticket
from pdd_shared.rounds.cohort.epoch.tree import Leaf
from pdd_shared.rounds.cohort.messages import TicketReceipt
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class _Keys:
    """The keys of one kind in all tickets of an epoch, looked up in the database; only for `in`.

    Attributes:
        connection: A transaction.
        epoch: The epoch's number; None for the spare tickets of the next one.
        exchange: True for the X25519 keys, False for the Ed25519 keys.
    """

    connection: Connection
    epoch: int | None
    exchange: bool

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, bytes):
            return False
        if self.epoch is None:
            return cohort_tickets.has_key(self.connection, key, exchange=self.exchange)
        return cohort_epochs.has_key(self.connection, self.epoch, key, exchange=self.exchange)


def receive(
    connection: Connection,
    hashed: bytes,
    number: int,
    message: TicketMessage,
    *,
    identity: bytes,
    key: SigningKey,
    today: date,
) -> Signed:
    """Store a donor's ticket for an epoch. A resend of the same ticket changes nothing and gets the same receipt.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        number: The number of the epoch that the ticket is for: the next or the running one.
        message: The ticket as the donor sent it.
        identity: The server's identity key, 32 bytes.
        key: The server's online key, which signs the receipt.
        today: The present data day.

    Returns:
        The signed `TicketReceipt`.

    Raises:
        Rejected: NOT_REGISTERED.
        Refused: BAD_SIGNATURE or WEAK_KEY, as `check_ticket`; DUPLICATE_MEMBER if another ticket of the epoch has one
            of the keys; DIFFERENT_VECTOR if the donor has another ticket for the epoch; TOO_LATE for any other epoch,
            and once nobody can join the running one.
    """
    donor = authenticate(connection, hashed)
    ticket = Ticket(
        identity=bytes.fromhex(donor.member.identity),
        exchange=bytes.fromhex(message.exchange),
        signing=bytes.fromhex(message.signing),
        signature=bytes.fromhex(message.signature),
    )
    check_ticket(ticket, identity)
    index = _take(connection, donor.id, number, ticket, ticket.digest(identity), today)
    receipt = TicketReceipt(
        server=identity.hex(),
        ticket=ticket.digest(identity).hex(),
        epoch=number,
        index=index,
        reset=epochs.resets(connection),
    )
    return sign(receipt, key)


def _take(connection: Connection, donor: str, number: int, ticket: Ticket, digest: bytes, today: date) -> int | None:
    """Store the ticket unless it is stored; return the index that its receipt names.

    That is the index of an appended leaf. It is None for a leaf that is, or will be, in a tree: its index follows from
    the tree.
    """
    if number == epochs.following(connection):
        _keep_spare(connection, donor, ticket, digest, today)
        return None
    epoch = cohort_epochs.get(connection, number)
    if epoch is None or epoch.reset != epochs.resets(connection):
        raise Refused(Reason.TOO_LATE, "The server takes no tickets for that epoch.")
    own = cohort_epochs.leaf_of(connection, number, donor)
    if own is None:
        own = _append(connection, donor, epoch, ticket, digest, today)
    if own.digest != digest:
        raise Refused(Reason.DIFFERENT_VECTOR, "This donor has another ticket for that epoch.")
    return None if own.leaf.index < epoch.size else own.leaf.index


def _keep_spare(connection: Connection, donor: str, ticket: Ticket, digest: bytes, today: date) -> None:
    """Store the ticket for the next tree.

    Raises:
        Refused: DIFFERENT_VECTOR if the donor has sent another one.
        Rejected: BUSY while that tree is being made. The donor sends the ticket again, and it is appended.
    """
    kept = cohort_tickets.get(connection, donor)
    if kept is None:
        if cohort_epochs.forming(connection, epochs.resets(connection)) is not None:
            raise busy()
        check_new(ticket, _Keys(connection, None, exchange=True), _Keys(connection, None, exchange=False))
        cohort_tickets.add(connection, donor, SpareTicket(digest, ticket.exchange, ticket.signing, today))
    elif kept.digest != digest:
        raise Refused(Reason.DIFFERENT_VECTOR, "This donor has another ticket for the next epoch.")


def _append(
    connection: Connection, donor: str, epoch: StoredEpoch, ticket: Ticket, digest: bytes, today: date
) -> OwnLeaf:
    """Append the ticket to the running epoch's leaves; raise Refused TOO_LATE if nobody can join that epoch now."""
    running = epochs.last(connection)
    if running is None or running.number != epoch.number or not epochs.can_be_joined(epoch, today):
        raise Refused(Reason.TOO_LATE, "The server takes no more tickets for that epoch.")
    number = epoch.number
    check_new(ticket, _Keys(connection, number, exchange=True), _Keys(connection, number, exchange=False))
    # `append` replaces the index by the next free one.
    leaf = Leaf(epoch.size, ticket.exchange, ticket.signing)
    return cohort_epochs.append(connection, number, epoch.size, donor, OwnLeaf(number, leaf, digest, today))
