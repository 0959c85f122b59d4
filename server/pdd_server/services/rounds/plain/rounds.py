"""Rounds of the `plain` protocol: groups of donors, whose vectors are added up without being kept.

A nightly run moves a round through its states. A donor's vector changes only its group's running sum.

    state   | ended by                                                | next state
    ------- | ------------------------------------------------------- | ----------
    (none)  | `plan`: a data day ended, and enough donors were there  | FORMING
    FORMING | `plan`: all its groups are stored                       | OPEN
    OPEN    | `close_due`: all are summed, or the window is over      | CLOSING
    CLOSING | `publication.publish`: the sum has its noise            | PUBLISHED

A data day with too few donors, or with no campaign that can pay for it, gets no round and is published as missing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from sqlalchemy import Connection

from pdd_server.errors import Rejected, Rejection
from pdd_server.services.campaigns.campaigns import check_floor, layout_of_day
from pdd_server.services.donors.registration import authenticate
from pdd_server.services.rounds.nightly_context import NightlyContext, publish_missing
from pdd_server.services.rounds.plain.grouping import arrange, split
from pdd_server.services.short_steps import Pace, over, repeat
from pdd_server.store import donors
from pdd_server.store.donors import Attendance
from pdd_server.store.engine import Store
from pdd_server.store.results import publications
from pdd_server.store.rounds import nights, plain_groups, rounds
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.protocol.limits import COUNTING_RULES
from pdd_shared.protocol.messages import Part, Plan, Receipt, Roster, Signed, SubmitTask
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.rounds.layout import width
from pdd_shared.rounds.plain import server as plain_server
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.plain.context import Context, encode_context
from pdd_shared.rounds.plain.group_sums import DaySum
from pdd_shared.rounds.refusals import Reason, Refused

_GROUPS = 20
"""How many groups are made at once. Each may be half a megabyte: its roster, and its sum."""


def advance(store: Store, night: NightlyContext) -> None:
    """Do nothing: a `plain` round advances only with the record of the night, because its window counts nights."""


def close_due(connection: Connection, night: NightlyContext) -> None:
    """Move the rounds to CLOSING whose groups are all summed, or whose window is over.

    A window ends in the (delay + 1)-th nightly run after the one that opened it. Nights in which the server was down
    don't count, so donors lose none of their time.
    """
    for found in rounds.in_state(connection, RoundState.OPEN, "plain"):
        delay = Plan.model_validate_json(rounds.plan_of(connection, found.day).payload).delay
        over = nights.count_after(connection, found.since) > delay
        if over or plain_groups.all_summed(connection, found.day):
            rounds.set_state(connection, found.day, RoundState.CLOSING, night.day)


def plan(store: Store, night: NightlyContext) -> tuple[date, ...]:
    """Open a round for each data day that ended, with the donors who were active on it.

    Groups are stored some at a time, so that donors need not wait for all of them. Nobody is shown a group before all
    are stored. A round whose groups were not all stored when the run was killed is formed anew.

    Returns:
        The data days that got a round.
    """
    return tuple(day for day in night.over if _open_round(store, night, day))


def _open_round(store: Store, night: NightlyContext, day: date) -> bool:
    """Open the round of a data day; return False if it gets none."""
    with store.read() as connection:
        found = rounds.get(connection, day)
        if found is not None and found.state != RoundState.FORMING:
            return False
        crowd = _crowd(connection, night, day)
    if found is not None:
        forget(store, day)
    with store.write() as connection:
        rounds.drop_forming(connection, day)
        formed = _form(connection, night, day, crowd, is_new=found is None)
    if formed is None:
        return False
    frame, signed, runs = formed
    pace, numbered = Pace(rows=_GROUPS, most=_GROUPS), list(enumerate(runs))
    for some in (numbered[start : start + _GROUPS] for start in range(0, len(numbered), _GROUPS)):
        made = [(number, _group(night, frame, signed, number, run)) for number, run in some]
        repeat(store, over(made, lambda connection, few: plain_groups.add(connection, day, few)), pace)
    with store.write() as connection:
        rounds.set_state(connection, day, RoundState.OPEN, night.day)
    return True


def forget(store: Store, day: date) -> None:
    """Delete a round's rosters, their members, and the sums of its groups, some in each transaction."""
    repeat(store, partial(plain_groups.forget, day=day), Pace(rows=_GROUPS))


@dataclass(frozen=True)
class _Crowd:
    """The donors of a data day. They are arranged before the write transaction, because that takes seconds.

    Attributes:
        active: How many donors were active on the day.
        chosen: Those of them that can be in a group, in the order in which they are grouped.
    """

    active: int
    chosen: Sequence[Attendance]


def _crowd(connection: Connection, night: NightlyContext, day: date) -> _Crowd:
    """Return the donors who were active on a data day; nobody if it has no campaign."""
    config, layout = night.config, layout_of_day(connection, night.config, day)
    if not (layout.parts or layout.over_budget):
        return _Crowd(0, ())
    present = donors.attendances(connection, day, config.retention.activity)
    return _Crowd(len(present), arrange(config.strategy, present, config.delay, night.shuffle))


