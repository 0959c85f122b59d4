"""The nightly transitions of cohort days: close windows, open sums, end the days whose time is over.

Every (sub-)cohort's day moves through these states by itself:

    state      | ended by                                                  | next state
    ---------- | --------------------------------------------------------- | -----------------------------------
    COLLECTING | nightly run: enough uploads, or it has waited long enough | CERTIFYING, or LOST below its floor
    CERTIFYING | a quorum of its committee signs the list                  | OPENING
               | nightly run: the time for answers is over                 | DROPPED
    OPENING    | nightly run: a quorum answers, and the sum is sound       | OPENED
               | nightly run: the time is over, with fewer answers         | DROPPED
               | nightly run: the time is over, and no answers fit the sum | SPOILT
    any open   | a reset after a restored backup                           | RESET

A nightly run first closes windows and ends days whose time is over, each in a transaction of its own. The transaction
that records the night marks the days whose answers have to be looked at (`due`). Sums are then opened one by one. So
donors need not wait for all of them, and a server that was killed goes on with the next one.

A list has up to 8,192 donors, so what is written for each of them takes several short transactions. What an opened sum
says about its donors is written before it is published, and the rows of its entries are deleted afterwards. The day
stays `due` until they are, so a run that was killed finds and deletes them when it is started again.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.days import offenders, planning, publication
from pdd_server.services.rounds.cohort.days.offenders import Lesson
from pdd_server.services.rounds.cohort.days.stored_states import (
    frame_of,
    load_certifying,
    load_collecting,
    load_opening,
    save_list,
)
from pdd_server.services.rounds.cohort.epochs.trees import draw_of
from pdd_server.services.rounds.cohort.signed_messages import read_plan
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.services.short_steps import Step, repeat
from pdd_server.store.engine import Store
from pdd_server.store.rounds import rounds
from pdd_server.store.rounds.cohort import cohort_days, cohort_epochs, cohort_excused, cohort_offenders
from pdd_server.store.rounds.cohort.cohort_days import ENDED, DayKey, DayState, StoredDay
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_server.store.rounds.rounds import Round, RoundState
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.rounds.cohort.day import server
from pdd_shared.rounds.cohort.day.floors import awaited_entries
from pdd_shared.rounds.cohort.day.server import CohortDayFrame, Collecting, Dropped, Lost, Opened, Opening
from pdd_shared.rounds.cohort.parameters import TreeSize

_DAY = timedelta(days=1)
_NAMES = {
    DayState.OPENED: "opened",
    DayState.LOST: "lost",
    DayState.DROPPED: "dropped",
    DayState.SPOILT: "spoilt",
    DayState.RESET: "reset",
}


def advance(store: Store, night: NightlyContext) -> None:
    """Close the windows that are due, and drop days without a certificate in time, each in a transaction of its own.

    Before that, the days are added that a killed run did not come to. A round would end without them. A second call on
    the same night does what the first one has left.
    """
    planning.complete(store, night.day)
    with store.read() as connection:
        open_rounds = rounds.in_state(connection, RoundState.OPEN, "cohort")
        waiting = cohort_days.in_states(connection, DayState.COLLECTING, DayState.CERTIFYING)
    for found in open_rounds:
        _count_active(store, found, night.day)
    for stored in waiting:
        with store.write() as connection:
            _advance_day(connection, night, stored.key)


def mark_due(connection: Connection, _night: NightlyContext) -> None:
    """Mark the days whose answers this night has to look at, in the transaction that records the night."""
    cohort_days.set_due(connection, DayState.OPENING)


def _advance_day(connection: Connection, night: NightlyContext, key: DayKey) -> None:
    """Close the window of a day, or drop the day, if that is due."""
    stored = cohort_days.get(connection, key)
    if stored is None:
        return
    if stored.state == DayState.COLLECTING:
        _close(connection, night, stored)
    elif stored.state == DayState.CERTIFYING:
        _, frame = _frame(connection, stored)
        if isinstance(server.expire(load_certifying(connection, frame, stored), night.day), Dropped):
            end(connection, stored, DayState.DROPPED)


def _count_active(store: Store, found: Round, today: date) -> None:
    """Record how many donors that can send an upload of a day have checked in since it, until its window is over.

    A donor that was away on the data day may send its upload later, so the data day alone would count too few.
    """
    with store.read() as connection:
        plan = read_plan(rounds.plan_of(connection, found.day).payload)
        if today > plan.latest_close + _DAY:
            return
        active = cohort_epochs.count_there(connection, plan.epoch, plan.day, plan.latest_close)
    # The number never falls: donors who were erased since an earlier night were active, too.
    if active > found.active:
        with store.write() as connection:
            rounds.set_active(connection, found.day, active)


def open_due(store: Store, today: date, random_bytes: RandomBytes) -> list[Exception]:
    """Open the sums of all days that are marked as `due`, as far as their answers allow; forget days that have ended.

    Args:
        store: The database.
        today: The day of the nightly run.
        random_bytes: The source of the random combination by which wrong answers are located.

    Returns:
        The errors of the days that failed. One failure does not keep the other days from being opened.
    """
    with store.read() as connection:
        waiting = cohort_days.due(connection)
    failed = list[Exception]()
    for stored in waiting:
        try:
            _open(store, stored, today, random_bytes)
            _forget(store, stored.key)
        except Exception as error:
            failed.append(error)
    return failed


def end(connection: Connection, stored: StoredDay, state: DayState) -> None:
    """End a (sub-)cohort's day. After the last one, make the data day final and delete its plan.

    The last one is the last of all that the round has, also of those that are not on record yet. A reset waits for
    none of these.

    The rows of its entries, signatures and answers stay until `open_due` deletes them in the same nightly run.

    Args:
        connection: A write transaction.
        stored: The day.
        state: The state in which it ends.
    """
    day = stored.key.day
    cohort_days.end(connection, stored.key, state)
    ended = Counter(_NAMES.get(one.state, "") for one in cohort_days.of_day(connection, day))
    found = rounds.get(connection, day)
    if found is None or ended[""] or (state != DayState.RESET and ended.total() < found.groups):
        return
    plan = read_plan(rounds.plan_of(connection, day).payload)
    publication.finish(connection, plan, found.active, ended)
    counted = cohort_days.count_uploads(connection, day, DayState.OPENED)
    rounds.finish(connection, day, cohort_days.count_uploads(connection, day), counted)
    cohort_excused.forget(connection, day)


def _close(connection: Connection, night: NightlyContext, stored: StoredDay) -> None:
    """Freeze the list of a day that has waited long enough, or end the day if it stayed below its floor."""
    epoch, frame = _frame(connection, stored)
    if night.day <= frame.plan.earliest_close:
        return
    before = load_collecting(connection, frame, stored)
    after = server.close(before, night.day, _awaited(connection, stored, epoch, frame.floor))
    if isinstance(after, Collecting):
        if after is not before:
            cohort_days.change(connection, stored.key, floor_reached_on=after.floor_reached_on)
    elif isinstance(after, Lost):
        cohort_days.change(connection, stored.key, uploads_in_tree=before.uploads_in_tree)
        end(connection, stored, DayState.LOST)
    else:
        save_list(connection, stored.key, after)


def _awaited(connection: Connection, stored: StoredDay, epoch: StoredEpoch, floor: int) -> int:
    """Return how many entries from leaves of the tree a window waits for, once its floor is met.

    Leaves that are excused on the day are not waited for. The number is never below the floor.
    """
    size, shares = TreeSize(stored.size), planning.shares_until(connection, stored.key.day)
    awaited = awaited_entries(size, floor, stored.sub_cohorts, shares)
    draw, (day, cohort, sub_cohort) = draw_of(epoch), stored.key
    own = [
        leaf for leaf in cohort_excused.of_day(connection, day) if leaf < size.leaves and draw.cohort_of(leaf) == cohort
    ]
    if stored.sub_cohorts > 1:
        own = [leaf for leaf in own if draw.sub_cohort_of(leaf, day, stored.sub_cohorts) == sub_cohort]
    return max(floor, awaited - len(own))


@dataclass(frozen=True)
class _OpenedDay:
    """What opening a day's sum gave.

    Attributes:
        before: The state that was read.
        after: The outcome: the sum, a dropped day, or the same state if more answers are needed.
        learnt: What it says about the list's donors; None if it says nothing.
    """

    before: Opening
    after: Opening | Opened | Dropped
    learnt: Lesson | None


def _open(store: Store, stored: StoredDay, today: date, random_bytes: RandomBytes) -> None:
    """Open a day's sum from a snapshot; then write the outcome, unless another run has written it."""
    with store.read() as connection:
        if not _is_due(connection, stored):
            return
        epoch, frame = _frame(connection, stored)
        wrong = cohort_offenders.wrong_places(connection, epoch.number, stored.key.cohort)
        before = load_opening(connection, frame, stored)
    after = server.open_sum(before, today, random_bytes, wrong)
    if isinstance(after, Opening) and _was_tried(after):
        # Tomorrow's plan may count this list as spoilt. The search is only read for it, so numbers are given before.
        offenders.number(store, epoch, before.listed.entries)
    outcome = _OpenedDay(before, after, _learnt(store, stored, epoch, before, after))
    with store.write() as connection:
        if _is_due(connection, stored):
            _write(connection, stored, outcome)


