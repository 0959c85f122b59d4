"""The public log has the epochs and resets from before.

Revision ID: schema_0003
"""

import sqlalchemy as sa
from alembic import op

from pdd_shared.protocol.merkle_tree import root_of

revision = "schema_0003"
down_revision = "schema_0002"

_LINES = sa.text(
    "SELECT 'reset ' || payload AS line, number AS reset, 0 AS later, 0 AS number FROM cohort_resets UNION ALL "
    "SELECT 'epoch ' || payload, reset, 1, number FROM cohort_epochs WHERE root <> '' ORDER BY reset, later, number"
)
"""Each reset, followed by the epochs under it."""


def upgrade() -> None:
    """Add the table, with a line for each epoch that has begun and for each reset."""
    table = op.create_table(
        "cohort_log",
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
    )
    lines = [row.line for row in op.get_bind().execute(_LINES)]
    rows = [
        {"place": place, "line": line, "root": root_of(lines[: place + 1]).hex()} for place, line in enumerate(lines)
    ]
    op.bulk_insert(table, rows)
