"""A donor's part in a `recoverable` round: it prepares on the data day, submits the day after, reveals on later ones.

Whatever binds the donor is written down before the message that it binds to leaves.
"""

from dataclasses import replace
from datetime import timedelta

from pdd_client.gateways.store_rows import Round
from pdd_client.work import Work
from pdd_shared.layout import Vector
from pdd_shared.messages import Plan, PreparedRoster, PrepareTask, RevealTask, Signed, SubmitTask, Survivors
from pdd_shared.rounds.recoverable.dealing import BOX_SIZE, RoundSecrets
from pdd_shared.rounds.recoverable.donor import (
    Context,
    Tentative,
    open_group_plan,
    open_roster,
    open_round,
    open_survivors,
    prepare,
    reveal,
    submit,
)
from pdd_shared.rounds.refusals import Reason, Refused


def prepare_round(work: Work, task: PrepareTask, plan: Plan) -> None:
    """Send the prepare message of today's round, the same bytes however often; Refused says why not."""
    kept = work.store.rounds.get(plan.day)
    tentative = _open(work, task.plan, task.group_plan, kept)
    if kept is None:
        data = _prepare(work, tentative, task.group_plan)
    else:
        data = work.again("preparation", plan.day, kept.preparation)
    receipt = work.server.send_preparation(work.token, str(plan.day), tentative.digest.hex(), data)
    work.confirmed(plan.day, "prepare", data, receipt)


def submit_recoverable(work: Work, task: SubmitTask, plan: Plan) -> None:
    """Send the day's vector, the same bytes however often; Refused says why not."""
    kept, before = work.store.rounds.get(plan.day), work.store.blinded(plan.day)
    if kept is None or kept.group_plan is None or kept.prepared is None:
        raise Refused(Reason.NOT_A_MEMBER, f"this donor did not prepare for {plan.day}, or it was long ago")
    if kept.survivors is not None or plan.day in work.days.revealing:
        raise Refused(Reason.TOLD_BEFORE, f"the survivors of {plan.day} were named already")
    context = open_round(
        _open(work, task.plan, kept.group_plan, kept),
        task.roster,
        server_key=work.server_key,
        prepared=kept.prepared,
        today=work.today,
        signed_before=before.context if before else None,
    )
    if before is not None:
        data = work.again("vector", plan.day, before.data)
    else:
        data = _blind(work, context, kept.secrets, task.roster)
    work.send_vector(plan.day, context.digest, data)


def reveal_round(work: Work, task: RevealTask, plan: Plan) -> None:
    """Send this donor's shares for the round's one survivor list; Refused says why not."""
    kept, before = work.store.rounds.get(plan.day), work.store.blinded(plan.day)
    if kept is not None and kept.group_plan is None:
        raise Refused(Reason.TOO_LATE, f"{plan.day} was long ago, or under other keys: its texts are erased")
    group_plan = _known(task.group_plan, kept.group_plan if kept else None)
    tentative = _open(work, task.plan, group_plan, kept)
    roster, roster_digest = open_roster(tentative, _known(task.roster, kept.roster if kept else None), work.server_key)
    survivors, told = open_survivors(
        tentative,
        roster,
        roster_digest,
        task.survivors,
        server_key=work.server_key,
        sent=before is not None and before.sent,
        told_before=kept.survivors if kept else None,
    )
    with work.store.transaction():
        if kept is None:
            work.store.rounds.add(_row(tentative, group_plan), tentative.group.members)
        work.store.rounds.told(plan.day, told)
    if kept is not None and kept.reveal is not None:
        data = work.again("reveal", plan.day, kept.reveal)
    else:
        data = _reveal(work, tentative, roster, survivors)
    receipt = work.server.send_reveal(work.token, str(plan.day), told.hex(), data)
    work.confirmed(plan.day, "reveal", data, receipt)


def _open(work: Work, signed_plan: Signed, group_plan: Signed, kept: Round | None) -> Tentative:
    """The group plan, checked, and the one of before if there was one."""
    tentative = open_group_plan(
        signed_plan,
        group_plan,
        identity=work.identity,
        server_key=work.server_key,
        own=work.own,
        pinned=work.store.rounds.pinned,
    )
    if kept is not None and kept.digest != tentative.digest:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"another group was planned for {tentative.plan.day} before")
    return tentative


def _known(given: Signed | None, kept: Signed | None) -> Signed:
    """What is kept, else what the server gives; Refused where they differ or neither is there."""
    if given is not None and kept is not None and given.payload != kept.payload:
        raise Refused(Reason.DAY_SIGNED_BEFORE, "the server has shown another group or roster of this day before")
    if (signed := kept or given) is None:
        raise Refused(Reason.NOT_A_MEMBER, "this donor was never shown the group or roster of this day")
    return signed


def _row(tentative: Tentative, group_plan: Signed) -> Round:
    plan = tentative.plan
    return Round(plan.day, tentative.digest, plan.day + timedelta(days=1 + plan.delay), group_plan)


def _prepare(work: Work, tentative: Tentative, group_plan: Signed) -> bytes:
    """A new prepare message; it, and the secrets it shares out, are kept before anybody gets it."""
    random_bytes = work.installation.random_bytes
    secrets = RoundSecrets.draw(random_bytes)
    prepared, data = prepare(tentative, work.credentials.secrets, secrets, work.today, random_bytes, work.box_keys)
    kept = replace(_row(tentative, group_plan), prepared=prepared, secrets=secrets, preparation=data)
    with work.store.transaction():
        work.store.rounds.add(kept, tentative.group.members)
        work.log("preparation", tentative.plan.day, len(data))
    return data


def _blind(work: Work, context: Context, secrets: RoundSecrets | None, roster: Signed) -> bytes:
    """The vector, blinded and kept before anybody gets it; the round's secrets are erased with that."""
    plan = context.tentative.plan
    if secrets is None:
        raise Refused(Reason.TOO_LATE, f"the window of {plan.day} was over, and its secrets are erased")

    def blind(vector: Vector) -> bytes:
        return submit(context, work.credentials.secrets, secrets, vector)

    return work.blinded(plan, context.digest, blind, keep=lambda: work.store.rounds.submitting(plan.day, roster))


def _reveal(work: Work, tentative: Tentative, roster: PreparedRoster, survivors: Survivors) -> bytes:
    """The shares, opened and kept before anybody gets them."""
    day, boxes = tentative.plan.day, work.server.boxes(work.token, str(tentative.plan.day))
    if len(boxes) != BOX_SIZE * len(roster.members):
        raise Refused(Reason.WRONG_SIZE, f"{len(boxes)} bytes are not one box for each of {len(roster.members)}")
    pieces = [boxes[start : start + BOX_SIZE] for start in range(0, len(boxes), BOX_SIZE)]
    data = reveal(tentative, roster, survivors, pieces, work.credentials.secrets, work.box_keys)
    with work.store.transaction():
        work.store.rounds.revealing(day, data)
        work.log("reveal", day, len(data))
    return data
