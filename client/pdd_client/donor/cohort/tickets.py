"""A home's tickets: one for the next epoch and, after joining, one for the current epoch."""

from collections.abc import Sequence
from datetime import timedelta

from pdd_client.donor.cohort.epochs import CohortContact
from pdd_client.donor.cohort.public_log import check_appended, check_can_be_appended
from pdd_client.gateways.home_store.cohort.epoch_store import KeptTicket
from pdd_client.gateways.server_http.server_http import ServerProblem, encoded
from pdd_shared.protocol.messages import Signed, TicketMessage
from pdd_shared.rounds.cohort.epoch.acceptance import accept_reset, open_receipt
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets, make_ticket
from pdd_shared.rounds.refusals import Reason, Refused

MOST_SPARE = 3
"""The most tickets for trees that the server has not shown: the next one, the current one, and one that was missed.

The limit keeps a server from making a home generate and keep keys without end.
"""


def note_reset(cohort: CohortContact, signed: Signed) -> None:
    """Keep the server's statement that it was restored from a backup, and erase the tickets that it may have lost.

    These are all tickets without a place in a tree: their receipts no longer count. The home sends new tickets when
    the server asks for them. It also erases uploads of earlier days that are not confirmed: the server gave these days
    up, and the home would refuse to send them at each contact.

    Raises:
        Refused: the reset breaks a rule of `accept_reset`.

    """
    kept, known = cohort.kept, cohort.kept.reset()
    reset = accept_reset(
        signed, server=cohort.contact.identity, online_key=cohort.contact.server_key, today=cohort.today, known=known
    )
    if reset == known:
        return
    placed = kept.placed()
    with cohort.contact.store.transaction():
        kept.keep_reset(reset, signed)
        for epoch in kept.tickets():
            if epoch not in placed:
                kept.drop_ticket(epoch)
        cohort.contact.store.journal.erase_uploads(reset.day - timedelta(days=1))
        cohort.contact.store.journal.forget_plans(reset.day - timedelta(days=1))


def unconfirmed(cohort: CohortContact) -> list[int]:
    """Return the epochs of tickets without a receipt: the receipt was lost, or the ticket never arrived."""
    known = cohort.known
    tickets = [ticket for ticket in cohort.kept.tickets().values() if ticket.receipt is None]
    return [ticket.epoch for ticket in tickets if known is None or ticket.epoch > known.number]


def is_wanted(cohort: CohortContact, epoch: int) -> bool:
    """Return whether the home needs a new ticket for this epoch.

    It does not if it has a ticket for it, because a home has one leaf in each epoch. It does not either if the epoch
    is not later than the last one in which the home found its place.
    """
    known = cohort.known
    return epoch not in cohort.kept.tickets() and (known is None or epoch > known.number)


def send_ticket(cohort: CohortContact, epoch: int) -> None:
    """Send the ticket for an epoch and keep its receipt. A repeated call sends the same ticket again.

    Raises:
        Refused: the home has too many tickets for trees that it was not shown, or was left out of the epoch's tree, or
            the receipt breaks a rule.
        ServerProblem: the server refuses the ticket. If it is too late for its tree, it is erased.

    """
    ticket = cohort.kept.tickets().get(epoch)
    if ticket is None:
        check_can_be_appended(cohort.contact.store, cohort.log, epoch)
        ticket = _make(cohort, epoch)
    identity, contact = cohort.contact.credentials.secrets.identity, cohort.contact
    made = make_ticket(ticket.secrets, identity, contact.identity)
    message = TicketMessage(exchange=made.exchange.hex(), signing=made.signing.hex(), signature=made.signature.hex())
    size = len(encoded(message))
    with contact.store.transaction():
        contact.report.log("ticket", None, size)
    signed = _sent(cohort, epoch, message)
    _check(cohort, signed, epoch, made.digest(contact.identity))
    with contact.store.transaction():
        cohort.kept.keep_receipt(epoch, cohort.statement(signed))
    contact.report.add_sent(cohort.today, "ticket", size)


def _make(cohort: CohortContact, epoch: int) -> KeptTicket:
    placed, tickets = cohort.kept.placed(), cohort.kept.tickets()
    if len(tickets.keys() - placed.keys()) >= MOST_SPARE:
        raise Refused(Reason.TOO_SOON, f"this home has {MOST_SPARE} tickets for trees that it was not shown")
    secrets = TicketSecrets.generate(cohort.contact.installation.random_bytes)
    with cohort.contact.store.transaction():
        cohort.kept.keep_ticket(epoch, cohort.today, secrets)
    return KeptTicket(epoch, cohort.today, secrets)


def _sent(cohort: CohortContact, epoch: int, message: TicketMessage) -> Signed:
    """Send a ticket and return the signed receipt. Erase the ticket if the server says that it is too late."""
    try:
        return cohort.contact.server.send_ticket(cohort.contact.token, epoch, message)
    except ServerProblem as problem:
        if problem.name == Reason.TOO_LATE:
            with cohort.contact.store.transaction():
                cohort.kept.drop_ticket(epoch)
        raise


def _check(cohort: CohortContact, signed: Signed, epoch: int, ticket: bytes) -> None:
    """Check a ticket's receipt.

    `ticket` is the digest of the ticket that was sent.

    Raises:
        Refused: the receipt breaks a rule of `open_receipt` or `check_appended`, or is for another epoch
            (FOREIGN_EPOCH).

    """
    # The home has one ticket an epoch, so no other one has a receipt for this epoch.
    receipt = open_receipt(
        signed,
        server=cohort.contact.identity,
        online_key=cohort.contact.server_key,
        ticket=ticket,
        known=cohort.known,
        promised=None,
        reset=cohort.kept.reset(),
    )
    if receipt.epoch != epoch:
        raise Refused(Reason.FOREIGN_EPOCH, f"the receipt is for epoch {receipt.epoch}, not {epoch}")
    check_appended(cohort.log, receipt)


def to_send(cohort: CohortContact, asked: Sequence[int]) -> list[int]:
    """Return the epochs to send a ticket for, in rising order: asked for and needed, or sent but not confirmed."""
    return sorted({*unconfirmed(cohort), *(epoch for epoch in asked if is_wanted(cohort, epoch))})
