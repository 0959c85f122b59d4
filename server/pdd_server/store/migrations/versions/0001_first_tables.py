"""The first tables.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create donors and their days, campaigns, nights, rounds with groups and members, and what is published."""
    _donors()
    _campaigns()
    _rounds()
    _published()


def _donors() -> None:
    op.create_table(
        "donors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("exchange", sa.String(64), nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("nonce", sa.String(64)),
        sa.Column("registered", sa.Date, nullable=False),
        sa.Column("seen", sa.Date, nullable=False),
        sa.UniqueConstraint("token_hash", name="uq_donors_token_hash"),
        sa.UniqueConstraint("identity", name="uq_donors_identity"),
        sa.UniqueConstraint("exchange", name="uq_donors_exchange"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "activity",
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_activity_day", "activity", ["day"])


def _campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("closed", sa.Date),
    )
    op.create_table("nights", sa.Column("day", sa.Date, primary_key=True))


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("opened", sa.Date, nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("groups", sa.Integer, nullable=False),
        sa.Column("members", sa.Integer, nullable=False),
        sa.Column("submitted", sa.Integer),
        sa.Column("counted", sa.Integer),
        sa.Column("plan", sa.Text),
        sa.Column("signature", sa.String(128)),
    )
    op.create_table(
        "groups",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("context", sa.String(64), nullable=False),
        sa.Column("roster", sa.Text, nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.Column("total", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.Column("received", sa.LargeBinary(32)),
        sa.ForeignKeyConstraint(["day", "number"], ["groups.day", "groups.number"], ondelete="CASCADE"),
    )
    op.create_index("ix_members_donor", "members", ["donor"])


def _published() -> None:
    op.create_table(
        "publications",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("stratum", sa.String(64), primary_key=True),
        sa.Column("donors", sa.Integer, nullable=False),
        sa.Column("searches", sa.Integer, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("epsilon", sa.Float, nullable=False),
        sa.Column("scale", sa.Float, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
    )
    op.create_table(
        "missing",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("needed", sa.Integer, nullable=False),
    )
