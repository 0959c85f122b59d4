"""The tables of the `cohort` protocol: epochs and leaves, open days, and the search for offenders.

No table has an upload or a donor's secret. The text after each table says what somebody who only has the database can
learn from its rows. SQLite numbers the rows of a table in their order of arrival. Tables whose rows come with a donor's
message are stored by their primary key instead (`sqlite_with_rowid=False`), so that this order is not kept.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from pdd_server.store.tables import LargeInteger, metadata

cohort_resets = Table(
    "cohort_resets",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("day", Date, nullable=False),
    Column("payload", Text, nullable=False),
    Column("following", LargeInteger, nullable=False),
)
"""Resets. `payload` is the text of the `Reset` message, `following` the number of the first epoch after it. All of it
is public."""

cohort_epochs = Table(
    "cohort_epochs",
    metadata,
    Column("number", LargeInteger, primary_key=True),
    Column("start", Date, nullable=False),
    Column("size", Integer, nullable=False),
    Column("root", String(64), nullable=False),
    Column("reset", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Epochs. `payload` is the text of the `Epoch` message. All of it is public, and kept for ever."""

cohort_log = Table(
    "cohort_log",
    metadata,
    Column("place", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    Column("root", String(64), nullable=False),
)
"""The lines of the public log that donors may be shown, numbered from 0. `root` is the root of the log that ends with
the line. All of it is public, and kept for ever."""

cohort_cosignatures = Table(
    "cohort_cosignatures",
    metadata,
    Column("witness", Text, primary_key=True),
    Column("size", Integer, nullable=False),
    Column("seconds", LargeInteger, nullable=False),
    Column("line", Text, nullable=False),
)
"""The newest cosignature of each witness, by the text of its key: of how many lines of the public log, and when, in
seconds since 1970."""

cohort_tickets = Table(
    "cohort_tickets",
    metadata,
    Column("donor", ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
    Column("digest", LargeBinary(32), nullable=False),
    Column("exchange", LargeBinary(32), nullable=False, unique=True),
    Column("signing", LargeBinary(32), nullable=False, unique=True),
    Column("made", Date, nullable=False),
    sqlite_with_rowid=False,
)
"""Spare tickets for the next tree, one for each donor. They tell which donor will have which one-week keys."""

cohort_leaves = Table(
    "cohort_leaves",
    metadata,
    Column("epoch", ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
    Column("leaf", Integer, primary_key=True),
    Column("exchange", LargeBinary(32), nullable=False),
    Column("signing", LargeBinary(32), nullable=False),
    Column("digest", LargeBinary(32), nullable=False),
    Column("made", Date, nullable=False),
    Column("donor", ForeignKey("donors.id", ondelete="SET NULL")),
    UniqueConstraint("epoch", "exchange", name="uq_cohort_leaves_exchange"),
    UniqueConstraint("epoch", "signing", name="uq_cohort_leaves_signing"),
    Index("ix_cohort_leaves_donor", "donor"),
    sqlite_with_rowid=False,
)
"""The leaves of each tree, and the leaves appended after them. They tell which donor has which one-week keys. Together
with `cohort_entries` they tell who sent an upload for which open day. When a donor is erased, its leaf stays without
its id. The leaves of an epoch are deleted once no donor can still use their keys."""

_DAY = ("day", "cohort", "sub_cohort")

cohort_days = Table(
    "cohort_days",
    metadata,
    Column("day", ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
    Column("cohort", Integer, primary_key=True),
    Column("sub_cohort", Integer, primary_key=True),
    Column("epoch", LargeInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Column("due", Boolean, nullable=False, server_default=false()),
    Column("size", Integer, nullable=False),
    Column("sub_cohorts", Integer, nullable=False),
    Column("context", LargeBinary(32), nullable=False),
    Column("sums", LargeBinary),
    Column("floor_reached_on", Date),
    Column("uploads_in_tree", Integer),
    Column("uploads", Integer, nullable=False),
    Column("listed", LargeBinary),
    Column("digest", LargeBinary(32)),
    Column("list_disclosed", Boolean, nullable=False, server_default=false()),
    Column("unsound", Integer, nullable=False, server_default=text("0")),
    Column("certificate", LargeBinary),
    Index("ix_cohort_days_epoch", "epoch", "state"),
    Index("uq_cohort_days_context", "day", "context", unique=True),
)
"""(Sub-)cohorts' days; `cohort_days.StoredDay` explains the columns. `sums` are the running sums of masked vectors and
key shares. They tell nothing without the answers of a quorum. When the day ends, its sums, list and certificate are
deleted, and right after that its rows in the other tables."""

cohort_excused = Table(
    "cohort_excused",
    metadata,
    Column("day", ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
    Column("leaf", Integer, primary_key=True),
    sqlite_with_rowid=False,
)
"""The leaves that are not asked for an upload of a data day: resting suspects, and donors in quarantine. Nobody is told
which they are. The rows are deleted when the day is final."""


def _of_day(name: str, *columns: Column[int] | Column[bytes]) -> Table:
    """Return a table whose rows belong to a (sub-)cohort's day and are deleted with it."""
    return Table(
        name,
        metadata,
        *(Column(key, Date if key == "day" else Integer, primary_key=True) for key in _DAY),
        *columns,
        ForeignKeyConstraint(_DAY, [f"cohort_days.{key}" for key in _DAY], ondelete="CASCADE", name=f"fk_{name}"),
        sqlite_with_rowid=False,
    )


cohort_entries = _of_day(
    "cohort_entries",
    Column("leaf", Integer, primary_key=True),
    Column("nonce", LargeBinary(16), nullable=False),
)
"""The leaves whose uploads are in a day's sums, with each upload's nonce. They tell who was there, but not what was
sent."""

cohort_signatures = _of_day(
    "cohort_signatures",
    Column("place", Integer, primary_key=True),
    Column("signature", LargeBinary(64), nullable=False),
)
"""The signatures of the members who certified a day's list, by place in the committee."""

cohort_answers = _of_day(
    "cohort_answers",
    Column("place", Integer, primary_key=True),
    Column("total", LargeBinary, nullable=False),
)
"""The members' answers, by place in the committee: the sum of a member's streams over the list, as it travelled. With
the running sums, a quorum of answers opens the noisy sum, and nothing else."""

cohort_wrong_places = Table(
    "cohort_wrong_places",
    metadata,
    Column("epoch", ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
    Column("cohort", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    sqlite_with_rowid=False,
)
"""Committee places whose answers did not fit on an earlier day of the epoch. Where a sum does not open with them, they
are left out."""

cohort_donors = Table(
    "cohort_donors",
    metadata,
    Column("number", LargeInteger, primary_key=True),
    Column("donor", ForeignKey("donors.id", ondelete="SET NULL"), unique=True),
    Column("cleared_on", Date),
)
"""The numbers of donors in the search for offenders. `cleared_on` is the data day of the last sound sum that a cleared
donor was in, or `cohort_offenders.LONG_AGO`. It tells who ever took part, and who did in the last weeks. When a donor
is erased, its number stays without its id."""

cohort_searches = Table(
    "cohort_searches",
    metadata,
    Column("cohort", Integer, primary_key=True),
    Column("unexplained", Text, nullable=False),
    Column("quarantined", Text, nullable=False),
)
"""The search of each cohort that has one. `unexplained` is a JSON list with the suspects of each spoilt list,
`quarantined` a JSON list of donors; both hold numbers of `cohort_donors`."""
