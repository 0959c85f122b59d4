"""Campaigns with made-up results, written straight into the database so that tests know every number."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path

from sqlalchemy import update

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.store import tables
from pdd_server.store.results import charges, publications
from pdd_server.store.results.publications import Missing, Publication
from pdd_shared.privacy.accounting.charges import Charge
from pdd_shared.protocol.messages import Campaign
from tests.server.simulated_server import DAY, HandClock, campaign, new_server

LABELS = ("flu", "child + fever", '"is it flu"', "流感", "ا", "1e5", "b + script")
"""What an entry's label can look like; the last cannot be one, but files and pages must not rely on it."""


def numbers(day: int, stratum: int, entry: int) -> int:
    """Return totals that differ for each day, stratum and entry; some are below zero."""
    return (day * 31 + stratum * 7 + entry * 13) % 101 - 10


def publish(server: Deployment, made: Campaign, days: int, *, listed: int | None = None) -> None:
    """Publish so many days in a row without the totals below `listed`."""
    with server.store.write() as connection:
        for ahead in range(days):
            day = made.start + timedelta(days=ahead)
            charges.add(connection, made.id, day, Charge.of_terms(made.terms))
            publications.add(connection, _strata(made, day, ahead, listed))


def _strata(made: Campaign, day: date, ahead: int, listed: int | None) -> Iterable[Publication]:
    for place, stratum in enumerate(made.strata or (None,)):
        totals: Sequence[int] = [numbers(ahead, place, entry) for entry in range(len(made.vocabulary))]
        yield Publication(
            campaign=made.id,
            stratum=stratum,
            day=day,
            donors=400 + ahead,
            searches=5000 + 10 * ahead + place,
            confidence=0.96,
            totals=tuple(total if listed is None or total >= listed else None for total in totals),
            charge=Charge.of_terms(made.terms),
        )


def unfinish(server: Deployment, day: date, stratum: str = "") -> None:
    """Take back that a day and stratum is final: 2 of its 4 cohorts are published."""
    one = tables.publications
    with server.store.write() as connection:
        where = (one.c.day == day, one.c.stratum == stratum)
        connection.execute(update(one).where(*where).values(final=False, cohorts=2, cohorts_planned=4))


def wait(server: Deployment, made: Campaign, day: date) -> None:
    """Publish that a day has no totals because there were too few donors."""
    with server.store.write() as connection:
        publications.add_missing(connection, [Missing(made.id, day, "waiting", 2, 3)])


def long_campaign(entries: int, days: int, **changes: object) -> Campaign:
    """Return a campaign with so many entries over so many days before DAY."""
    vocabulary = tuple(f"word{number}" for number in range(entries))
    start = DAY - timedelta(days=days)
    return campaign(**{"vocabulary": vocabulary, "start": start, "end": DAY + timedelta(days=30), **changes})


def made_up(path: Path, made: Campaign, days: int, *, listed: int | None = None) -> Deployment:
    """Return a server with one campaign and its results."""
    server = new_server(path, HandClock(), made)
    publish(server, made, days, listed=listed)
    return server
