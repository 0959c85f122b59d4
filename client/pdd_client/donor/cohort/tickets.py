"""A home's tickets: one for the next epoch, and after joining one for the epoch that runs."""

from collections.abc import Sequence

from pdd_client.donor.check_in.work import Sent
from pdd_client.donor.cohort.epochs import CohortWork
from pdd_client.gateways.home_store.epoch_store import KeptTicket
from pdd_client.gateways.server_http.server_http import ServerProblem, encoded
from pdd_shared.protocol.messages import Signed, TicketMessage
from pdd_shared.rounds.cohort.epoch.acceptance import accept_reset, open_receipt
from pdd_shared.rounds.cohort.epoch.tickets import TicketSecrets, make_ticket
from pdd_shared.rounds.refusals import Reason, Refused

MOST_SPARE = 3
"""Tickets for trees that were not shown: the next one, the one that runs, and one that was missed."""


def note_reset(cohort: CohortWork, signed: Signed) -> None:
    """Write down that the server was restored; receipts for trees that were not shown count no more.

    Their tickets are erased, and new ones are sent when the server asks. Refused as `accept_reset`.
    """
    kept, known = cohort.kept, cohort.kept.reset()
    reset = accept_reset(
        signed, server=cohort.work.identity, online_key=cohort.work.server_key, today=cohort.today, known=known
    )
    if reset == known:
        return
    placed = kept.placed()
    with cohort.work.store.transaction():
        kept.keep_reset(reset, signed)
        for epoch in kept.tickets():
            if epoch not in placed:
                kept.drop_ticket(epoch)


def unconfirmed(cohort: CohortWork) -> list[int]:
    """Return the epochs of tickets that were made, and have no receipt: it was lost, or the ticket never arrived."""
    known = cohort.known
    tickets = [ticket for ticket in cohort.kept.tickets().values() if ticket.receipt is None]
    return [ticket.epoch for ticket in tickets if known is None or ticket.epoch > known.number]


def is_wanted(cohort: CohortWork, epoch: int) -> bool:
    """Return whether a ticket for this epoch would be of use.

    A home has one leaf an epoch. A home that was restored may find that it had its place in this one before.
    """
    known = cohort.known
    return epoch not in cohort.kept.tickets() and (known is None or epoch > known.number)


def send_ticket(cohort: CohortWork, epoch: int) -> None:
    """Send the ticket for an epoch, the same one however often, and keep its receipt; Refused says why not."""
    ticket = cohort.kept.tickets().get(epoch) or _make(cohort, epoch)
    identity, work = cohort.work.credentials.secrets.identity, cohort.work
    made = make_ticket(ticket.secrets, identity, work.identity)
    message = TicketMessage(exchange=made.exchange.hex(), signing=made.signing.hex(), signature=made.signature.hex())
    size = len(encoded(message))
    with work.store.transaction():
        work.log("ticket", None, size)
    signed = _sent(cohort, epoch, message)
    _check(cohort, signed, epoch, made.digest(work.identity))
    with work.store.transaction():
        cohort.kept.keep_receipt(epoch, cohort.vouched(signed))
    work.sent.append(Sent(cohort.today, "ticket", size))


def _make(cohort: CohortWork, epoch: int) -> KeptTicket:
    placed, tickets = cohort.kept.placed(), cohort.kept.tickets()
    if len(tickets.keys() - placed.keys()) >= MOST_SPARE:
        raise Refused(Reason.TOO_SOON, f"this home has {MOST_SPARE} tickets for trees that it was not shown")
    secrets = TicketSecrets.generate(cohort.work.installation.random_bytes)
    with cohort.work.store.transaction():
        cohort.kept.keep_ticket(epoch, cohort.today, secrets)
    return KeptTicket(epoch, cohort.today, secrets)


def _sent(cohort: CohortWork, epoch: int, message: TicketMessage) -> Signed:
    """Return the answer. A ticket that is too late for its tree is of no use, and erased."""
    try:
        return cohort.work.server.send_ticket(cohort.work.token, epoch, message)
    except ServerProblem as problem:
        if problem.name == Reason.TOO_LATE:
            with cohort.work.store.transaction():
                cohort.kept.drop_ticket(epoch)
        raise


def _check(cohort: CohortWork, signed: Signed, epoch: int, ticket: bytes) -> None:
    """Check a ticket's receipt; Refused as `open_receipt`, or FOREIGN_EPOCH for another epoch than was asked for."""
    # The home has one ticket an epoch, so no other one has a receipt for this epoch.
    receipt = open_receipt(
        signed,
        server=cohort.work.identity,
        online_key=cohort.work.server_key,
        ticket=ticket,
        known=cohort.known,
        promised=None,
        reset=cohort.kept.reset(),
    )
    if receipt.epoch != epoch:
        raise Refused(Reason.FOREIGN_EPOCH, f"the receipt is for epoch {receipt.epoch}, not {epoch}")


def to_send(cohort: CohortWork, asked: Sequence[int]) -> list[int]:
    """Return the epochs to send a ticket for: those that were asked for and are of use, and those not confirmed."""
    return sorted({*unconfirmed(cohort), *(epoch for epoch in asked if is_wanted(cohort, epoch))})
