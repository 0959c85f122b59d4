"""Daily counts for the monitoring of a server: versions of clients, lost groups, and active donors."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import Connection, delete, func, insert, select

from pdd_server.store.tables import activity, lost_groups, versions
from pdd_server.store.upserts import upsert

_NEW = upsert(versions)
_MORE = _NEW.on_conflict_do_update(
    index_elements=["day", "version"], set_={"donors": versions.c.donors + _NEW.excluded.donors}
)


def note_versions(connection: Connection, day: date, counts: Mapping[str, int]) -> None:
    """Count donors that were active on a day, by version of the client; it is empty for those who named none."""
    # Everybody counts in the order of versions, so that no two transactions wait for each other.
    if rows := [{"day": day, "version": version, "donors": number} for version, number in sorted(counts.items())]:
        connection.execute(_MORE, rows)


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
