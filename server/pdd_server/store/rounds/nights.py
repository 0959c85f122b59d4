"""The record of nightly runs: one entry for each date on which a run began.

`plain` windows are counted in these, not in dates, so that a server that is down takes no time from donors.
"""

from datetime import date

from sqlalchemy import Connection, delete, func, insert, select

from pdd_server.store.tables import nights


def last(connection: Connection) -> date | None:
    """Return the date of the latest nightly run, or None."""
    day: date | None = connection.execute(select(func.max(nights.c.day))).scalar_one()
    return day


def first(connection: Connection) -> date | None:
    """Return the date of the first nightly run, or None."""
    day: date | None = connection.execute(select(func.min(nights.c.day))).scalar_one()
    return day


def newest(connection: Connection, most: int) -> list[date]:
    """Return the dates of the latest nightly runs, the last one first."""
    return list(connection.execute(select(nights.c.day).order_by(nights.c.day.desc()).limit(most)).scalars())


def has(connection: Connection, day: date) -> bool:
    """Return whether the nightly run of this date is on record."""
    return connection.execute(select(nights.c.day).where(nights.c.day == day)).first() is not None


def forget_after(connection: Connection, day: date) -> None:
    """Take all nightly runs after this date off the record."""
    connection.execute(delete(nights).where(nights.c.day > day))


def add(connection: Connection, day: date) -> None:
    """Record that the nightly run of this date has begun."""
    connection.execute(insert(nights).values(day=day))


def count_after(connection: Connection, day: date) -> int:
    """Return how many nightly runs there were after that of `day`."""
    return connection.execute(select(func.count()).where(nights.c.day > day)).scalar_one()
