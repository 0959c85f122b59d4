"""The tables. Of donors they hold keys and dates: no time of day, no address, no vector, nothing of a search."""

from sqlalchemy import (
    Boolean,
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

# SQLite numbers a table's rows in the order they arrive. `donors` and `activity`, whose rows come with a donor, are
# kept by their keys instead. Members' rows are all written at once, by the plan.

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
    sqlite_with_rowid=False,
)
"""`number` is that of the last answer, `nonce` that of the contact it answered; `seen` the last date of contact."""

activity = Table(
    "activity",
    metadata,
    Column("donor", ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Date, primary_key=True, index=True),
    sqlite_with_rowid=False,
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
    Column("since", Date, nullable=False),
    Column("active", Integer, nullable=False),
    Column("groups", Integer, nullable=False),
    Column("members", Integer, nullable=False),
    Column("submitted", Integer),
    Column("counted", Integer),
    Column("plan", Text),
    Column("signature", String(128)),
    Column("protocol", String(16), nullable=False),
)
"""`since` names the night in which its present state began, `active` counts the donors there on the day. When the round
is published the plan goes, and how many members `submitted` and are `counted` in the sums is filled in."""

# --- what a `plain` round holds

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

# --- what is public

charges = Table(
    "charges",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("law", String(32), nullable=False),
    Column("scale", String(32), nullable=False),
    Column("sensitivity", Integer, nullable=False),
    Column("delta", Float, nullable=False),
)
"""What publishing a day of a campaign cost its donors; `scale` is exact, a decimal number as text."""


def _publications(name: str) -> Table:
    """A table of numbers of days and strata, which have their noise in them."""
    return Table(
        name,
        metadata,
        Column("campaign", String(64), primary_key=True),
        Column("day", Date, primary_key=True),
        Column("stratum", String(64), primary_key=True),
        Column("donors", Integer, nullable=False),
        Column("searches", Integer, nullable=False),
        Column("confidence", Float, nullable=False),
        Column("totals", Text, nullable=False),
        Column("shares", Text, nullable=False),
        Column("cohorts", Integer, nullable=False),
        Column("cohorts_planned", Integer, nullable=False),
        Column("final", Boolean, nullable=False),
        ForeignKeyConstraint(["campaign", "day"], ["charges.campaign", "charges.day"], name=f"fk_{name}"),
    )


publications = _publications("publications")
"""Noised numbers, all public, and none without its day's charge. `stratum` is empty for a campaign without strata;
`totals` a JSON list in the vocabulary's order, null for a total below the threshold. Where donors added the noise,
`shares` is a JSON list of pairs: so many shares are in each number, of which so many make the whole noise. A day of the
`cohort` protocol grows until it is `final`: `cohorts` of `cohorts_planned` are in its numbers."""

gathering = _publications("gathering")
"""Numbers of the `cohort` protocol of days that are not final, in campaigns with a threshold; their noise is in them.
What is below the threshold is never published, so they wait here for the day's last cohort. Deleted then."""

decoys = Table(
    "decoys",
    metadata,
    Column("day", Date, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("law", String(32), nullable=False),
    Column("scale", String(32), nullable=False),
    Column("uploads", Integer, nullable=False),
    Column("makers", Integer, nullable=False),
    Column("numbers", Text, nullable=False),
)
"""Numbers that carry noise alone, all public: a JSON list for each law of noise of each cohort, numbered as they came.
The shares of `uploads` donors are in each, and `makers` of them make one draw of the law."""

missing = Table(
    "missing",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("reason", String(16), nullable=False),
    Column("active", Integer, nullable=False),
    Column("needed", Integer, nullable=False),
)
"""Days of a campaign without totals: `waiting` for more donors, `lost`, server `down`, `budget` spent, `spoiled` by
false uploads, `dropped` for want of members' answers, below its `min-cohort`, or with `no-room` in the sums' range."""

versions = Table(
    "versions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("version", String(27), primary_key=True),
    Column("donors", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many donors were there on a day with each version of a client; empty: the client did not say."""

lost_groups = Table(
    "lost_groups",
    metadata,
    Column("day", Date, primary_key=True),
    Column("groups", Integer, nullable=False),
)
"""How many groups of a published `plain` round are not in its sums, because a member's vector did not come."""
