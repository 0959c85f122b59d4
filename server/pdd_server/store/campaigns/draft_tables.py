"""The tables of campaign drafts, hidden campaigns, invitation codes and completion codes.

They hold nothing about donors.
"""

from sqlalchemy import Column, Date, ForeignKey, Integer, LargeBinary, String, Table, Text

from pdd_server.store.tables import metadata

drafts = Table(
    "drafts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("editor", String(32)),
    Column("edited", Date, nullable=False),
    Column("approver", String(32)),
    Column("campaign", String(64)),
)
"""Drafts. `content` is JSON of the form as it was filled in. `editor` is the account that saved it last, `approver` the
one that approved this revision; both are null for an operator's command. `campaign` is the id of the campaign launched
from this draft."""

unlisted = Table("unlisted", metadata, Column("campaign", ForeignKey("campaigns.id"), primary_key=True))
"""Campaigns without a public page."""

recruiting_codes = Table(
    "recruiting_codes",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("campaign", ForeignKey("campaigns.id"), nullable=False, index=True),
    Column("label", String(120), nullable=False),
    Column("maker", String(32)),
    Column("made", Date, nullable=False),
    Column("last_day", Date, nullable=False),
)
"""Invitation codes of campaigns, by their hash. Uses are not counted: the count of a code that was given to one person
would tell whether that person joined."""

completion_codes = Table(
    "completion_codes",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("code", String(40), nullable=False),
    Column("days", Integer, nullable=False),
)
"""Completion codes, at most one for each campaign. Every donor that was active on so many `days` is told it, whichever
campaigns it joined. Who was told it is not stored."""
