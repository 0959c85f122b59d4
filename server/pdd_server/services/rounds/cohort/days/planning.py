"""Planning of cohort days, by the nightly run: floors, range of the sums, sub-cohorts, and which leaves rest.

A data day is planned once. It gets a round, or it is published as missing in each of its campaigns with the reason.
"""

from datetime import date, timedelta
from fractions import Fraction

from sqlalchemy import Connection

from pdd_server.services.campaigns.campaigns import check_floor, cohort_layout_of_day
from pdd_server.services.rounds.cohort.days import offenders, repeated_weeks
from pdd_server.services.rounds.cohort.days.capacity import Frame, frame_for, without_widest
from pdd_server.services.rounds.cohort.days.stored_states import frame_of, write_sums
from pdd_server.services.rounds.cohort.epochs import epochs, trees
from pdd_server.services.rounds.cohort.signed_messages import sign_plan
from pdd_server.services.rounds.nightly_context import NightlyContext, publish_missing
from pdd_server.store import donors
from pdd_server.store.engine import Store
from pdd_server.store.results import publications
from pdd_server.store.results.publications import MissingReason
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_excused
from pdd_server.store.rounds.cohort.cohort_days import DayKey, NewDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.protocol.limits import LAST_CLOSE, LONGEST_ANSWERING
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.day.floors import DAYS_REMEMBERED
from pdd_shared.rounds.cohort.day.offenders import Search, sub_cohorts
from pdd_shared.rounds.cohort.day.plans import HomeView, open_plan
from pdd_shared.rounds.cohort.day.uploads import Sums
from pdd_shared.rounds.cohort.messages import CohortPart, CohortPlan, Epoch
from pdd_shared.rounds.cohort.parameters import TreeSize
from pdd_shared.rounds.refusals import Refused

_DAY = timedelta(days=1)


def plan(store: Store, night: NightlyContext) -> tuple[date, ...]:
    """Begin the epoch that is due, then open a round for each data day that ended, each in a transaction of its own.

    The epoch comes first, because the first data day that it holds is the one that ended tonight. A second call on the
    same night does what the first one has left.

    Returns:
        The data days that got a round.
    """
    epochs.begin(store, night, offenders.begin_epoch)
    return tuple(day for day in night.over if _open_day_alone(store, night, day))


def _open_day_alone(store: Store, night: NightlyContext, day: date) -> bool:
    """Plan a data day as `_open_day` does, in a transaction of its own."""
    with store.read() as connection:
        if _is_planned(connection, day):
            return False
        # The epoch's draw and committees take seconds the first time, and to count many donors takes long, too. Both
        # are done before donors have to wait.
        epoch, active = epochs.of_day(connection, day), donors.count_active(connection, day)
        if epoch is not None:
            for cohort in range(TreeSize(epoch.size).cohorts):
                trees.committee_of(connection, epoch, cohort)
    with store.write() as connection:
        check_floor(connection, night.config)
        return _open_day(connection, night, day, active)


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
    for stored in cohort_days.since(connection, day - DAYS_REMEMBERED * _DAY):
        if stored.key.day < day:
            share = Fraction(stored.uploads_in_tree or 0) / TreeSize(stored.size).share(stored.sub_cohorts)
            smallest[stored.key.day] = min(share, smallest.get(stored.key.day, share))
    return tuple(smallest.values())


def _open_day(connection: Connection, night: NightlyContext, day: date, active: int) -> bool:
    """Plan a data day on which so many donors were active; return False if it gets no round now.

    A day gets no round if it was planned before, or if no campaign of it can pay and no lost week is asked for. Nor
    does it without an epoch, when its window could only end in the past, or when no campaign can be part of the plan.
    """
    if _is_planned(connection, day):
        return False
    layout = cohort_layout_of_day(connection, night.config, day)
    needed = epochs.tickets_needed(connection, night.day)
    publish_missing(connection, day, layout.over_budget, "budget", active, needed)
    again = tuple(repeated_weeks.due(connection, night.config, day))
    if not layout.parts and not again:
        return False
    epoch, reason = epochs.of_day(connection, day), _missed(night, day)
    if epoch is None or reason is not None:
        publish_missing(connection, day, layout.parts, reason or "waiting", active, needed)
        return False
    made = _made_with(connection, night, day, epoch, layout.parts, again)
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
    _add(connection, night, epoch, made, active)
    repeated_weeks.record(connection, day, made.layout)
    return True


