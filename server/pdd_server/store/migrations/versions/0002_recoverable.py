"""Rounds of `recoverable`.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what a `recoverable` round holds, and what a round and a donor have of it."""
    # Columns are only added or renamed: a table that is made anew would take what refers to its rows with it.
    op.add_column("donors", sa.Column("sticky", sa.Integer))
    op.add_column("donors", sa.Column("quarantined", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute("ALTER TABLE rounds RENAME COLUMN opened TO since")
    op.add_column("rounds", sa.Column("protocol", sa.String(16), nullable=False, server_default="plain"))
    op.add_column("rounds", sa.Column("prepared", sa.Integer))
    op.add_column("rounds", sa.Column("revealed", sa.Integer))
    _groups()
    _members()
    _of_member("dealings", "hashes", "boxes")
    _of_member("reveals", "shares")


def _groups() -> None:
    op.create_table(
        "tentative_groups",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("plan_signature", sa.String(128), nullable=False),
        sa.Column("context", sa.String(64)),
        sa.Column("survivors", sa.Text),
        sa.Column("survivors_signature", sa.String(128)),
        sa.Column("roster", sa.Text),
        sa.Column("roster_signature", sa.String(128)),
        sa.Column("total", sa.LargeBinary),
    )


def _members() -> None:
    op.create_table(
        "tentative_members",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.Column("received", sa.LargeBinary(32)),
        sa.Column("signature", sa.LargeBinary(64)),
        sa.Column("prepared", sa.Text),
        sa.ForeignKeyConstraint(
            ["day", "number"],
            ["tentative_groups.day", "tentative_groups.number"],
            ondelete="CASCADE",
            name="fk_tentative",
        ),
    )
    op.create_index("ix_tentative_members_donor", "tentative_members", ["donor"])


def _of_member(name: str, *columns: str) -> None:
    keys = ("day", "number", "place")
    op.create_table(
        name,
        *(sa.Column(key, sa.Date if key == "day" else sa.Integer, primary_key=True) for key in keys),
        *(sa.Column(column, sa.LargeBinary, nullable=False) for column in columns),
        sa.ForeignKeyConstraint(
            keys, [f"tentative_members.{key}" for key in keys], ondelete="CASCADE", name=f"fk_{name}"
        ),
    )
