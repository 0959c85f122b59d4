"""The leaves that are not asked for an upload of a day: suspects who rest, and donors in quarantine."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, delete, insert, select

from pdd_server.store.rounds.cohort.cohort_tables import cohort_excused


def add(connection: Connection, day: date, leaves: Iterable[int]) -> None:
    """Note which leaves are not asked for an upload of a day."""
    if rows := [{"day": day, "leaf": leaf} for leaf in leaves]:
        connection.execute(insert(cohort_excused), rows)


def of_day(connection: Connection, day: date) -> list[int]:
    """The leaves that are not asked for an upload of a day."""
    return list(connection.execute(select(cohort_excused.c.leaf).where(cohort_excused.c.day == day)).scalars())


def has(connection: Connection, day: date, leaf: int) -> bool:
    """Whether a leaf is not asked for an upload of a day."""
    where = cohort_excused.c.day == day, cohort_excused.c.leaf == leaf
    return connection.execute(select(cohort_excused.c.leaf).where(*where)).first() is not None


def forget(connection: Connection, day: date) -> None:
    """Delete which leaves were not asked on a day."""
    connection.execute(delete(cohort_excused).where(cohort_excused.c.day == day))
