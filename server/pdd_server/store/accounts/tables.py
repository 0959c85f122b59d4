"""The tables of the researchers' side: accounts with their campaigns, sign-in, API tokens, and the audit log.

They hold nothing about donors. Times are whole minutes since 1970-01-01 UTC, or dates where the day is enough.
"""

from sqlalchemy import Boolean, Column, Date, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from pdd_server.store.tables import LargeInteger, metadata

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
"""Accounts. `password` is an argon2id hash. `secret` is that of the second factor, encrypted, and null after a reset.
`step` is the last time step whose code was used."""

belongs = Table(
    "belongs",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("campaign", String(64), primary_key=True),
)
"""The campaigns and drafts that each account works on."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", LargeBinary(32), primary_key=True),
)
"""Hashes of the recovery codes, each of which replaces the second factor once."""

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
"""Invitations. `account` is the existing account that is set up anew, null for a new one. Name, password hash and
encrypted secret wait here until a code of the second factor confirms them."""

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("whole", Boolean, nullable=False),
    Column("started", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
)
"""Sessions of browsers. `whole` says that the second factor was given."""

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
"""API tokens. `campaigns` is a JSON list of ids, null for all campaigns of the account. `expires` is the first day on
which the token is no longer valid."""

audit_log = Table(
    "audit_log",
    metadata,
    Column("number", LargeInteger, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("account", String(32)),
    Column("action", String(64), nullable=False),
    Column("subject", String(254), nullable=False),
    Column("detail", Text, nullable=False),
    Index("ix_audit_log_at", "at"),
)
"""The audit log. `account` is null for an operator's command, and for a refused sign-in."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary(1023), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(120), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("count", LargeInteger, nullable=False),
    Column("host", String(255), nullable=False),
    Column("created", Date, nullable=False),
    Column("seen", Date),
)
"""Passkeys: public keys whose secrets are in people's authenticators. `host` is the name of the server under which the
browser keeps it, `count` the authenticator's counter at its last use."""

mailed = Table(
    "mailed",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("last", LargeInteger, nullable=False),
    Column("until", Integer, nullable=False),
)
"""One row: `last` is the number of the newest entry of the audit log whose notice was sent by mail. Until the minute
`until` one process is sending, and no other begins."""
