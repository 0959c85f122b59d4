"""Planning of cohort days, by the nightly run: floors, range of the sums, sub-cohorts, and which leaves rest.

A data day is planned once. It gets a round, or it is published as missing in each of its campaigns with the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction

from sqlalchemy import Connection

from pdd_server.services.campaigns.campaigns import check_floor, cohort_layout_of_day
from pdd_server.services.rounds.cohort.days import offenders, repeated_weeks
from pdd_server.services.rounds.cohort.days.capacity import Frame, frame_for, without_widest
from pdd_server.services.rounds.cohort.days.stored_states import frame_of, write_sums
from pdd_server.services.rounds.cohort.epochs import epochs, public_log, trees
from pdd_server.services.rounds.cohort.signed_messages import read_plan, sign_plan
from pdd_server.services.rounds.nightly_context import NightlyContext, publish_missing
from pdd_server.services.short_steps import Pace, over, repeat
from pdd_server.store import donors
from pdd_server.store.engine import Store
from pdd_server.store.results import publications
from pdd_server.store.results.publications import MissingReason
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_excused
from pdd_server.store.rounds.cohort.cohort_days import DayKey, DayState, NewDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.protocol.limits import COUNTING_RULES, LAST_CLOSE, LONGEST_ANSWERING
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED
from pdd_shared.rounds.cohort.day.offenders import Search, sub_cohorts
from pdd_shared.rounds.cohort.day.plans import HomeView, open_plan
from pdd_shared.rounds.cohort.day.uploads import Sums
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan, Epoch
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Refused

_DAY = timedelta(days=1)
_FIRST = 8
"""How many (sub-)cohorts' days are recorded together with their round, and in the first step after that."""


def begin(store: Store, night: NightlyContext) -> None:
    """Begin the epoch that is due.

    It comes before `plan`, because the first data day that it holds is the one that ended tonight.
    """
    epochs.begin(store, night, offenders.begin_epoch)


def plan(store: Store, night: NightlyContext) -> tuple[date, ...]:
    """Open a round for each data day that ended, in short transactions.

    A second call on the same night does what the first one has left.

    Returns:
        The data days that got a round.
    """
    return tuple(day for day in night.over if _open_day_alone(store, night, day))


def complete(store: Store, today: date) -> None:
    """Add the (sub-)cohorts' days that open rounds lack, some in each transaction: a large server has hundreds.

    The plan is fixed by then. So donors of the cohorts that are there already can be asked for their uploads. A day
    that comes after its latest close is lost from the start, and says nothing about how many donors send uploads.
    """
    with store.read() as connection:
        open_rounds = rounds.in_state(connection, RoundState.OPEN, "cohort")
        lacking = [new for found in open_rounds for new in _lacking(connection, found, today)]
    if lacking:
        repeat(store, over(lacking, _add_open), Pace(rows=_FIRST))


def _add_open(connection: Connection, new: Sequence[NewDay]) -> None:
    """Add those of these days whose round is still open: it may have ended since they were found."""
    days = {found.day for found in rounds.in_state(connection, RoundState.OPEN, "cohort")}
    cohort_days.add(connection, [one for one in new if one.key.day in days])


def _lacking(connection: Connection, found: Round, today: date) -> Iterator[NewDay]:
    """Yield the (sub-)cohorts' days of a round's plan that are not on record yet."""
    there = {stored.key for stored in cohort_days.of_day(connection, found.day)}
    if len(there) == found.groups:
        return
    payload = rounds.plan_of(connection, found.day).payload
    made = read_plan(payload)
    epoch = cohort_epochs.one(connection, made.epoch)
    state = DayState.COLLECTING if today <= made.latest_close else DayState.LOST
    yield from (_new_day(connection, epoch, payload, key, state) for key in _keys(made) if key not in there)


@dataclass(frozen=True)
class _Found:
    """What takes long to find out on a large server, before the day is planned.

    Only donors who are erased meanwhile change it. Their leaves stay without an upload, excused or not.

    Attributes:
        active: How many donors were active on the data day.
        searches: The state of each cohort's search for offenders.
        excused: The leaves that are not asked for an upload.
    """

    active: int
    searches: Mapping[int, Search] = field(repr=False)
    excused: tuple[int, ...] = field(repr=False)


