"""What is published: noised totals, and the days without them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, insert, select
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.results.charges import charge_of
from pdd_server.store.tables import charges, missing, publications
from pdd_shared.privacy.accounting.charges import Charge

MissingReason = Literal["waiting", "lost", "down", "budget", "spoiled", "dropped", "min-cohort", "no-room"]
Shares = tuple[tuple[int, int], ...]
"""Pairs: the shares of so many donors are in a number, and so many of them make one draw of the law. Each `of` once."""


_PLAIN = ("campaign", "day", "donors", "searches", "confidence", "cohorts", "cohorts_planned", "final")
"""The fields of a publication that are stored as they are."""


@dataclass(frozen=True)
class Publication:
    """The noised numbers of one campaign, stratum and day, and what its day was charged.

    `totals` are in the vocabulary's order, None below the threshold. `shares` is empty where the server added the
    noise. A day of the `cohort` protocol grows until it is `final`: `cohorts` of `cohorts_planned` are in its numbers,
    sub-cohorts counted as cohorts.
    """

    campaign: str
    stratum: str | None
    day: date
    donors: int
    searches: int
    confidence: float
    totals: tuple[int | None, ...]
    charge: Charge
    shares: Shares = ()
    cohorts: int = 1
    cohorts_planned: int = 1
    final: bool = True


@dataclass(frozen=True)
class Missing:
    """A day of a campaign without totals; `active` donors were there, `needed` make a group."""

    campaign: str
    day: date
    reason: MissingReason
    active: int
    needed: int


def add(connection: Connection, published: Iterable[Publication]) -> None:
    """Publish these numbers; their days' charges are recorded before."""
    if rows := [row_of(one) for one in published]:
        connection.execute(insert(publications), rows)


def add_missing(connection: Connection, days: Iterable[Missing]) -> None:
    """Publish that these days have no totals; of a day of which that was published before, the first reason stands."""
    if rows := [vars(day) for day in days]:
        connection.execute(sqlite_insert(missing).on_conflict_do_nothing(), rows)


def is_missing(connection: Connection, day: date) -> bool:
    """Whether it was published of any campaign that this day has no totals."""
    return connection.execute(select(missing.c.day).where(missing.c.day == day).limit(1)).first() is not None


def stored(connection: Connection, campaign: str) -> Iterator[tuple[Publication, str]]:
    """All that was published of a campaign, by day and stratum, one in memory at a time.

    Each is without its totals, which are beside it as they are kept: a JSON list without spaces.
    """
    day = (publications.c.campaign == charges.c.campaign) & (publications.c.day == charges.c.day)
    costs = [charges.c[name] for name in ("law", "scale", "sensitivity", "delta")]
    rows = connection.execution_options(yield_per=1).execute(
        select(publications, *costs)
        .join(charges, day)
        .where(publications.c.campaign == campaign)
        .order_by(publications.c.day, publications.c.stratum)
    )
    for row in rows:
        yield publication_of(row), row.totals


def state(connection: Connection, campaign: str) -> tuple[int, int, int]:
    """Numbers that change whenever anything published of a campaign does.

    Days and strata, cohorts in them, and those that are final: numbers change only as cohorts are added.
    """
    counted = (func.count(), func.coalesce(func.sum(publications.c.cohorts), 0))
    final = func.coalesce(func.sum(publications.c.final), 0)
    row = connection.execute(select(*counted, final).where(publications.c.campaign == campaign)).one()
    return row[0], row[1], int(row[2])


def count_days(connection: Connection, campaign: str) -> int:
    """How many days were published of a campaign."""
    days = select(func.count(publications.c.day.distinct())).where(publications.c.campaign == campaign)
    return connection.execute(days).scalar_one()


def newest(connection: Connection, campaign: str) -> date | None:
    """The last day that is published of a campaign."""
    which = publications.c.campaign == campaign
    day: date | None = connection.execute(select(func.max(publications.c.day)).where(which)).scalar_one()
    return day


def newest_confidence(connection: Connection, campaign: str) -> float | None:
    """The confidence of the last day that is published of a campaign."""
    which = publications.c.campaign == campaign
    rows = select(publications.c.confidence).where(which).order_by(publications.c.day.desc()).limit(1)
    return connection.execute(rows).scalar()


def missing_of(connection: Connection, campaign: str) -> list[Missing]:
    """The days of a campaign without totals."""
    rows = connection.execute(select(missing).where(missing.c.campaign == campaign).order_by(missing.c.day))
    return [Missing(**row._asdict()) for row in rows]


def row_of(one: Publication) -> dict[str, Any]:
    """The columns of a publication, as they are stored."""
    kept = {key: value for key, value in vars(one).items() if key != "charge"}
    texts = {key: json.dumps(kept[key], separators=(",", ":")) for key in ("totals", "shares")}
    return {**kept, "stratum": one.stratum or "", **texts}


def publication_of(row: Row[Any], totals: tuple[int | None, ...] = ()) -> Publication:
    """The publication in a row that has its day's charge beside it, with these totals."""
    return Publication(
        **{name: getattr(row, name) for name in _PLAIN},
        stratum=row.stratum or None,
        totals=totals,
        charge=charge_of(row),
        shares=tuple((shares, of) for shares, of in json.loads(row.shares)),
    )
