"""A donor's part in a `plain` round: one message, its vector, journalled before it is sent."""

from pdd_client.core.donation.prepare_donation import Donation
from pdd_client.donor.check_in.work import Sent, Work
from pdd_client.gateways.home_store.rows import Blinded
from pdd_shared.protocol.messages import Plan, Receipt, SubmitTask
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.plain.context import Context
from pdd_shared.rounds.plain.donor import open_round, submit


def submit_plain(work: Work, task: SubmitTask, plan: Plan) -> None:
    """Send the day's vector, the same bytes however often; Refused says why not. Waits as `Work.given`."""
    day, before = plan.day, work.store.blinded(plan.day)
    context = open_round(
        task.plan,
        task.roster,
        identity=work.identity,
        server_key=work.server_key,
        own=work.membership.member(work.credentials),
        today=work.today,
        signed_before=before.context if before else None,
        pinned=work.store.pins.pinned,
    )
    data = work.again("vector", day, before.data) if before else _blind(work, context)
    receipt = work.server.send_vector(work.token, str(day), context.digest.hex(), data)
    _note(work, receipt, plan, data)


def _blind(work: Work, context: Context) -> bytes:
    """Return what the donor gives of the day, blinded, and written down before anybody gets it."""

    def make(donation: Donation) -> bytes:
        return submit(context, work.credentials.secrets, donation.vector())

    def keep(donation: Donation, data: bytes) -> None:
        work.lock(donation, Blinded(context.plan.day, context.digest, data, sent=False), len(data))
        work.store.pins.pin(context.roster.members)

    return work.given(context.plan, make, keep)


def _note(work: Work, receipt: Receipt, plan: Plan, data: bytes) -> None:
    """Note whether the server has confirmed these bytes."""
    genuine = receipt.day == plan.day and receipt.digest == vector_digest(data).hex()
    with work.store.transaction():
        if genuine:
            work.store.mark_sent(plan.day)
        else:
            work.refuse(plan.day, "different-receipt", "the server confirmed other bytes than were sent")
    if genuine:
        work.sent.append(Sent(plan.day, "submit", len(data)))
