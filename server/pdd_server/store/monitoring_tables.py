"""What is kept to watch a server by: counts of a day, never of one donor."""

from sqlalchemy import Column, Date, Integer, String, Table

from pdd_server.store.tables import metadata

versions = Table(
    "versions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("version", String(27), primary_key=True),
    Column("donors", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many donors were there on a day with each version of a client; empty: the client did not say."""

lost_groups = Table(
    "lost_groups",
    metadata,
    Column("day", Date, primary_key=True),
    Column("groups", Integer, nullable=False),
)
"""How many groups of a published `plain` round are not in its sums, because a member's vector did not come."""
