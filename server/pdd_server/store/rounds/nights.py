"""The nights the server lived through, each named by the date it begins."""

from datetime import date

from sqlalchemy import Connection, func, insert, select

from pdd_server.store.tables import nights


def last(connection: Connection) -> date | None:
    """The latest night, if there was one."""
    day: date | None = connection.execute(select(func.max(nights.c.day))).scalar_one()
    return day


def first(connection: Connection) -> date | None:
    """The first night, if there was one."""
    day: date | None = connection.execute(select(func.min(nights.c.day))).scalar_one()
    return day


def add(connection: Connection, day: date) -> None:
    """Record that the server lived through this night."""
    connection.execute(insert(nights).values(day=day))


def count_after(connection: Connection, day: date) -> int:
    """How many nights there were after that of `day`."""
    return connection.execute(select(func.count()).where(nights.c.day > day)).scalar_one()
