"""The state of the search for donors whose uploads spoil sums, and the committee places whose answers were wrong.

Donors are known here by their number in `cohort_donors`, which outlasts the leaves of an epoch.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, Select, delete, exists, insert, or_, select, update

from pdd_server.store.rounds.cohort.cohort_tables import (
    cohort_donors,
    cohort_leaves,
    cohort_searches,
    cohort_wrong_places,
)
from pdd_server.store.upserts import upsert

Numbers = frozenset[int]
"""A set of donors, by number."""
_BATCH = 5_000
"""The most numbers in one statement: SQLite limits its parameters."""
LONG_AGO = date(1, 1, 1)
"""Stands in `cleared_on` for a data day so old that no list of an earlier day can still be found spoilt."""


def get(connection: Connection, cohort: int) -> tuple[tuple[Numbers, ...], Numbers]:
    """Return a cohort's search: the suspects of each spoilt list without a known offender, and the quarantined donors.

    Both are empty for a cohort without a search.
    """
    row = connection.execute(select(cohort_searches).where(cohort_searches.c.cohort == cohort)).first()
    if row is None:
        return (), frozenset()
    return tuple(frozenset(each) for each in json.loads(row.unexplained)), frozenset(json.loads(row.quarantined))


def all_of(connection: Connection) -> list[int]:
    """Return the numbers of the cohorts that have a search."""
    return list(connection.execute(select(cohort_searches.c.cohort).order_by(cohort_searches.c.cohort)).scalars())


def save(connection: Connection, cohort: int, unexplained: Iterable[Numbers], quarantined: Numbers) -> None:
    """Store a cohort's search in place of its last one; without suspects and quarantined donors, delete it."""
    lists = json.dumps([sorted(each) for each in unexplained], separators=(",", ":"))
    connection.execute(delete(cohort_searches).where(cohort_searches.c.cohort == cohort))
    if lists != "[]" or quarantined:
        values = {"unexplained": lists, "quarantined": json.dumps(sorted(quarantined), separators=(",", ":"))}
        connection.execute(insert(cohort_searches).values(cohort=cohort, **values))


def drop_all(connection: Connection) -> None:
    """Delete all searches."""
    connection.execute(delete(cohort_searches))


def known_numbers_at(connection: Connection, epoch: int, leaves: Iterable[int]) -> Numbers:
    """Return the numbers of the donors of these leaves, who all have one.

    A leaf of an erased donor has a negative number, made from its index, which no donor has.
    """
    ordered, numbers = sorted(leaves), dict[int, int]()
    for batch in _batches(ordered):
        numbers.update(_numbered(connection, epoch, cohort_leaves.c.leaf.in_(batch)))
    # The number of an erased donor's leaf stays the same during the epoch, as the leaf's index does.
    return frozenset(numbers.get(leaf, -1 - leaf) for leaf in ordered)


def number(connection: Connection, epoch: int, leaves: Sequence[int]) -> None:
    """Give a number to each donor of these leaves that has none; at most `_BATCH` leaves."""
    new = _unnumbered(epoch, leaves).with_only_columns(cohort_leaves.c.donor).order_by(cohort_leaves.c.donor)
    connection.execute(upsert(cohort_donors).from_select(["donor"], new).on_conflict_do_nothing())


def unnumbered(connection: Connection, epoch: int, leaves: Iterable[int]) -> list[int]:
    """Return those of these leaves whose donors have no number yet."""
    batches = _batches(list(leaves))
    return [row.leaf for batch in batches for row in connection.execute(_unnumbered(epoch, batch))]


def _unnumbered(epoch: int, leaves: Sequence[int]) -> Select[tuple[int]]:
    has_number = exists().where(cohort_donors.c.donor == cohort_leaves.c.donor)
    where = cohort_leaves.c.epoch == epoch, cohort_leaves.c.leaf.in_(leaves), cohort_leaves.c.donor.is_not(None)
    return select(cohort_leaves.c.leaf).where(*where, ~has_number)