def _was_tried(waiting: Opening) -> bool:
    """Return whether a quorum answered, so that the sum was tried and was not sound."""
    return len(waiting.answers) >= waiting.frame.quorum


def _learnt(
    store: Store, stored: StoredDay, epoch: StoredEpoch, before: Opening, after: Opening | Opened | Dropped
) -> Lesson | None:
    """Return what the outcome says about the list's donors, None if nothing; record whom a sound sum clears."""
    if isinstance(after, Opening) or (isinstance(after, Dropped) and not after.spoilt):
        return None
    listed, spoilt = before.listed.entries, isinstance(after, Dropped)
    with store.read() as connection:
        if spoilt and not offenders.is_carried(connection, stored):
            return None
    offenders.number(store, epoch, listed)
    with store.read() as connection:
        learnt = offenders.lesson(connection, epoch, stored.key, listed, spoilt=spoilt)
    offenders.clear(store, learnt)
    return learnt


def _forget(store: Store, key: DayKey) -> None:
    """Delete the entries, signatures and answers of a day that has ended, in short transactions."""
    with store.read() as connection:
        found = cohort_days.get(connection, key)
    if found is not None and found.due and found.state in ENDED:
        repeat(store, _next_entries(key))


def _next_entries(key: DayKey) -> Step:
    """Return a step that deletes the next entries of a day, from where the last step ended, and then all else."""
    after = -1

    def step(connection: Connection, most: int) -> int:
        nonlocal after
        after, done = cohort_days.forget_entries(connection, key, after, most)
        if not done:
            cohort_days.forget(connection, key)
        return done

    return step


