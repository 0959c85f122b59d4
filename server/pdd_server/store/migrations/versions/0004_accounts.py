"""Accounts of the researchers' side: sessions, tokens, invitations, and the audit log.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("password", sa.String(255), nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("created", sa.Date, nullable=False),
        sa.Column("seen", sa.Date, nullable=False),
        sa.Column("disabled", sa.Date),
        sa.UniqueConstraint("email", name="uq_accounts_email"),
    )
    op.create_table("belongs", _account(primary_key=True), sa.Column("campaign", sa.String(64), primary_key=True))
    op.create_table(
        "recovery_codes", _account(primary_key=True), sa.Column("hash", sa.LargeBinary(32), primary_key=True)
    )
    op.create_table(
        "account_invitations",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("campaigns", sa.Text, nullable=False),
        sa.Column("expires", sa.Integer, nullable=False),
        _account(),
        sa.Column("name", sa.String(120)),
        sa.Column("password", sa.String(255)),
        sa.Column("secret", sa.LargeBinary),
    )
    _add_what_signs_in()
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32)),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(254), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])


def _add_what_signs_in() -> None:
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        _account(nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("started", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        _account(nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("campaigns", sa.Text),
        sa.Column("created", sa.Date, nullable=False),
        sa.Column("expires", sa.Date, nullable=False),
        sa.Column("seen", sa.Date),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])


def _account(*, nullable: bool = True, primary_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("accounts.id", ondelete="CASCADE")
    return sa.Column("account", sa.String(32), key, nullable=nullable and not primary_key, primary_key=primary_key)
