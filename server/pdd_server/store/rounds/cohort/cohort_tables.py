"""The tables of the `cohort` protocol: epochs and their leaves, days while they run, what is known of offenders.

No upload is in any of them, and no secret of a donor. What a row tells somebody who has the database alone is said
with its table. Tables whose rows come with a donor's message are kept by their keys: their order of arrival is lost.
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

from pdd_server.store.tables import metadata

cohort_resets = Table(
    "cohort_resets",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("day", Date, nullable=False),
    Column("payload", Text, nullable=False),
    Column("following", Integer, nullable=False),
)
"""Each time that the operator said that the database was restored: the signed `Reset`'s text, and the number of the
first epoch after it. All of it is public."""

cohort_epochs = Table(
    "cohort_epochs",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("start", Date, nullable=False),
    Column("size", Integer, nullable=False),
    Column("root", String(64), nullable=False),
    Column("reset", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""The trees: `payload` is the text of the signed `Epoch`. All of it is public, and kept for ever."""

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
"""Tickets for the next tree, one a donor. They tell which donor will have which one-week keys."""

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
"""The leaves of each tree, and those appended past its size. They tell which donor has which one-week keys: with
`cohort_entries`, who sent an upload on which day. A donor that is erased leaves its leaf without its id. Leaves go once
no home can still use their keys."""

_DAY = ("day", "cohort", "sub_cohort")

cohort_days = Table(
    "cohort_days",
    metadata,
    Column("day", ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
    Column("cohort", Integer, primary_key=True),
    Column("sub_cohort", Integer, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("due", Boolean, nullable=False, server_default=false()),
    Column("size", Integer, nullable=False),
    Column("sub_cohorts", Integer, nullable=False),
    Column("context", LargeBinary(32), nullable=False),
    Column("sums", LargeBinary),
    Column("floor_met_on", Date),
    Column("in_tree", Integer),
    Column("uploads", Integer, nullable=False),
    Column("listed", LargeBinary),
    Column("digest", LargeBinary(32)),
    Column("shown", Boolean, nullable=False, server_default=false()),
    Column("unsound", Integer, nullable=False, server_default=text("0")),
    Column("certificate", LargeBinary),
    Index("ix_cohort_days_epoch", "epoch", "state"),
    Index("uq_cohort_days_context", "day", "context", unique=True),
)
"""A (sub-)cohort's day. `sums` are the running sums c and z as they travel: masked, and of use with a quorum's answers
only. `in_tree` of its `uploads` are of leaves of the tree, once the window is over. `due` says that a nightly run began
whose work on this day is not done yet, `unsound` in how many nights a quorum's answers gave no sound sum. When the day
ends, its sums, list and certificate are deleted, and the rows that belong to it."""

cohort_excused = Table(
    "cohort_excused",
    metadata,
    Column("day", ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
    Column("leaf", Integer, primary_key=True),
    sqlite_with_rowid=False,
)
"""The leaves that are not asked for an upload of a day: suspects who rest, and donors in quarantine. Nobody is told; it
goes with the day."""


def _of_day(name: str, *columns: Column[int] | Column[bytes]) -> Table:
    """A table of rows that belong to a (sub-)cohort's day and go with it."""
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
"""Whose uploads are in the sums, by leaf, and the nonce of each. It tells who was there, never what was sent."""

cohort_signatures = _of_day(
    "cohort_signatures",
    Column("place", Integer, primary_key=True),
    Column("signature", LargeBinary(64), nullable=False),
)
"""Which members certified the list, each with its signature."""

cohort_answers = _of_day(
    "cohort_answers",
    Column("place", Integer, primary_key=True),
    Column("total", LargeBinary, nullable=False),
)
"""The members' answers: R_p as it travelled. With the sums, a quorum of them open the noisy sum, and nothing else."""

cohort_wrong_places = Table(
    "cohort_wrong_places",
    metadata,
    Column("epoch", ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
    Column("cohort", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    sqlite_with_rowid=False,
)
"""Places whose answers did not fit on an earlier day of the epoch: they are left out where a sum does not open."""

cohort_donors = Table(
    "cohort_donors",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("donor", ForeignKey("donors.id", ondelete="SET NULL"), unique=True),
    Column("cleared_on", Date),
)
"""Numbers for donors in the search for offenders. Donors with `cleared_on` were in a sound sum: it is the data day of
their last one, or `cohort_searches.LONG_AGO`. It tells who ever took part, and who did in the last weeks. A donor that
is erased leaves a number that says nothing."""

cohort_searches = Table(
    "cohort_searches",
    metadata,
    Column("cohort", Integer, primary_key=True),
    Column("unexplained", Text, nullable=False),
    Column("quarantined", Text, nullable=False),
)
"""What is known of each cohort's offenders, as JSON lists of numbers of `cohort_donors`."""
