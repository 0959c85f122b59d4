"""Epochs of the server: which one runs, which one a data day belongs to, and when the next tree is made.

An epoch is a tree of donors' leaves that is used for one or two weeks. Donors who come later are appended to it. The
next tree is made of the spare tickets that donors have sent for it. A data day belongs to the epoch that holds the next
day.
"""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.epochs import public_log, trees
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.services.short_steps import Pace, over, repeat
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_epochs, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch, StoredReset
from pdd_shared.protocol.limits import LEAST_TREE, TICKET_LAPSES
from pdd_shared.protocol.terms import CohortTerms
from pdd_shared.rounds.cohort.epoch.acceptance import holds, last_data_day
from pdd_shared.rounds.cohort.epoch.schedule import due, due_after_reset, first_epoch_size
from pdd_shared.rounds.cohort.epoch.tickets import erase_after
from pdd_shared.rounds.cohort.epoch.tree import Tree
from pdd_shared.rounds.cohort.messages import Epoch

_DAY = timedelta(days=1)
_ORDERED = 100_000
"""The most tickets whose order is looked up at once, to seat them in several steps."""
_TICKETS = {"sqlite": 500, "postgresql": 200}
"""The fewest tickets or leaves of a step, by the kind of database. SQLite logs pages. Tickets lie all over the pages of
several trees, so there shorter steps write far more in all. PostgreSQL logs rows, and donors wait less for few."""


def last(connection: Connection) -> StoredEpoch | None:
    """Return the latest epoch since the last reset; None if none has begun since."""
    return cohort_epochs.latest(connection, resets(connection))


def resets(connection: Connection) -> int:
    """Return the number of the server's last reset; 0 if there was none."""
    reset = cohort_epochs.last_reset(connection)
    return reset.number if reset else 0


def following(connection: Connection) -> int:
    """Return the number of the next epoch."""
    return number_after(last(connection), cohort_epochs.last_reset(connection))


def number_after(running: StoredEpoch | None, reset: StoredReset | None) -> int:
    """Return the number of the epoch after the latest one since the last reset, or of the first one after that."""
    if running is not None:
        return running.number + 1
    return reset.following if reset else 0


def can_be_joined(epoch: StoredEpoch, today: date) -> bool:
    """Return whether a leaf that is appended today could still send an upload for a data day of this epoch.

    A later epoch may begin and end this one sooner. That is not known yet.
    """
    return holds(epoch.start, None, today + _DAY)


def of_day(connection: Connection, day: date) -> StoredEpoch | None:
    """Return the epoch of a data day; None if none holds the day after it, or if a reset lies between."""
    reset = cohort_epochs.last_reset(connection)
    if reset is not None and day < reset.day:
        return None
    begun = [one for one in cohort_epochs.under_reset(connection, resets(connection)) if one.start <= day + _DAY]
    return begun[0] if begun and holds(begun[0].start, None, day + _DAY) else None


def tickets_needed(connection: Connection, today: date) -> int:
    """Return how many tickets the server's first tree needs, so that a list can reach the lowest `min_cohort`.

    Campaigns that are over or closed don't count.
    """
    running = (stored for stored in campaigns.all_of(connection) if stored.closed is None)
    terms = (stored.campaign.terms for stored in running if stored.campaign.end >= today)
    return first_epoch_size([each.min_cohort for each in terms if isinstance(each, CohortTerms)])


def begin(
    store: Store,
    night: NightlyContext,
    on_begun: Callable[[Connection, StoredEpoch], None],
    pace: Pace | None = None,
) -> StoredEpoch | None:
    """Begin a new epoch if one is due: make its tree of all spare tickets.

    The nightly run does this before it plans the day that is over. So no donor has signed anything yet for a day that
    the new epoch holds. Tickets are seated some at a time, so that donors need not wait for all of them. Nobody is
    shown the epoch before all are seated, and until then the server takes no other ticket for it (`tickets`). A run
    that was killed goes on where it ended.

    Args:
        store: The database.
        night: The nightly run.
        on_begun: Called in the transaction in which the epoch begins.
        pace: How many tickets one transaction seats.

    Returns:
        The new epoch; None if none is due, or if too few donors are left for a tree, or for one so soon.
    """
    number = _form(store, night.day)
    if number is None:
        return None
    _seat(store, number, pace or _pace(store))
    with store.read() as connection:
        size = cohort_epochs.count_leaves(connection, number)
    if size < LEAST_TREE:
        _give_up(store, number)
        return None
    with store.read() as connection:
        tree = trees.read_tree(connection, number, size)
        message = _message(connection, night, number, tree)
        is_due = public_log.follows(connection, message, night.identity)
    if not is_due:
        _give_up(store, number)
        return None
    trees.keep(tree)
    with store.write() as connection:
        return _complete(connection, message, on_begun)