def leaves_of(connection: Connection, epoch: int, numbers: Collection[int]) -> dict[int, int]:
    """Return the index of the leaf that each donor of these numbers has in an epoch; those without one are left out."""
    found = dict[int, int]()
    for some in _batches(numbers):
        found.update(
            {number: leaf for leaf, number in _numbered(connection, epoch, cohort_donors.c.number.in_(some)).items()}
        )
    return found


def _numbered(connection: Connection, epoch: int, where: ColumnElement[bool]) -> dict[int, int]:
    joined = cohort_leaves.join(cohort_donors, cohort_leaves.c.donor == cohort_donors.c.donor)
    chosen = select(cohort_leaves.c.leaf, cohort_donors.c.number).select_from(joined)
    rows = connection.execute(chosen.where(cohort_leaves.c.epoch == epoch, where))
    return {row.leaf: row.number for row in rows}


def cleared(connection: Connection, numbers: Collection[int], after: date | None = None) -> Numbers:
    """Return those of these donors who were in a sound sum: of any data day, or of one after `after`."""
    found, column = set[int](), cohort_donors.c.cleared_on
    where = column.is_not(None) if after is None else column > after
    for some in _batches(numbers):
        chosen = select(cohort_donors.c.number).where(where, cohort_donors.c.number.in_(some))
        found.update(connection.execute(chosen).scalars())
    return frozenset(found)


def clear(connection: Connection, numbers: Collection[int], day: date) -> None:
    """Record that donors were in a sound sum of a data day; a later day on record stays."""
    column = cohort_donors.c.cleared_on
    for some in _batches(numbers):
        earlier = or_(column.is_(None), column < day), cohort_donors.c.number.in_(some)
        connection.execute(update(cohort_donors).where(*earlier).values(cleared_on=day))


def suspect(connection: Connection, numbers: Collection[int]) -> None:
    """Record that donors are no longer cleared by the sums that they were in."""
    for some in _batches(numbers):
        connection.execute(update(cohort_donors).where(cohort_donors.c.number.in_(some)).values(cleared_on=None))


def cleared_until(connection: Connection, until: date) -> list[int]:
    """Return the donors whose last sound sum is of `until` or earlier, and whose day is on record. It looks at all."""
    column = cohort_donors.c.cleared_on
    return list(connection.execute(select(cohort_donors.c.number).where(column <= until, column > LONG_AGO)).scalars())


def forget_days(connection: Connection, numbers: Collection[int]) -> None:
    """Forget the day of some donors' last sound sum; that there was one stays on record."""
    for some in _batches(numbers):
        connection.execute(update(cohort_donors).where(cohort_donors.c.number.in_(some)).values(cleared_on=LONG_AGO))


def erased(connection: Connection) -> list[int]:
    """Return the numbers of erased donors."""
    return list(connection.execute(select(cohort_donors.c.number).where(cohort_donors.c.donor.is_(None))).scalars())


def forget(connection: Connection, numbers: Collection[int]) -> None:
    """Delete these numbers, if their donors are erased."""
    for some in _batches(numbers):
        connection.execute(
            delete(cohort_donors).where(cohort_donors.c.number.in_(some), cohort_donors.c.donor.is_(None))
        )


def wrong_places(connection: Connection, epoch: int, cohort: int) -> Numbers:
    """Return the places of a cohort's committee whose answers were wrong on earlier days of the epoch."""
    where = cohort_wrong_places.c.epoch == epoch, cohort_wrong_places.c.cohort == cohort
    return frozenset(connection.execute(select(cohort_wrong_places.c.place).where(*where)).scalars())


def add_wrong_places(connection: Connection, epoch: int, cohort: int, places: Iterable[int]) -> None:
    """Record places of a cohort's committee whose answers were wrong; again changes nothing."""
    if rows := [{"epoch": epoch, "cohort": cohort, "place": place} for place in sorted(places)]:
        connection.execute(upsert(cohort_wrong_places).on_conflict_do_nothing(), rows)


def _batches(numbers: Collection[int]) -> Iterator[list[int]]:
    ordered = sorted(numbers)
    for start in range(0, len(ordered), _BATCH):
        yield ordered[start : start + _BATCH]
