"""What a night does with `recoverable` rounds: it ends, closes, fixes rosters, and plans the day it begins."""

from collections.abc import Iterator
from datetime import date

from sqlalchemy import Connection

from pdd_server.services.campaigns import active_parts
from pdd_server.services.night import Night, publish_missing
from pdd_server.services.recoverable import planning
from pdd_server.store import donors, nights, publications, rounds
from pdd_server.store import recoverable_groups as groups
from pdd_server.store import recoverable_members as members
from pdd_server.store.recoverable_groups import GroupState, Key
from pdd_server.store.rounds import Round, RoundState
from pdd_shared.encoding import digest
from pdd_shared.layout import width
from pdd_shared.messages import Plan, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.checks import encode_context
from pdd_shared.rounds.recoverable import server
from pdd_shared.rounds.recoverable.donor import threshold
from pdd_shared.signing import sign, signed_digest


def advance(connection: Connection, night: Night) -> None:
    """Lead every round into the state that is due: one step at most, so the later states come first."""
    for found, plan, _ in _in_state(connection, RoundState.REVEALING):
        if _over(connection, found, plan.reveal_days) or _enough_revealed(connection, found.day):
            rounds.set_state(connection, found.day, RoundState.CLOSING, found.since)
    for found, plan, _ in _in_state(connection, RoundState.OPEN):
        if _over(connection, found, plan.delay) or not members.waits_for_vectors(connection, found.day):
            _close(connection, night, found.day, plan)
    for found, plan, signed in _in_state(connection, RoundState.PREPARING):
        if found.day < night.day:
            _fix_rosters(connection, night, found.day, plan, signed)


def plan(connection: Connection, night: Night) -> tuple[date, ...]:
    """Plan the round of the day that begins; days that began without a night under this protocol are missing."""
    for day in night.over:
        # The night before planned the first of them: here, unless the settings were `plain` then, or it was none.
        if rounds.get(connection, day) is not None or publications.is_missing(connection, day):
            continue
        parts = active_parts(connection, night.config, day)
        active = donors.count_active(connection, day)
        publish_missing(connection, day, parts, "down", active, night.config.min_group)
    return (night.day,) if planning.plan_round(connection, night) else ()


def _in_state(connection: Connection, state: RoundState) -> Iterator[tuple[Round, Plan, Signed]]:
    for found in rounds.in_state(connection, state, "recoverable"):
        signed = rounds.plan_of(connection, found.day)
        yield found, Plan.model_validate_json(signed.payload), signed


def _over(connection: Connection, found: Round, days: int) -> bool:
    """Whether the window of a round's state is over: `days` more than one, of the nights the server lived through."""
    return nights.count_after(connection, found.since) > days


def _enough_revealed(connection: Connection, day: date) -> bool:
    """Whether every group has as many reveals as it takes, were all their shares true."""
    return all(came >= threshold(size) for size, came in members.reveals_by_group(connection, day))


def _fix_rosters(connection: Connection, night: Night, day: date, plan: Plan, signed: Signed) -> None:
    """The data day is over: who prepared is in the round; a group of fewer than the floor is cancelled."""
    rounds.set_active(connection, day, donors.count_active(connection, day))
    numbers, plan_digest = width(plan.layout), signed_digest(signed, Plan)
    for key in groups.keys(connection, day, GroupState.PREPARING):
        before = groups.load_preparing(connection, key)
        fixed = server.fix_roster(before, plan.min_group, numbers)
        if isinstance(fixed, server.Cancelled):
            groups.end(connection, key)
            continue
        after, prepared = fixed
        roster = PreparedRoster(group_plan=before.digest.hex(), day=day, group=key.number, members=prepared)
        signed_roster = sign(roster, night.key)
        encoded = encode_context(plan, plan_digest, key.number, signed_digest(signed_roster, PreparedRoster))
        groups.fix_roster(connection, key, signed_roster, digest("context", encoded), after)
    _enter(connection, night, day, RoundState.OPEN, GroupState.SUBMITTING)


def _close(connection: Connection, night: Night, day: date, plan: Plan) -> None:
    """Nobody is waited for any more: who sent survives; a group of fewer than the floor is lost."""
    for key in groups.keys(connection, day, GroupState.SUBMITTING):
        before = groups.load_submitting(connection, key)
        if isinstance(server.close(before, plan.min_group), server.Lost):
            groups.end(connection, key)
        else:
            groups.fix_survivors(connection, key, sign(_survivors(connection, key, before), night.key))
    _enter(connection, night, day, RoundState.REVEALING, GroupState.REVEALING)


def _survivors(connection: Connection, key: Key, closed: server.Submitting) -> Survivors:
    roster = signed_digest(groups.roster_of(connection, key), PreparedRoster).hex()
    places = tuple(sorted(closed.received))
    signatures = tuple(closed.signatures[place].hex() for place in places)
    return Survivors(roster=roster, day=key.day, group=key.number, places=places, signatures=signatures)


def _enter(connection: Connection, night: Night, day: date, state: RoundState, of_groups: GroupState) -> None:
    """The round's next state; its end where no group got there."""
    alive = groups.keys(connection, day, of_groups)
    rounds.set_state(connection, day, state if alive else RoundState.CLOSING, night.day)
