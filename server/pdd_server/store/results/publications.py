"""Published results: noisy totals, and the days without totals."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, select

from pdd_server.store.tables import charges, missing, publications
from pdd_server.store.upserts import upsert
from pdd_shared.privacy.accounting.charge_texts import charge_in
from pdd_shared.privacy.accounting.charges import DayCharge

MissingReason = Literal["waiting", "lost", "down", "budget", "spoiled", "dropped", "min-cohort", "no-room"]
"""Why a day has no totals; the table `missing` explains each reason."""
Shares = tuple[tuple[int, int], ...]
"""The donors' noise in a number, as pairs `(shares, of)`. The first is how many donors' shares are in the number, the
second how many of them make one draw of the law. A number of several cohorts has one pair for each different `of`."""


_PLAIN = (
    "campaign",
    "day",
    "donors",
    "searches",
    "full",
    "confidence",
    "cohorts",
    "cohorts_planned",
    "final",
    "counting_rules",
)
"""The fields of a publication that have a column of the same name and value."""


@dataclass(frozen=True)
class Publication:
    """The noisy numbers of one campaign, stratum and day. A day of the `cohort` protocol grows until it is final.

    Attributes:
        campaign: The campaign's id.
        stratum: The stratum; None for a campaign without strata.
        day: The data day.
        donors: The noisy number of donors who joined.
        searches: The noisy number of their searches.
        confidence: The coverage: the share of the day's active donors who are in the numbers.
        totals: The noisy totals in the vocabulary's order, None for those below the campaign's threshold.
        charge: What the day cost the campaign's budget.
        shares: The donors' noise in each number; empty where the server added the noise.
        cohorts: How many (sub-)cohorts are in the numbers.
        cohorts_planned: How many (sub-)cohorts the day has that count the campaign.
        final: Whether the numbers will not change any more.
        counting_rules: The version of the rules by which donors counted.
        full: The noisy number of donors who used up their hits in this period; None if the campaign does not cap the
            hits of all periods together.
    """

    campaign: str
    stratum: str | None
    day: date
    donors: int
    searches: int
    confidence: float
    totals: tuple[int | None, ...]
    charge: DayCharge
    shares: Shares = ()
    cohorts: int = 1
    cohorts_planned: int = 1
    final: bool = True
    counting_rules: int = 1
    full: int | None = None


@dataclass(frozen=True)
class Missing:
    """A data day of a campaign without totals.

    Attributes:
        campaign: The campaign's id.
        day: The data day.
        reason: Why there are no totals.
        active: How many donors were active.
        needed: How many donors a sum would have needed; 0 where donors were not what it lacked.
    """

    campaign: str
    day: date
    reason: MissingReason
    active: int
    needed: int


def add(connection: Connection, published: Iterable[Publication]) -> None:
    """Publish these numbers. The charges of their days must be on record already."""
    if rows := [row_of(one) for one in published]:
        connection.execute(insert(publications), rows)


def add_missing(connection: Connection, days: Iterable[Missing]) -> None:
    """Publish that these days have no totals. Where that was published before, the first reason stays."""
    if rows := [vars(day) for day in days]:
        connection.execute(upsert(missing).on_conflict_do_nothing(), rows)


def is_missing(connection: Connection, day: date) -> bool:
    """Return whether a data day was published as missing for any campaign."""
    return connection.execute(select(missing.c.day).where(missing.c.day == day).limit(1)).first() is not None


def forget_missing(connection: Connection, since: date) -> None:
    """Take back that data days from this one on have no totals."""
    connection.execute(delete(missing).where(missing.c.day >= since))


def stored(connection: Connection, campaign: str) -> Iterator[tuple[Publication, str]]:
    """Yield all publications of a campaign by day and stratum, with only one in memory at a time.

    Each is a pair: the publication without its totals, and the totals as they are stored, a JSON list without spaces.
    """
    day = (publications.c.campaign == charges.c.campaign) & (publications.c.day == charges.c.day)
    rows = connection.execute(
        select(publications, charges.c.charge)
        .join(charges, day)
        .where(publications.c.campaign == campaign)
        .order_by(publications.c.day, publications.c.stratum)
        .execution_options(yield_per=1)
    )
    for row in rows:
        yield publication_of(row), row.totals


def state(connection: Connection, campaign: str) -> tuple[int, int, int]:
    """Return three numbers that change whenever a publication of a campaign changes.

    They are the number of publications, of the cohorts in them, and of those that are final. That is enough, because a
    publication changes only when a cohort is added to it, or when it becomes final.
    """
    counted = (func.count(), func.coalesce(func.sum(publications.c.cohorts), 0))
    final = func.count().filter(publications.c.final)
    row = connection.execute(select(*counted, final).where(publications.c.campaign == campaign)).one()
    return row[0], row[1], row[2]


def states(connection: Connection) -> dict[tuple[str, date], tuple[int, int, int]]:
    """Return `state` for each published day of each campaign, by campaign id and day."""
    key = (publications.c.campaign, publications.c.day)
    counted = (func.count(), func.sum(publications.c.cohorts), func.count().filter(publications.c.final))
    rows = connection.execute(select(*key, *counted).group_by(*key).order_by(*key))
    return {(row[0], row[1]): (row[2], int(row[3]), row[4]) for row in rows}


def of_day(connection: Connection, campaign: str, day: date) -> Iterator[Publication]:
    """Yield the published numbers of a campaign's day, by stratum."""
    which = (publications.c.campaign == campaign, publications.c.day == day)
    together = (publications.c.campaign == charges.c.campaign) & (publications.c.day == charges.c.day)
    found = select(publications, charges.c.charge).join(charges, together).where(*which)
    for row in connection.execute(found.order_by(publications.c.stratum)).all():
        yield publication_of(row, tuple(json.loads(row.totals)))


