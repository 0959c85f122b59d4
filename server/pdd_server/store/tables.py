"""The tables. Of donors they hold keys and dates: no time of day, no address, no vector, nothing of a search."""

from sqlalchemy import (
    Column,
    Date,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

donors = Table(
    "donors",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("identity", String(64), nullable=False, unique=True),
    Column("exchange", String(64), nullable=False, unique=True),
    Column("signature", String(128), nullable=False),
    Column("number", Integer, nullable=False),
    Column("nonce", String(64)),
    Column("registered", Date, nullable=False),
    Column("seen", Date, nullable=False),
)
"""`number` is that of the last answer, `nonce` that of the contact it answered; `seen` the last date of contact."""

activity = Table(
    "activity",
    metadata,
    Column("donor", ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Date, primary_key=True, index=True),
)
"""Which donors checked in on which data day."""

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("payload", Text, nullable=False),
    Column("closed", Date),
)
"""`payload` is the Campaign message as JSON; it is signed when it is served, with the floor then in force."""

nights = Table("nights", metadata, Column("day", Date, primary_key=True))
"""The nights the server lived through, each named by the date it begins: windows are counted in these."""

rounds = Table(
    "rounds",
    metadata,
    Column("day", Date, primary_key=True),
    Column("state", String(16), nullable=False),
    Column("opened", Date, nullable=False),
    Column("active", Integer, nullable=False),
    Column("groups", Integer, nullable=False),
    Column("members", Integer, nullable=False),
    Column("submitted", Integer),
    Column("counted", Integer),
    Column("plan", Text),
    Column("signature", String(128)),
)
"""`opened` names the night that opened the round. When it is published the plan goes, and `submitted` (vectors that
came) and `counted` (members of groups that were summed) are filled in."""

groups = Table(
    "groups",
    metadata,
    Column("day", ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", String(16), nullable=False),
    Column("size", Integer, nullable=False),
    Column("context", String(64), nullable=False),
    Column("roster", Text, nullable=False),
    Column("signature", String(128), nullable=False),
    Column("total", LargeBinary, nullable=False),
)
"""`context` is the digest of the round context its members blind under; `total` the running sum, uint32."""

members = Table(
    "members",
    metadata,
    Column("day", Date, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("donor", ForeignKey("donors.id", ondelete="SET NULL")),
    Column("received", LargeBinary(32)),
    ForeignKeyConstraint(["day", "number"], ["groups.day", "groups.number"], ondelete="CASCADE"),
    Index("ix_members_donor", "donor"),
)
"""Who stands where in a roster, and the digest of the vector it sent."""

publications = Table(
    "publications",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("stratum", String(64), primary_key=True),
    Column("donors", Integer, nullable=False),
    Column("searches", Integer, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("epsilon", Float, nullable=False),
    Column("scale", Float, nullable=False),
    Column("totals", Text, nullable=False),
)
"""Noised numbers, all public. `stratum` is empty for a campaign without strata; `totals` a JSON list in the
vocabulary's order."""

missing = Table(
    "missing",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("reason", String(16), nullable=False),
    Column("active", Integer, nullable=False),
    Column("needed", Integer, nullable=False),
)
"""Days of a campaign without totals: `waiting` for more donors, or `lost`."""
