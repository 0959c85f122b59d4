"""The sum of a `recoverable` round before noise: read in one snapshot, unmasked on all cores, written nowhere."""

import os
from collections.abc import Iterator

from sqlalchemy import Connection

from pdd_server.services.recoverable.workers import Job, unmask_all
from pdd_server.services.totals import Total
from pdd_server.store import nights
from pdd_server.store import recoverable_groups as groups
from pdd_server.store import recoverable_members as members
from pdd_server.store.publications import MissingReason
from pdd_server.store.recoverable_groups import GroupState, Key
from pdd_server.store.rounds import Round
from pdd_shared.messages import GroupPlan, Plan, PreparedRoster, Signed
from pdd_shared.rounds.checks import encode_context
from pdd_shared.rounds.group_sums import DaySum
from pdd_shared.rounds.recoverable import server
from pdd_shared.signing import signed_digest


def total(connection: Connection, found: Round, signed: Signed) -> Total | None:
    """The survivors' sum; None while a group can still get the shares it lacks."""
    plan = Plan.model_validate_json(signed.payload)
    sums, faulty, lost = DaySum(plan.layout), list[str](), 0
    jobs = _jobs(connection, found, plan, signed_digest(signed, Plan))
    for number, outcome in unmask_all(jobs, os.cpu_count() or 1):
        if outcome is None:
            return None
        if isinstance(outcome, server.Lost):
            faulty += members.donors_at(connection, Key(found.day, number), outcome.faulty)
            lost += 1
        else:
            sums.add(outcome.total, len(outcome.survivors))
    missing: MissingReason = "lost" if groups.had_roster(connection, found.day) else "waiting"
    return Total(sums, missing, tuple(faulty), lost)


def _jobs(connection: Connection, found: Round, plan: Plan, plan_digest: bytes) -> Iterator[Job]:
    last = nights.count_after(connection, found.since) > plan.reveal_days
    for key in groups.keys(connection, found.day, GroupState.REVEALING):
        roster = _roster(connection, key, plan, plan_digest)
        yield Job(key.number, groups.load_revealing(connection, key), roster, last)


def _roster(connection: Connection, key: Key, plan: Plan, plan_digest: bytes) -> server.Roster:
    roster_digest = signed_digest(groups.roster_of(connection, key), PreparedRoster)
    return server.Roster(
        size=groups.size(connection, key),
        members=groups.roster_members(connection, key),
        dealings=groups.load_dealings(connection, key),
        group_plan=signed_digest(groups.plan_of(connection, key), GroupPlan),
        context=encode_context(plan, plan_digest, key.number, roster_digest),
    )
