"""A table for lost weeks that are asked for once more.

Revision ID: tables_0003
"""

import sqlalchemy as sa
from alembic import op

revision = "tables_0003"
down_revision = "tables_0002"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "repeats",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("week", sa.Date, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("charged_on", sa.Date, nullable=False),
    )
