"""What is published: noised totals, and the days without them."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from sqlalchemy import Connection, insert, select

from pdd_server.store.tables import missing, publications

MissingReason = Literal["waiting", "lost", "down"]


@dataclass(frozen=True)
class Publication:
    """The noised numbers of one campaign, stratum and day; `totals` in the vocabulary's order."""

    campaign: str
    stratum: str | None
    day: date
    donors: int
    searches: int
    confidence: float
    epsilon: float
    scale: float
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Missing:
    """A day of a campaign without totals; `active` donors were there, `needed` make a group."""

    campaign: str
    day: date
    reason: MissingReason
    active: int
    needed: int


def add(connection: Connection, published: Iterable[Publication]) -> None:
    """Publish these numbers."""
    rows = [
        {**vars(one), "stratum": one.stratum or "", "totals": json.dumps(one.totals, separators=(",", ":"))}
        for one in published
    ]
    connection.execute(insert(publications), rows)


def add_missing(connection: Connection, days: Iterable[Missing]) -> None:
    """Publish that these days have no totals."""
    if rows := [vars(day) for day in days]:
        connection.execute(insert(missing), rows)


def of_campaign(connection: Connection, campaign: str) -> list[Publication]:
    """All that was published of a campaign, by day and stratum."""
    rows = connection.execute(
        select(publications)
        .where(publications.c.campaign == campaign)
        .order_by(publications.c.day, publications.c.stratum)
    )
    return [
        Publication(**{**row._asdict(), "stratum": row.stratum or None, "totals": tuple(json.loads(row.totals))})
        for row in rows
    ]


def missing_of(connection: Connection, campaign: str) -> list[Missing]:
    """The days of a campaign without totals."""
    rows = connection.execute(select(missing).where(missing.c.campaign == campaign).order_by(missing.c.day))
    return [Missing(**row._asdict()) for row in rows]