def _form(
    connection: Connection, night: NightlyContext, day: date, crowd: _Crowd, *, is_new: bool
) -> tuple[Plan, Signed, list[Sequence[Attendance]]] | None:
    """Record the round of a data day, still without groups; return None if it gets none.

    A day gets none if it has too few donors, or no campaign that can pay, or if a reset has given it up.

    Args:
        connection: A write transaction.
        night: The nightly run.
        day: The data day.
        crowd: Its donors.
        is_new: Whether no earlier run has begun to form this round.

    Returns:
        The round's plan, the same plan signed, and the donors of each group.
    """
    config, layout = night.config, layout_of_day(connection, night.config, day)
    check_floor(connection, config)
    # A reset gave the day up, while the server was still set to `cohort`: the lost server may have opened its sums.
    # A round whose run was killed has its own missing campaigns on record: those that can't pay.
    if is_new and publications.is_missing(connection, day):
        active = donors.count_active(connection, day)
        publish_missing(connection, day, (*layout.parts, *layout.over_budget), "down", active, config.min_group)
        return None
    if not (layout.parts or layout.over_budget):
        return None
    chosen = crowd.chosen
    publish_missing(connection, day, layout.over_budget, "budget", len(chosen), config.min_group)
    if len(chosen) < config.min_group:
        publish_missing(connection, day, layout.parts, "waiting", len(chosen), config.min_group)
        return None
    if not layout.parts:
        return None
    frame = _frame(night, day, layout.parts)
    signed = sign(frame, night.key)
    runs = split(chosen, config.group_size)
    new = Round(day, "plain", RoundState.FORMING, night.day, crowd.active, len(runs), len(chosen))
    rounds.add(connection, new, signed)
    return frame, signed, runs


def _frame(night: NightlyContext, day: date, layout: tuple[Part, ...]) -> Plan:
    """Return the plan of a data day's round, with the settings now in force."""
    return Plan(
        protocol="plain",
        version=1,
        server=night.identity.hex(),
        day=day,
        zone=night.config.zone,
        group_size=night.config.group_size,
        min_group=night.config.min_group,
        delay=night.config.delay,
        counting_rules=COUNTING_RULES,
        layout=layout,
    )


def _group(
    night: NightlyContext, plan: Plan, signed: Signed, number: int, run: Sequence[Attendance]
) -> plain_groups.NewGroup:
    """Return a new group of a round: its signed roster, and its context, under which members blind their vectors.

    Args:
        night: The nightly run.
        plan: The round's plan.
        signed: The same plan, signed.
        number: The group's number.
        run: The group's donors.
    """
    plan_digest = signed_digest(signed, Plan)
    members = tuple(donor.member for donor in run)
    roster = Roster(plan=plan_digest.hex(), day=plan.day, group=number, members=members)
    signed_roster = sign(roster, night.key)
    encoded = encode_context(plan, plan_digest, number, signed_digest(signed_roster, Roster))
    return plain_groups.NewGroup(
        roster=signed_roster,
        context=Context(plan, roster, 0, encoded).digest,
        donors=tuple(donor.donor for donor in run),
        group=plain_server.open_group(len(run), width(plan.layout)),
    )


def tasks(connection: Connection, donor: str) -> Iterator[SubmitTask]:
    """Yield a task for each open round for which the donor, by its id, has not sent its vector."""
    for signed, roster in plain_groups.due_from(connection, donor):
        yield SubmitTask(plan=signed, roster=roster)


def receive_vector(connection: Connection, hashed: bytes, day: date, context: str, data: bytes) -> Receipt:
    """Add a donor's vector to its group's running sum. The vector itself is not kept. A resend changes nothing.

    Args:
        connection: A write transaction.
        hashed: The hash of the donor's token.
        day: The round's data day.
        context: The digest, in hex, of the round's context under which the donor blinded the vector.
        data: The blinded vector as it travels.

    Returns:
        The receipt, which names the vector by its digest.

    Raises:
        Rejected: NOT_REGISTERED; NO_SUCH_ROUND if the day has no round.
        Refused: TOO_LATE once the window is over; NOT_A_MEMBER if the donor is in no group of the round; FOREIGN_PLAN
            for another context, and for a round of the `cohort` protocol; WRONG_SIZE; DIFFERENT_VECTOR if the donor
            sent other bytes before.
    """
    donor, found = authenticate(connection, hashed).id, rounds.get(connection, day)
    if found is None:
        raise Rejected(Rejection.NO_SUCH_ROUND, "This server has no round of that day.")
    if found.state != RoundState.OPEN:
        raise Refused(Reason.TOO_LATE, "The window of this round is over.")
    if found.protocol == "cohort":
        raise Refused(Reason.FOREIGN_PLAN, "This round takes uploads, not vectors.")
    place = plain_groups.place_of(connection, day, donor)
    if place is None:
        raise Refused(Reason.NOT_A_MEMBER, "This donor is in no group of that round.")
    if place.context.hex() != context:
        raise Refused(Reason.FOREIGN_PLAN, "The vector was blinded under another plan or roster than the server's.")
    before = plain_groups.load(connection, day, place.number)
    after = plain_server.receive(before, place.place, data)
    if after is not before and not isinstance(after, plain_server.Lost):
        plain_groups.save_vector(connection, day, place.number, after, place.place)
    return Receipt(day=day, digest=vector_digest(data).hex())


def total(connection: Connection, plan: Plan) -> DaySum:
    """Return the day's sum, without noise, of the groups whose members have all sent their vectors."""
    sums = DaySum(plan.layout)
    for number in plain_groups.numbers(connection, plan.day):
        group = plain_server.close(plain_groups.load(connection, plan.day, number))
        if isinstance(group, plain_server.Summed):
            sums.add(group.total, group.size)
    return sums
