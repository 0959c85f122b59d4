"""Published days name the rules by which donors counted.

Revision ID: schema_0002
"""

import sqlalchemy as sa
from alembic import op

revision = "schema_0002"
down_revision = "schema_0001"


def upgrade() -> None:
    """Add the version; plans of the days from before named none."""
    for table in ("publications", "gathering"):
        op.add_column(table, sa.Column("counting_rules", sa.Integer, nullable=False, server_default=sa.text("1")))
