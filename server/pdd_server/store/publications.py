"""What is published: noised totals, and the days without them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.charges import charge_of
from pdd_server.store.tables import charges, missing, publications
from pdd_shared.privacy.charges import Charge

MissingReason = Literal["waiting", "lost", "down", "budget", "spoiled"]


@dataclass(frozen=True)
class Publication:
    """The noised numbers of one campaign, stratum and day, and what its day was charged.

    `totals` are in the vocabulary's order, None below the threshold. Where donors added the noise, `shares` of theirs
    are in each number, and `of` them make the whole noise.
    """

    campaign: str
    stratum: str | None
    day: date
    donors: int
    searches: int
    confidence: float
    totals: tuple[int | None, ...]
    charge: Charge
    shares: int | None = None
    of: int | None = None


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
    if rows := [_row(one) for one in published]:
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
        one = Publication(
            campaign=row.campaign,
            stratum=row.stratum or None,
            day=row.day,
            donors=row.donors,
            searches=row.searches,
            confidence=row.confidence,
            totals=(),
            charge=charge_of(row),
            shares=row.shares,
            of=row.of,
        )
        yield one, row.totals


def count(connection: Connection, campaign: str) -> int:
    """How many days and strata were published of a campaign; what was published never changes."""
    which = publications.c.campaign == campaign
    return connection.execute(select(func.count()).select_from(publications).where(which)).scalar_one()


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


def _row(one: Publication) -> dict[str, Any]:
    kept = {key: value for key, value in vars(one).items() if key != "charge"}
    return {**kept, "stratum": one.stratum or "", "totals": json.dumps(one.totals, separators=(",", ":"))}