def _is_due(connection: Connection, stored: StoredDay) -> bool:
    """Return whether the day's answers still have to be looked at in this night; another run may have done it."""
    found = cohort_days.get(connection, stored.key)
    return found is not None and found.due and found.state == DayState.OPENING


def _write(connection: Connection, stored: StoredDay, outcome: _OpenedDay) -> None:
    """Write the outcome of `_open`: publish the sum, end the day, or wait for more answers."""
    after = outcome.after
    if outcome.learnt is not None:
        offenders.learn(connection, outcome.learnt)
    if isinstance(after, Opened):
        active = rounds.active_of(connection, stored.key.day)
        publication.add_opened(connection, outcome.before.frame.plan, active, after)
        cohort_offenders.add_wrong_places(connection, stored.epoch, stored.key.cohort, after.wrong)
        end(connection, stored, DayState.OPENED)
    elif isinstance(after, Dropped):
        end(connection, stored, DayState.SPOILT if after.spoilt else DayState.DROPPED)
    else:
        cohort_days.change(connection, stored.key, due=False, unsound=stored.unsound + _was_tried(after))


def _frame(connection: Connection, stored: StoredDay) -> tuple[StoredEpoch, CohortDayFrame]:
    epoch, plan = cohort_epochs.one(connection, stored.epoch), rounds.plan_of(connection, stored.key.day).payload
    return epoch, frame_of(connection, epoch, plan, stored.key.cohort, stored.key.sub_cohort)