def _open_day_alone(store: Store, night: NightlyContext, day: date) -> bool:
    """Plan a data day as `_open_day` does, in short transactions of its own."""
    with store.read() as connection:
        if _is_planned(connection, day):
            return False
        found = _find(connection, day)
    with store.write() as connection:
        check_floor(connection, night.config)
        if not _open_day(connection, night, day, found):
            return False
    complete(store, night.day)
    return True


def _find(connection: Connection, day: date) -> _Found:
    """Find out what takes long, before donors have to wait."""
    epoch, active = epochs.of_day(connection, day), donors.count_active(connection, day)
    if epoch is None:
        return _Found(active, {}, ())
    # The epoch's draw and committees take seconds the first time. They are kept in memory.
    for cohort in range(TreeSize(epoch.size).cohorts):
        trees.committee_of(connection, epoch, cohort)
    known = offenders.searches(connection, epoch)
    return _Found(active, known, tuple(offenders.excused(connection, epoch, day, known)))


def _is_planned(connection: Connection, day: date) -> bool:
    """Return whether a data day has a round, or is published as missing."""
    return rounds.get(connection, day) is not None or publications.is_missing(connection, day)


def shares_until(connection: Connection, day: date) -> tuple[Fraction, ...]:
    """Return how full the lists of the last two weeks were, as `floors.server_floor` wants to know.

    Args:
        connection: A transaction.
        day: The data day that is planned or closed; only days before it count.

    Returns:
        One number for each of the last `DAYS_REMEMBERED` data days that has a closed window, in no order. It is the
        smallest that a (sub-)cohort had of uploads from leaves of the tree, divided by its share of the leaves.
    """
    smallest: dict[date, Fraction] = {}
    for one in cohort_days.smallest_lists(connection, day - DAYS_REMEMBERED * _DAY, day):
        share = Fraction(one.uploads_in_tree) / TreeSize(one.size).share(one.sub_cohorts)
        smallest[one.day] = min(share, smallest.get(one.day, share))
    return tuple(smallest.values())


def _open_day(connection: Connection, night: NightlyContext, day: date, found: _Found) -> bool:
    """Plan a data day, and record the first of its (sub-)cohorts; return False if it gets no round now.

    A day gets no round if it was planned before, or if no campaign of it can pay and no lost week is asked for. Nor
    does it without an epoch, when its window could only end in the past, or when no campaign can be part of the plan.
    """
    if _is_planned(connection, day):
        return False
    layout, active = cohort_layout_of_day(connection, night.config, day), found.active
    needed = epochs.tickets_needed(connection, night.day)
    publish_missing(connection, day, layout.over_budget, "budget", active, needed)
    again = tuple(repeated_weeks.due(connection, night.config, day))
    if not layout.parts and not again:
        return False
    epoch, reason = epochs.of_day(connection, day), _missed(night, day)
    if epoch is None or reason is not None:
        publish_missing(connection, day, layout.parts, reason or "waiting", active, needed)
        return False
    made = _made_with(connection, _Tonight(night, day, epoch, found.searches), layout.parts, again)
    if made is None:
        publish_missing(connection, day, layout.parts, "waiting", active, needed)
        return False
    largest = max(cohort.floor for cohort in made.cohorts)
    # A lost week that has no place in this plan is published as missing already. The next plan may ask for it.
    left_out = [part for part in layout.parts if part not in made.layout]
    small = [part for part in left_out if part.terms.min_cohort > largest]
    for part in small:
        publish_missing(connection, day, [part], "min-cohort", active, part.terms.min_cohort)
    # A campaign is launched only if its sums fit the range of the cohorts at that time. Cohorts that have grown since
    # can leave it no room.
    publish_missing(connection, day, [part for part in left_out if part not in small], "no-room", active, 0)
    _add(connection, night, epoch, made, found)
    repeated_weeks.record(connection, day, made.layout)
    return True


def _missed(night: NightlyContext, day: date) -> MissingReason | None:
    """Return the reason if it is too late to plan a day, since its window has to be closed; None otherwise."""
    return "down" if night.day > day + LAST_CLOSE else None


@dataclass(frozen=True)
class _Tonight:
    """The data day that is planned: the nightly run, the day, its epoch, and each cohort's search for offenders."""

    night: NightlyContext
    day: date
    epoch: StoredEpoch
    searches: Mapping[int, Search] = field(repr=False)


