"""Completion codes of campaigns.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "completion_codes",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )
