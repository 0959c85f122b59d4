"""A donor's part in a `plain` round: one message, its vector."""

from pdd_client.work import Work
from pdd_shared.layout import Vector
from pdd_shared.messages import Plan, SubmitTask
from pdd_shared.rounds.plain import Context, open_round, submit
from pdd_shared.rounds.refusals import Reason, Refused


def submit_plain(work: Work, task: SubmitTask, plan: Plan) -> None:
    """Send the day's vector, the same bytes however often; Refused says why not."""
    day, before = plan.day, work.store.blinded(plan.day)
    if work.store.rounds.get(day) is not None:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{day} is a recoverable round")
    context = open_round(
        task.plan,
        task.roster,
        identity=work.identity,
        server_key=work.server_key,
        own=work.own,
        today=work.today,
        signed_before=before.context if before else None,
        pinned=work.store.rounds.pinned,
    )
    data = work.again("vector", day, before.data) if before else _blind(work, context)
    work.send_vector(day, context.digest, data)


def _blind(work: Work, context: Context) -> bytes:
    def blind(vector: Vector) -> bytes:
        return submit(context, work.credentials.secrets, vector)

    return work.blinded(context.plan, context.digest, blind, keep=lambda: work.store.rounds.pin(context.roster.members))