def _missed(night: NightlyContext, day: date) -> MissingReason | None:
    """Return the reason if it is too late to plan a day, since its window has to be closed; None otherwise."""
    return "down" if night.day > day + LAST_CLOSE else None


def _made_with(
    connection: Connection,
    night: NightlyContext,
    day: date,
    epoch: StoredEpoch,
    parts: tuple[CohortPart, ...],
    again: tuple[CohortPart, ...],
) -> CohortPlan | None:
    """Return the day's plan with lost weeks that are asked for once more; None if no campaign can be part of it.

    If one of the day's own parts found no room beside them, the plan is made without them.
    """
    if again:
        made = _made(connection, night, day, epoch, tuple(sorted((*parts, *again), key=lambda part: part.campaign)))
        if made is not None and all(part in made.layout for part in parts):
            return made
    return _made(connection, night, day, epoch, parts) if parts else None


def _made(
    connection: Connection, night: NightlyContext, day: date, epoch: StoredEpoch, parts: tuple[CohortPart, ...]
) -> CohortPlan | None:
    """Return the day's plan; None if no campaign can be part of it.

    While a home would refuse the plan, the campaign that needs most of the sums' range is left out.
    """
    size = TreeSize(epoch.size)
    known = offenders.searches(connection, epoch)
    divided = [sub_cohorts(size, known.get(cohort, Search())) for cohort in range(size.cohorts)]
    frame = frame_for(size, divided, parts, shares_until(connection, day))
    while frame is not None:
        made = _plan(night, day, epoch, frame)
        if _is_accepted(made, night, epoch):
            return made
        frame = frame_for(size, divided, without_widest(frame.parts), shares_until(connection, day))
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
        # Counted from tonight, not from the data day, so that donors have as much time after the server was down.
        earliest_close=min(night.day + delay * _DAY, latest),
        latest_close=latest,
        last_answers=latest + LONGEST_ANSWERING,
        capacity=frame.sums.capacity,
        reach=frame.sums.reach,
        cohorts=frame.days,
        layout=frame.parts,
    )


def _is_accepted(made: CohortPlan, night: NightlyContext, epoch: StoredEpoch) -> bool:
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
    )
    try:
        open_plan(sign(made, night.key), view)
    except Refused:
        return False
    return True


def _add(connection: Connection, night: NightlyContext, epoch: StoredEpoch, made: CohortPlan, active: int) -> None:
    """Record the round, each (sub-)cohort's day, and the leaves that are not asked for an upload."""
    payload, number = made.model_dump_json(), sum(day.sub_cohorts for day in made.cohorts)
    new = Round(made.day, "cohort", RoundState.OPEN, night.day, active, number, epoch.size)
    rounds.add(connection, new, sign_plan(payload, night.key))
    keys = [
        DayKey(made.day, cohort, sub_cohort)
        for cohort, day in enumerate(made.cohorts)
        for sub_cohort in range(day.sub_cohorts)
    ]
    cohort_days.add(connection, (_new_day(connection, epoch, payload, key) for key in keys))
    known = offenders.searches(connection, epoch)
    cohort_excused.add(connection, made.day, offenders.excused(connection, epoch, made.day, known))


def _new_day(connection: Connection, epoch: StoredEpoch, plan: str, key: DayKey) -> NewDay:
    frame = frame_of(connection, epoch, plan, key.cohort, key.sub_cohort)
    sums = write_sums(Sums.none(frame.upload))
    return NewDay(key, epoch.number, epoch.size, frame.sub_cohorts, frame.context, sums)
