"""Drafts of campaigns, invitation codes of campaigns, and campaigns without a public page.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("editor", sa.String(32)),
        sa.Column("edited", sa.Date, nullable=False),
        sa.Column("approver", sa.String(32)),
        sa.Column("campaign", sa.String(64)),
    )
    op.create_table("unlisted", sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True))
    op.create_table(
        "recruiting_codes",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("maker", sa.String(32)),
        sa.Column("made", sa.Date, nullable=False),
        sa.Column("last_day", sa.Date, nullable=False),
    )
    op.create_index("ix_recruiting_codes_campaign", "recruiting_codes", ["campaign"])
