"""Planning a `recoverable` round: sticky groups of the donors seen lately."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from sqlalchemy import Connection

from pdd_server.services.campaigns import layout_of_day
from pdd_server.services.night import Night, publish_missing
from pdd_server.services.sticky import regroup
from pdd_server.store import donors, rounds
from pdd_server.store import recoverable_groups as groups
from pdd_server.store.donors import Eligible
from pdd_server.store.rounds import Round, RoundState
from pdd_shared.messages import GroupPlan, Member, Plan
from pdd_shared.signing import sign, signed_digest


def plan_round(connection: Connection, night: Night) -> bool:
    """Plan the round of the day that begins; whether there is one.

    No round without a campaign that can pay for it; with fewer donors than the floor the day is published as waiting.
    """
    day, config, layout = night.day, night.config, layout_of_day(connection, night.config, night.day)
    if not (layout.parts or layout.over_budget):
        return False
    eligible = donors.eligible(connection, day - timedelta(days=config.eligible_days))
    publish_missing(connection, day, layout.over_budget, "budget", len(eligible), config.min_group)
    if not layout.parts:
        return False
    planned = regroup(before(eligible), [e.donor for e in eligible], config.group_size, config.min_group, night.shuffle)
    if not planned:
        publish_missing(connection, day, layout.parts, "waiting", len(eligible), config.min_group)
        return False
    frame = night.plan(day, layout.parts)
    signed = sign(frame, night.key)
    new = Round(day, "recoverable", RoundState.PREPARING, day, 0, len(planned), len(eligible))
    rounds.add(connection, new, signed)
    members = {one.donor: one.member for one in eligible}
    plan_digest = signed_digest(signed, Plan).hex()
    groups.add(connection, day, _new_groups(night, plan_digest, planned, members))
    donors.set_sticky(connection, moved(eligible, planned))
    return True


def before(eligible: Sequence[Eligible]) -> list[list[str]]:
    """The groups into which these donors were last planned, by their numbers."""
    known: dict[int, list[str]] = {}
    for one in eligible:
        if one.sticky is not None:
            known.setdefault(one.sticky, []).append(one.donor)
    return [known[number] for number in sorted(known)]


def moved(eligible: Sequence[Eligible], planned: Sequence[Sequence[str]]) -> list[tuple[str, int]]:
    """The donors whose group has another number than the one they were last planned into, and that number."""
    last = {one.donor: one.sticky for one in eligible}
    return [(donor, number) for number, group in enumerate(planned) for donor in group if last[donor] != number]


def _new_groups(
    night: Night, plan: str, planned: Sequence[Sequence[str]], members: dict[str, Member]
) -> Iterator[groups.NewGroup]:
    for number, donors_of in enumerate(planned):
        keys = tuple(members[donor] for donor in donors_of)
        group = GroupPlan(plan=plan, day=night.day, group=number, members=keys)
        yield groups.NewGroup(sign(group, night.key), tuple(donors_of))