def count_days(connection: Connection, campaign: str) -> int:
    """Return how many data days of a campaign have published numbers."""
    days = select(func.count(publications.c.day.distinct())).where(publications.c.campaign == campaign)
    return connection.execute(days).scalar_one()


def newest(connection: Connection, campaign: str) -> date | None:
    """Return the latest data day of a campaign that has published numbers, or None."""
    which = publications.c.campaign == campaign
    day: date | None = connection.execute(select(func.max(publications.c.day)).where(which)).scalar_one()
    return day


def newest_confidence(connection: Connection, campaign: str) -> float | None:
    """Return the coverage of the latest data day of a campaign that has published numbers, or None."""
    which = publications.c.campaign == campaign
    rows = select(publications.c.confidence).where(which).order_by(publications.c.day.desc()).limit(1)
    return connection.execute(rows).scalar()


def missing_of(connection: Connection, campaign: str) -> list[Missing]:
    """Return the days of a campaign without totals, the earliest first."""
    rows = connection.execute(select(missing).where(missing.c.campaign == campaign).order_by(missing.c.day))
    return [Missing(**row._asdict()) for row in rows]


def row_of(one: Publication) -> dict[str, Any]:
    """Return the row of a publication, for `publications` or `gathering`; its charge is stored on its own."""
    kept = {key: value for key, value in vars(one).items() if key != "charge"}
    texts = {key: json.dumps(kept[key], separators=(",", ":")) for key in ("totals", "shares")}
    return {**kept, "stratum": one.stratum or "", **texts}


def publication_of(row: Row[Any], totals: tuple[int | None, ...] = ()) -> Publication:
    """Return the publication in a row that was joined with its day's charge.

    The totals are given by the caller, because reading them takes long and not every caller needs them.
    """
    return Publication(
        **{name: getattr(row, name) for name in _PLAIN},
        stratum=row.stratum or None,
        totals=totals,
        charge=charge_in(row.charge),
        shares=tuple((shares, of) for shares, of in json.loads(row.shares)),
    )
