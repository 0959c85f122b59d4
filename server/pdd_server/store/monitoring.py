"""Daily counts for the monitoring of a server: versions of clients, lost groups, and active donors."""

from datetime import date

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pdd_server.store.tables import activity, lost_groups, versions


def note_version(connection: Connection, day: date, version: str) -> None:
    """Count one more donor that was active on a day with this version of a client; empty if it named none."""
    one = sqlite_insert(versions).values(day=day, version=version, donors=1)
    more = {"donors": versions.c.donors + 1}
    connection.execute(one.on_conflict_do_update(index_elements=["day", "version"], set_=more))


def versions_of(connection: Connection, day: date) -> dict[str, int]:
    """Return how many donors were active on a day, by version of the client."""
    return {row.version: row.donors for row in connection.execute(select(versions).where(versions.c.day == day))}


def note_lost(connection: Connection, day: date, groups: int) -> None:
    """Record how many groups of a `plain` round are not in its totals; none are not recorded."""
    if groups:
        connection.execute(insert(lost_groups).values(day=day, groups=groups))


def lost(connection: Connection) -> dict[date, int]:
    """Return how many groups were lost, by data day, for the days on which any were."""
    return {row.day: row.groups for row in connection.execute(select(lost_groups).order_by(lost_groups.c.day))}


def active_by_day(connection: Connection) -> dict[date, int]:
    """Return how many donors were active, by data day, for all days on record."""
    rows = select(activity.c.day, func.count().label("donors")).group_by(activity.c.day).order_by(activity.c.day)
    return {row.day: row.donors for row in connection.execute(rows)}


def expire(connection: Connection, before: date) -> None:
    """Delete the counts of versions and lost groups of days before this one."""
    for table in (versions, lost_groups):
        connection.execute(delete(table).where(table.c.day < before))
