"""Tickets: each donor has one for the next tree, and a leaf in the tree that runs."""

from dataclasses import dataclass
from datetime import date

from nacl.signing import SigningKey
from sqlalchemy import Connection

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
    """The X25519 or Ed25519 keys of the tickets of an epoch: of the next one where `epoch` is None."""

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
    """Take a donor's ticket for an epoch; the signed `TicketReceipt`. The same ticket again gets the same receipt.

    A ticket for the next tree waits for it; one for the epoch that runs is appended. `identity` is the server's
    identity key, `key` its online key. Rejected: NOT_REGISTERED. Refused: BAD_SIGNATURE, WEAK_KEY, DUPLICATE_MEMBER,
    DIFFERENT_VECTOR where the donor has another ticket for that epoch, TOO_LATE for any other epoch.
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
    """Keep the ticket unless it is kept; the index of its receipt."""
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
    kept = cohort_tickets.get(connection, donor)
    if kept is None:
        check_new(ticket, _Keys(connection, None, exchange=True), _Keys(connection, None, exchange=False))
        cohort_tickets.add(connection, donor, SpareTicket(digest, ticket.exchange, ticket.signing, today))
    elif kept.digest != digest:
        raise Refused(Reason.DIFFERENT_VECTOR, "This donor has another ticket for the next epoch.")


def _append(
    connection: Connection, donor: str, epoch: StoredEpoch, ticket: Ticket, digest: bytes, today: date
) -> OwnLeaf:
    running = epochs.last(connection)
    if running is None or running.number != epoch.number or not epochs.can_be_joined(epoch, today):
        raise Refused(Reason.TOO_LATE, "The server takes no more tickets for that epoch.")
    number = epoch.number
    check_new(ticket, _Keys(connection, number, exchange=True), _Keys(connection, number, exchange=False))
    # Its index is that of the lowest free place, which `append` finds.
    leaf = Leaf(epoch.size, ticket.exchange, ticket.signing)
    return cohort_epochs.append(connection, number, epoch.size, donor, OwnLeaf(number, leaf, digest, today))
