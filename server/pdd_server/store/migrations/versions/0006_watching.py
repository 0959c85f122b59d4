"""Counts of a day by which a server is watched: versions of clients, and groups that were lost.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "versions",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("version", sa.String(27), primary_key=True),
        sa.Column("donors", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lost_groups",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("reason", sa.String(16), primary_key=True),
        sa.Column("groups", sa.Integer, nullable=False),
    )
