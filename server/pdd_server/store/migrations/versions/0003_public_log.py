"""The public log of epochs and resets. The next nightly run enters those of before.

Revision ID: schema_0003
"""

import sqlalchemy as sa
from alembic import op

revision = "schema_0003"
down_revision = "schema_0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "cohort_log",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
    )
