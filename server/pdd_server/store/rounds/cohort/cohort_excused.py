"""Excused leaves, which are not asked for an upload of a data day: resting suspects, and donors in quarantine."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_excused


def add(connection: Connection, day: date, leaves: Iterable[int]) -> None:
    """Record the leaves that are excused on a data day."""
    if rows := [{"day": day, "leaf": leaf} for leaf in leaves]:
        connection.execute(insert(cohort_excused), rows)


def of_day(connection: Connection, day: date) -> list[int]:
    """Return the leaves that are excused on a data day."""
    return list(connection.execute(select(cohort_excused.c.leaf).where(cohort_excused.c.day == day)).scalars())


def forget(connection: Connection, day: date) -> None:
    """Delete the record of the leaves that were excused on a data day."""
    connection.execute(delete(cohort_excused).where(cohort_excused.c.day == day))
