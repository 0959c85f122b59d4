"""Witnesses cosign the public log.

Revision ID: schema_0004
"""

import sqlalchemy as sa
from alembic import op

revision = "schema_0004"
down_revision = "schema_0003"


def upgrade() -> None:
    """Add the table; a server from before had no witnesses."""
    op.create_table(
        "cohort_cosignatures",
        sa.Column("witness", sa.Text, primary_key=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("seconds", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("line", sa.Text, nullable=False),
    )