def _form(store: Store, today: date) -> int | None:
    """Return the number of the epoch whose tickets are being seated; begin to if one is due, or return None."""
    with store.read() as connection:
        forming = cohort_epochs.forming(connection, resets(connection))
        lapsed = [] if forming is not None else cohort_tickets.lapsed(connection, today - TICKET_LAPSES)
    if forming is not None:
        return forming
    repeat(store, over(lapsed, partial(cohort_tickets.expire, made_until=today - TICKET_LAPSES)))
    # All tickets are counted, so that is done without the write lock. Only nightly runs and resets begin epochs.
    with store.read() as connection:
        if not _is_due(connection, today):
            return None
        number, reset = following(connection), resets(connection)
    # The leaves' rows refer to the epoch's row, so that is written first, without a root. The root follows from the
    # stored leaves.
    with store.write() as connection:
        cohort_epochs.add(connection, StoredEpoch(number, today, 0, "", reset, ""))
    return number


def _pace(store: Store) -> Pace:
    """Return how many tickets or leaves a step has."""
    least = _TICKETS[store.engine.dialect.name]
    return Pace(rows=least, least=least)


def _seat(store: Store, number: int, pace: Pace) -> None:
    """Move all spare tickets into the leaves of an epoch, some in each transaction."""
    while True:
        # The order is looked up without the write lock: to sort the tickets takes longer than to move some of them.
        with store.read() as connection:
            waiting = cohort_tickets.donors_by_digest(connection, _ORDERED)
        if not waiting:
            return
        repeat(
            store, over(waiting, lambda connection, some: cohort_epochs.seat_tickets(connection, number, some)), pace
        )


def _give_up(store: Store, number: int) -> None:
    """Give up an epoch that can get no tree, because donors were erased while it was made.

    The tickets of those who are left wait for the next tree, because homes with a receipt send none again.
    """
    with store.write() as connection:
        cohort_epochs.unseat(connection, number)


def _message(connection: Connection, night: NightlyContext, number: int, tree: Tree) -> Epoch:
    size, root, reset = tree.size, tree.root.hex(), resets(connection)
    return Epoch(server=night.identity.hex(), number=number, start=night.day, size=size, root=root, reset=reset)


def _complete(
    connection: Connection, message: Epoch, on_begun: Callable[[Connection, StoredEpoch], None]
) -> StoredEpoch:
    """Begin the epoch of a tree that is made."""
    text = message.model_dump_json()
    made = StoredEpoch(message.number, message.start, message.size, message.root, message.reset, text)
    cohort_epochs.complete(connection, made)
    on_begun(connection, made)
    return made


def _is_due(connection: Connection, today: date) -> bool:
    """Return whether a new tree is made today: a later one, the first after a reset, or the very first."""
    running, reset, tickets = last(connection), cohort_epochs.last_reset(connection), cohort_tickets.count(connection)
    if running is not None:
        return due(today, running.start, running.size, tickets)
    if reset is not None:
        return due_after_reset(today, reset.day, tickets)
    return tickets >= tickets_needed(connection, today)


def expire(store: Store, today: date) -> None:
    """Delete the leaves of epochs that are over for good.

    An epoch is over when every donor has erased its keys for it, and when no receipt of a ticket for it counts any
    more.
    """
    with store.read() as connection:
        kept = cohort_epochs.with_leaves(connection)
    for epoch in kept:
        later = [one.start for one in kept if one.number > epoch.number and one.reset == epoch.reset]
        last_day = erase_after(last_data_day(epoch.start, min(later, default=None)))
        if today > max(last_day + _DAY, epoch.start + TICKET_LAPSES):
            repeat(store, partial(cohort_epochs.drop_leaves, epoch=epoch.number), _pace(store))
