"""A table for the last entry of the audit log whose notice was sent by mail.

Revision ID: tables_0004
"""

import sqlalchemy as sa
from alembic import op

revision = "tables_0004"
down_revision = "tables_0003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "mailed",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("last", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )
