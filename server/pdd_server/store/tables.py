"""The tables of donors, campaigns, `plain` rounds and published results.

About donors they hold keys and dates only: no time of day, no network address, no vector, and nothing of a search.
"""

from sqlalchemy import (
    BigInteger,
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
    text,
)

# SQLite numbers a table's rows in their order of arrival, which would tell when donors came. `donors` and `activity`,
# whose rows come with a donor's request, are therefore stored by their primary key (`sqlite_with_rowid=False`).
# `members` need not be, because its rows are all written at once when a round is planned.

LargeInteger = BigInteger().with_variant(Integer, "sqlite")
"""Numbers beyond 31 bits: of check-ins after a reset, of epochs, of what is numbered for ever, and noisy counts."""

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
    Column("number", LargeInteger, nullable=False),
    Column("nonce", String(64)),
    Column("registered", Date, nullable=False),
    Column("seen", Date, nullable=False),
    sqlite_with_rowid=False,
)
"""Registered donors. `number` is what the next check-in must carry, and `nonce` is that of the last check-in. `seen` is
the date of the last check-in."""

activity = Table(
    "activity",
    metadata,
    Column("day", Date, primary_key=True),
    Column("donor", String(32), primary_key=True),
    sqlite_with_rowid=False,
)
"""The data days on which each donor was active: it checked in. The rows of a day are beside each other, because it is
written and deleted as a whole. `donor` is no foreign key: it would need an index, as large as the table. So the code
that deletes a donor deletes its days, too."""

campaigns = Table(
    "campaigns",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("payload", Text, nullable=False),
    Column("closed", Date),
)
"""Campaigns. `payload` is the `Campaign` message as JSON. It is signed when it is served, with the floor then in
force."""

nights = Table("nights", metadata, Column("day", Date, primary_key=True))
"""The nightly runs that have begun, by their date. The windows of `plain` rounds are counted in these."""

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
"""Rounds; `rounds.Round` explains the columns. When a round is published, its plan is deleted, and `submitted` and
`counted` are filled in."""

# --- `plain` rounds, until they are published

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
"""Groups. `context` is the digest, in hex, of the round's context under which members blind their vectors. `total` is
the running sum of vectors as uint32, little endian."""

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
"""The members of groups. `place` is the place in the roster, `received` the digest of the vector that the member sent,
null until it has. When a donor is erased, its place stays without its id."""

# --- published results

charges = Table(
    "charges",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("charge", Text, nullable=False),
)
"""The privacy cost of each charged day of a campaign, as a text of pdd_shared's `charge_texts`."""


def _publications(name: str) -> Table:
    """Return a table of noisy numbers by campaign, day and stratum."""
    return Table(
        name,
        metadata,
        Column("campaign", String(64), primary_key=True),
        Column("day", Date, primary_key=True),
        Column("stratum", String(64), primary_key=True),
        Column("donors", LargeInteger, nullable=False),
        Column("searches", LargeInteger, nullable=False),
        Column("confidence", Float, nullable=False),
        Column("totals", Text, nullable=False),
        Column("shares", Text, nullable=False),
        Column("cohorts", Integer, nullable=False),
        Column("cohorts_planned", Integer, nullable=False),
        Column("final", Boolean, nullable=False),
        Column("counting_rules", Integer, nullable=False, server_default=text("1")),
        Column("full", LargeInteger),
        ForeignKeyConstraint(["campaign", "day"], ["charges.campaign", "charges.day"], name=f"fk_{name}"),
    )


publications = _publications("publications")
"""Published noisy numbers; `publications.Publication` explains the columns. All of it is public. No row can be written
before its day is charged. `stratum` is empty for a campaign without strata. `totals` is a JSON list in the vocabulary's
order, with null for a total below the threshold. `shares` is a JSON list of pairs; it is empty where the server added
the noise."""

gathering = _publications("gathering")
"""Noisy numbers of `cohort` days that are not final, for campaigns with a threshold. Totals below the threshold are
never published, so all numbers wait here for the day's last cohort. Then they are moved to `publications`."""

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
"""Decoys, which are noise alone: one row for each law of noise of each (sub-)cohort of a day, in the order in which
they were opened. All of it is public. `numbers` is a JSON list. Each number has the shares of `uploads` donors in it;
`makers` shares make one draw of the law."""

missing = Table(
    "missing",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("day", Date, primary_key=True),
    Column("reason", String(16), nullable=False),
    Column("active", Integer, nullable=False),
    Column("needed", Integer, nullable=False),
)
"""Days of a campaign without totals, by `reason`:

- waiting: there were too few donors, or no epoch or plan was possible yet;
- lost: no group was complete, or no cohort reached its floor;
- down: the server was down for too long, or a reset gave the day up;
- budget: the campaign's budget can't pay for the day;
- spoiled: false uploads or false answers kept the sum from being opened;
- dropped: too few members certified or answered;
- min-cohort: no cohort's floor reached the campaign's `min_cohort`;
- no-room: the sums' range had no room for the campaign."""

repeats = Table(
    "repeats",
    metadata,
    Column("campaign", ForeignKey("campaigns.id"), primary_key=True),
    Column("week", Date, primary_key=True),
    Column("day", Date, nullable=False),
    Column("charged_on", Date, nullable=False),
)
"""Lost weeks that the plan of `day` asks for once more; `repeats.Repeat` explains the columns."""

versions = Table(
    "versions",
    metadata,
    Column("day", Date, primary_key=True),
    Column("version", String(27), primary_key=True),
    Column("donors", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many donors were active on a day, by version of the client; the version is empty if the client named none."""

lost_groups = Table(
    "lost_groups",
    metadata,
    Column("day", Date, primary_key=True),
    Column("groups", Integer, nullable=False),
)
"""How many groups of a published `plain` round are not in its totals, because a member's vector did not come."""
