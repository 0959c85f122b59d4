"""The tables of campaigns before they are launched, and of recruiting for them. Nothing of a donor is in them."""

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
"""`content` is JSON, as it was typed; `editor` the account that saved it last, `approver` the one that approved this
revision, nobody where the operator's command did; `campaign` is the one that was launched of it."""

unlisted = Table("unlisted", metadata, Column("campaign", ForeignKey("campaigns.id"), primary_key=True))
"""The campaigns without a public page."""

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
"""Invitation codes of campaigns. Nothing counts who used one: a code that was given to one person would tell whether
that person joined."""

completion_codes = Table(
    "completion_codes",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("code", String(40), nullable=False),
    Column("days", Integer, nullable=False),
)
"""One a campaign, told to every donor that was there on so many `days`, whatever it joined; to whom is not kept."""