def _made_with(
    connection: Connection, tonight: _Tonight, parts: tuple[CohortPart, ...], again: tuple[CohortPart, ...]
) -> CohortPlan | None:
    """Return the day's plan with lost weeks that are asked for once more; None if no campaign can be part of it.

    If one of the day's own parts found no room beside them, the plan is made without them.
    """
    if again:
        made = _made(connection, tonight, tuple(sorted((*parts, *again), key=lambda part: part.campaign)))
        if made is not None and all(part in made.layout for part in parts):
            return made
    return _made(connection, tonight, parts) if parts else None


def _made(connection: Connection, tonight: _Tonight, parts: tuple[CohortPart, ...]) -> CohortPlan | None:
    """Return the day's plan; None if no campaign can be part of it.

    While a home would refuse the plan, the campaign that needs most of the sums' range is left out.
    """
    size, shares = TreeSize(tonight.epoch.size), shares_until(connection, tonight.day)
    recent = public_log.largest_tree(connection, tonight.epoch.start)
    divided = [sub_cohorts(size, tonight.searches.get(cohort, Search())) for cohort in range(size.cohorts)]
    frame = frame_for(size, divided, parts, shares, recent)
    while frame is not None:
        made = _plan(tonight.night, tonight.day, tonight.epoch, frame)
        if _is_accepted(made, tonight.night, tonight.epoch, recent):
            return made
        frame = frame_for(size, divided, without_widest(frame.parts), shares, recent)
    return None


def _plan(night: NightlyContext, day: date, epoch: StoredEpoch, frame: Frame) -> CohortPlan:
    latest = day + LAST_CLOSE
    delay = max(night.config.delay_of(part.terms.period) for part in frame.parts)
    return CohortPlan(
        protocol="cohort",
        version=2,
        server=night.identity.hex(),
        day=day,
        zone=night.config.zone,
        epoch=epoch.number,
        root=epoch.root,
        size=epoch.size,
        reset=epoch.reset,
        # Counted from tonight, not from the data day, so that donors have as much time after the server was down. Only
        # cohorts whose days a killed run left to a later night have less.
        earliest_close=min(night.day + delay * _DAY, latest),
        latest_close=latest,
        last_answers=latest + LONGEST_ANSWERING,
        capacity=frame.sums.capacity,
        reach=frame.sums.reach,
        counting_rules=COUNTING_RULES,
        cohorts=frame.days,
        layout=frame.parts,
    )


def _is_accepted(made: CohortPlan, night: NightlyContext, epoch: StoredEpoch, recent: int) -> bool:
    """Return whether a home would accept the plan, by the check that homes make.

    A plan that homes refuse would lose the day for all campaigns.
    """
    online = night.key.verify_key.encode()
    view = HomeView(
        server=night.identity,
        zone=made.zone,
        online_key=online,
        epoch=Epoch.model_validate_json(epoch.payload),
        next_start=None,
        since=made.day,
        today=night.day,
        recent=recent,
    )
    try:
        open_plan(sign(made, night.key), view)
    except Refused:
        return False
    return True


def _add(connection: Connection, night: NightlyContext, epoch: StoredEpoch, made: CohortPlan, found: _Found) -> None:
    """Record the round, the leaves that are not asked for an upload, and the first (sub-)cohorts' days.

    `complete` adds the other days. The first ones come with the round, because a round ends with the last of its days:
    after a reset, one without any would stay open for ever.
    """
    payload, keys = made.model_dump_json(), _keys(made)
    new = Round(made.day, "cohort", RoundState.OPEN, night.day, found.active, len(keys), epoch.size)
    rounds.add(connection, new, sign_plan(payload, night.key))
    cohort_excused.add(connection, made.day, found.excused)
    first = [_new_day(connection, epoch, payload, key, DayState.COLLECTING) for key in keys[:_FIRST]]
    cohort_days.add(connection, first)


def _keys(made: CohortPlan) -> list[DayKey]:
    """Return the keys of the (sub-)cohorts' days of a plan, in order."""
    return [
        DayKey(made.day, cohort, sub_cohort)
        for cohort, day in enumerate(made.cohorts)
        for sub_cohort in range(day.sub_cohorts)
    ]


def _new_day(connection: Connection, epoch: StoredEpoch, plan: str, key: DayKey, state: DayState) -> NewDay:
    frame = frame_of(connection, epoch, plan, key.cohort, key.sub_cohort)
    sums = write_sums(Sums.none(frame.upload)) if state == DayState.COLLECTING else None
    return NewDay(key, epoch.number, epoch.size, frame.sub_cohorts, frame.context, state, sums)
