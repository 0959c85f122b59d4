"""Published days say how many donors used up the hits that count in all of a campaign's periods.

Revision ID: schema_0005
"""

import sqlalchemy as sa
from alembic import op

revision = "schema_0005"
down_revision = "schema_0004"


def upgrade() -> None:
    """Add the number; no campaign from before caps the hits of all its periods."""
    for table in ("publications", "gathering"):
        op.add_column(table, sa.Column("full", sa.BigInteger().with_variant(sa.Integer, "sqlite")))
