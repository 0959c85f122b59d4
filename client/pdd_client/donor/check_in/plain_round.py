"""A donor's part in a `plain` round: it sends one message, the blinded vector, which it keeps before it sends it."""

from pdd_client.core.donation.donation import Donation
from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.contact.lock_donation import lock_day, record_locked, send_again
from pdd_client.gateways.home_store.day_store import Blinded
from pdd_shared.protocol.messages import Plan, Receipt, SubmitTask
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.plain.context import Context
from pdd_shared.rounds.plain.donor import open_round, submit


def submit_plain(contact: Contact, task: SubmitTask, plan: Plan) -> None:
    """Send the day's blinded vector. A repeated call sends the same bytes again.

    Args:
        contact: the contact with the server.
        task: the server's request, with the signed plan and roster.
        plan: the task's plan, opened.

    Raises:
        Refused: the plan or the roster breaks a rule, or the day's bytes are erased.
        ServerProblem: the server refuses the vector.
        DayNotReady: the donor has not decided about the day yet, and still can.

    """
    day, before = plan.day, contact.store.days.blinded(plan.day)
    context = open_round(
        task.plan,
        task.roster,
        identity=contact.identity,
        server_key=contact.server_key,
        own=contact.membership.member(contact.credentials),
        today=contact.today,
        signed_before=before.context if before else None,
        pinned=contact.store.pins.pinned,
    )
    data = send_again(contact, "vector", day, before.data) if before else _blind(contact, context)
    contact.hold()
    receipt = contact.server.send_vector(contact.token, str(day), context.digest.hex(), data)
    _note(contact, receipt, plan, data)


def _blind(contact: Contact, context: Context) -> bytes:
    """Lock the day, and return the blinded vector. It is kept in the home before it can be sent."""

    def make(donation: Donation) -> bytes:
        return submit(context, contact.credentials.secrets, donation.vector())

    def keep(donation: Donation, data: bytes) -> None:
        record_locked(contact, donation, Blinded(context.plan.day, context.digest, data, sent=False), len(data))
        contact.store.pins.pin(context.roster.members)

    return lock_day(contact, context.plan, make, keep)


def _note(contact: Contact, receipt: Receipt, plan: Plan, data: bytes) -> None:
    """Mark the day as sent if the receipt confirms exactly these bytes, else log a refusal."""
    genuine = receipt.day == plan.day and receipt.digest == vector_digest(data).hex()
    with contact.store.transaction():
        if genuine:
            contact.store.days.mark_sent(plan.day)
        else:
            contact.report.refuse(plan.day, "different-receipt", "the server confirmed other bytes than were sent")
    if genuine:
        contact.report.add_sent(plan.day, "submit", len(data))
