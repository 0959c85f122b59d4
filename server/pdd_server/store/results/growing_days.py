"""Published days of the `cohort` protocol, which grow cohort by cohort until they are final, and their decoys.

A day's numbers are in the table `publications`, where everybody can see them grow. Those of a campaign with a threshold
are in the table `gathering` until the day is final.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, func, insert, select, update

from pdd_server.store.results.publications import Publication, publication_of, row_of
from pdd_server.store.tables import charges, decoys, gathering, publications, repeats
from pdd_server.store.upserts import upsert
from pdd_shared.privacy.accounting.charge_texts import charge_in
from pdd_shared.privacy.accounting.charges import PartsCharge
from pdd_shared.protocol.decimals import as_text

_KEY = ("campaign", "day", "stratum")
"""The primary key of both tables."""


@dataclass(frozen=True)
class Decoys:
    """The decoys of one law of noise in the sum of a (sub-)cohort: numbers that are noise alone.

    Attributes:
        day: The data day.
        law: The name of the law of noise.
        scale: The law's scale.
        uploads: How many donors' shares of noise are in each number.
        makers: How many of these shares make one draw of the law.
        numbers: The decoys.
    """

    day: date
    law: str
    scale: Decimal
    uploads: int
    makers: int
    numbers: tuple[int, ...]


def of_day(connection: Connection, table: Table, campaign: str, day: date, stratum: str | None) -> Publication | None:
    """Return what a table, `publications` or `gathering`, has so far of a campaign's day and stratum, or None."""
    which = (table.c.campaign == campaign, table.c.day == day, table.c.stratum == (stratum or ""))
    return next(_all_of(connection, table, *which), None)


def put(connection: Connection, table: Table, one: Publication) -> None:
    """Write a campaign's day and stratum into `publications` or `gathering`, in place of its earlier numbers."""
    row = row_of(one)
    changed = {name: value for name, value in row.items() if name not in _KEY}
    connection.execute(upsert(table).values(row).on_conflict_do_update(index_elements=_KEY, set_=changed))


def make_final(connection: Connection, day: date, campaign: str) -> list[Publication]:
    """Mark a campaign's published numbers of a day as final.

    Delete from `gathering` those that waited for it, and return them.
    """
    here = gathering.c.day == day, gathering.c.campaign == campaign
    gathered = list(_all_of(connection, gathering, *here))
    connection.execute(delete(gathering).where(*here))
    there = publications.c.day == day, publications.c.campaign == campaign
    connection.execute(update(publications).where(*there).values(final=True))
    return [replace(one, final=True) for one in gathered]


def _all_of(connection: Connection, table: Table, *which: ColumnElement[bool]) -> Iterator[Publication]:
    """Yield the rows of a table that meet these conditions, each with its day's charge."""
    together = (table.c.campaign == charges.c.campaign) & (table.c.day == charges.c.day)
    for row in connection.execute(select(table, charges.c.charge).join(charges, together).where(*which)).all():
        yield publication_of(row, tuple(json.loads(row.totals)))


def published_campaigns(connection: Connection, day: date) -> frozenset[str]:
    """Return the ids of the campaigns that have published numbers on this data day."""
    return frozenset(connection.execute(select(publications.c.campaign).where(publications.c.day == day)).scalars())


def add_decoys(connection: Connection, day: date, found: Iterable[Decoys]) -> None:
    """Publish the decoys of one more (sub-)cohort of a day, numbered after those that are there."""
    count = select(func.count()).select_from(decoys).where(decoys.c.day == day)
    first = connection.execute(count).scalar_one()
    rows = [
        {
            **vars(one),
            "number": number,
            "scale": as_text(one.scale),
            "numbers": json.dumps(one.numbers, separators=(",", ":")),
        }
        for number, one in enumerate(found, start=first)
    ]
    if rows:
        connection.execute(insert(decoys), rows)


def decoys_of(connection: Connection, campaign: str) -> Iterator[Decoys]:
    """Yield the decoys with the same laws and scales as a campaign's charge, of the days published of it.

    They come in order of days, and within a day as its (sub-)cohorts were opened. The decoys of a plan that asked for a
    lost week once more are those of the week's last day, as its numbers are.
    """
    again = (repeats.c.campaign == campaign) & (repeats.c.day == decoys.c.day)
    day = func.coalesce(repeats.c.week, decoys.c.day)
    its = (charges.c.campaign == campaign) & (charges.c.day == day)
    is_published = exists().where(publications.c.campaign == campaign, publications.c.day == day)
    found = select(decoys, day.label("published_under"), charges.c.charge).join(repeats, again, isouter=True)
    rows = connection.execute(found.join(charges, its).where(is_published).order_by(day, decoys.c.number))
    for row in rows:
        if (row.law, Decimal(row.scale)) in _laws(row.charge):
            numbers = tuple(json.loads(row.numbers))
            yield Decoys(row.published_under, row.law, Decimal(row.scale), row.uploads, row.makers, numbers)


@lru_cache(maxsize=64)
def _laws(charge: str) -> frozenset[tuple[str, Decimal]]:
    """Return each law and scale of noise in the text of a charge."""
    found = charge_in(charge)
    if isinstance(found, PartsCharge):
        return frozenset((part.law, part.drawn_scale) for part in found.parts)
    return frozenset({(found.law, found.scale)})
