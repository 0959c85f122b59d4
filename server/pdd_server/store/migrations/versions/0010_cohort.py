"""Epochs, days and offenders of `cohort`.

Revision ID: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_DAY = ("day", "cohort", "sub_cohort")


def upgrade() -> None:
    """Add what the `cohort` protocol keeps."""
    _epochs()
    _days()
    _of_day("cohort_entries", "leaf", sa.Column("nonce", sa.LargeBinary(16), nullable=False))
    _of_day("cohort_signatures", "place", sa.Column("signature", sa.LargeBinary(64), nullable=False))
    _of_day("cohort_answers", "place", sa.Column("total", sa.LargeBinary, nullable=False))
    _offenders()


def _epochs() -> None:
    op.create_table(
        "cohort_resets",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("following", sa.Integer, nullable=False),
    )
    op.create_table(
        "cohort_epochs",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("start", sa.Date, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("reset", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cohort_tickets",
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("exchange", sa.LargeBinary(32), nullable=False),
        sa.Column("signing", sa.LargeBinary(32), nullable=False),
        sa.Column("made", sa.Date, nullable=False),
        sa.UniqueConstraint("exchange", name="uq_cohort_tickets_exchange"),
        sa.UniqueConstraint("signing", name="uq_cohort_tickets_signing"),
        sqlite_with_rowid=False,
    )
    _leaves()


def _leaves() -> None:
    op.create_table(
        "cohort_leaves",
        sa.Column("epoch", sa.Integer, sa.ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("leaf", sa.Integer, primary_key=True),
        sa.Column("exchange", sa.LargeBinary(32), nullable=False),
        sa.Column("signing", sa.LargeBinary(32), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("made", sa.Date, nullable=False),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.UniqueConstraint("epoch", "exchange", name="uq_cohort_leaves_exchange"),
        sa.UniqueConstraint("epoch", "signing", name="uq_cohort_leaves_signing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_cohort_leaves_donor", "cohort_leaves", ["donor"])


def _days() -> None:
    op.create_table(
        "cohort_days",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("sub_cohort", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("sub_cohorts", sa.Integer, nullable=False),
        sa.Column("context", sa.LargeBinary(32), nullable=False),
        sa.Column("sums", sa.LargeBinary),
        sa.Column("floor_met_on", sa.Date),
        sa.Column("in_tree", sa.Integer),
        sa.Column("uploads", sa.Integer, nullable=False),
        sa.Column("listed", sa.LargeBinary),
        sa.Column("digest", sa.LargeBinary(32)),
        sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("unsound", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("certificate", sa.LargeBinary),
    )
    op.create_index("ix_cohort_days_epoch", "cohort_days", ["epoch", "state"])
    op.create_index("uq_cohort_days_context", "cohort_days", ["day", "context"], unique=True)
    op.create_table(
        "cohort_excused",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("leaf", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )


def _of_day(name: str, number: str, content: "sa.Column[bytes]") -> None:
    op.create_table(
        name,
        *(sa.Column(part, sa.Date if part == "day" else sa.Integer, primary_key=True) for part in _DAY),
        sa.Column(number, sa.Integer, primary_key=True),
        content,
        sa.ForeignKeyConstraint(_DAY, [f"cohort_days.{part}" for part in _DAY], ondelete="CASCADE", name=f"fk_{name}"),
        sqlite_with_rowid=False,
    )


def _offenders() -> None:
    op.create_table(
        "cohort_wrong_places",
        sa.Column("epoch", sa.Integer, sa.ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cohort_donors",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.Column("cleared", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("donor", name="uq_cohort_donors_donor"),
    )
    op.create_table(
        "cohort_searches",
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("unexplained", sa.Text, nullable=False),
        sa.Column("quarantined", sa.Text, nullable=False),
    )
