"""The tables of the researchers' side: accounts, what they belong to, and who did what. Nothing of a donor is in them.

Times are whole minutes since 1970-01-01 UTC; where the day is enough, dates.
"""

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from pdd_server.store.tables import metadata

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("email", String(254), nullable=False, unique=True),
    Column("name", String(120), nullable=False),
    Column("role", String(16), nullable=False),
    Column("password", String(255), nullable=False),
    Column("secret", LargeBinary),
    Column("step", Integer, nullable=False),
    Column("created", Date, nullable=False),
    Column("seen", Date, nullable=False),
    Column("disabled", Date),
)
"""`password` is an argon2id hash; `secret` the second factor's, sealed, and none after a reset; `step` the last time
step of it that was used."""

belongs = Table(
    "belongs",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("campaign", String(64), primary_key=True),
)
"""Which campaigns, drafts among them, an account works on."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", LargeBinary(32), primary_key=True),
)
"""The codes that stand in for the second factor, each once."""

account_invitations = Table(
    "account_invitations",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("email", String(254), nullable=False),
    Column("role", String(16), nullable=False),
    Column("campaigns", Text, nullable=False),
    Column("expires", Integer, nullable=False),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE")),
    Column("name", String(120)),
    Column("password", String(255)),
    Column("secret", LargeBinary),
)
"""`account` is one that signs in anew; name, password's hash and sealed secret wait here until a code confirms them."""

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("whole", Boolean, nullable=False),
    Column("started", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
)
"""`whole` once the second step is done."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(120), nullable=False),
    Column("scope", String(16), nullable=False),
    Column("campaigns", Text),
    Column("created", Date, nullable=False),
    Column("expires", Date, nullable=False),
    Column("seen", Date),
)
"""`campaigns` is a JSON list, or nothing for all that its account belongs to; `expires` is the first day without it."""

audit_log = Table(
    "audit_log",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("account", String(32)),
    Column("action", String(64), nullable=False),
    Column("subject", String(254), nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_audit_log_at", "at"),
)
"""Who did what; `account` is nobody where a command of the operator's did it."""
