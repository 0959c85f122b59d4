"""Epochs of the server: which one runs, which one a data day belongs to, and when the next tree is made.

An epoch is a tree of donors' leaves that is used for one or two weeks. Donors who come later are appended to it. The
next tree is made of the spare tickets that donors have sent for it. A data day belongs to the epoch that holds the next
day.
"""

from datetime import date, timedelta

from sqlalchemy import Connection

from pdd_server.services.rounds.cohort.epochs import trees
from pdd_server.services.rounds.nightly_context import NightlyContext
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_server.store.rounds.cohort import cohort_epochs, cohort_tickets
from pdd_server.store.rounds.cohort.cohort_epochs import StoredEpoch
from pdd_shared.protocol.limits import TICKET_LAPSES
from pdd_shared.protocol.terms import CohortTerms
from pdd_shared.rounds.cohort.epoch.acceptance import holds, last_data_day
from pdd_shared.rounds.cohort.epoch.schedule import due, due_after_reset, first_epoch_size
from pdd_shared.rounds.cohort.epoch.tickets import erase_after
from pdd_shared.rounds.cohort.messages import Epoch

_DAY = timedelta(days=1)
_AT_ONCE = 10_000
"""The most leaves that one transaction deletes, so that donors need not wait long for the database."""


def last(connection: Connection) -> StoredEpoch | None:
    """Return the latest epoch since the last reset; None if none has begun since."""
    found = cohort_epochs.under_reset(connection, resets(connection))
    return found[0] if found else None


def resets(connection: Connection) -> int:
    """Return the number of the server's last reset; 0 if there was none."""
    reset = cohort_epochs.last_reset(connection)
    return reset.number if reset else 0


def following(connection: Connection) -> int:
    """Return the number of the next epoch."""
    running, reset = last(connection), cohort_epochs.last_reset(connection)
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


def begin(connection: Connection, night: NightlyContext) -> StoredEpoch | None:
    """Begin a new epoch if one is due: make its tree of all spare tickets.

    The nightly run does this in its first transaction, before it plans the day that is over. So no donor has signed
    anything yet for a day that the new epoch holds.

    Returns:
        The new epoch; None if none is due.
    """
    cohort_tickets.expire(connection, night.day - TICKET_LAPSES)
    if not _is_due(connection, night.day):
        return None
    number, size = following(connection), cohort_tickets.count(connection)
    reset = resets(connection)
    # The leaves' rows refer to the epoch's row, so that is written first, without a root. The root follows from the
    # stored leaves.
    cohort_epochs.add(connection, StoredEpoch(number, night.day, size, "", reset, ""))
    cohort_epochs.seat_tickets(connection, number)
    tree = trees.read_tree(connection, number, size)
    trees.keep(tree)
    root = tree.root.hex()
    message = Epoch(server=night.identity.hex(), number=number, start=night.day, size=size, root=root, reset=reset)
    made = StoredEpoch(number, night.day, size, root, reset, message.model_dump_json())
    cohort_epochs.complete(connection, made)
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
    more. Each transaction deletes only some leaves: to delete all those of a large server takes longer than donors wait
    for the database.
    """
    with store.read() as connection:
        kept = cohort_epochs.with_leaves(connection)
    for epoch in kept:
        later = [one.start for one in kept if one.number > epoch.number and one.reset == epoch.reset]
        last_day = erase_after(last_data_day(epoch.start, min(later, default=None)))
        while today > max(last_day + _DAY, epoch.start + TICKET_LAPSES):
            with store.write() as connection:
                if not cohort_epochs.drop_leaves(connection, epoch.number, _AT_ONCE):
                    break
