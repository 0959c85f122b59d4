"""A table for passkeys.

Revision ID: tables_0005
"""

import sqlalchemy as sa
from alembic import op

revision = "tables_0005"
down_revision = "tables_0004"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.LargeBinary(1023), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("created", sa.Date, nullable=False),
        sa.Column("seen", sa.Date),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])
