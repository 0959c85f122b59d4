"""All tables.

Revision ID: schema_0001
"""

import sqlalchemy as sa
from alembic import op

# Databases of development versions, which `migrate` refuses, have revisions `0001` to `0010` and `tables_0001` to
# `tables_0006`.
revision = "schema_0001"
down_revision = None

_LARGE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_COHORT_DAY = ("day", "cohort", "sub_cohort")


def upgrade() -> None:
    """Create all tables."""
    _donors()
    _campaigns()
    _rounds()
    _charged()
    _published("publications")
    _published("gathering")
    _accounts()
    _signed_in()
    _audited()
    _drafts()
    _monitoring()
    _epochs()
    _cohort_days()
    _of_cohort_day("cohort_entries", "leaf", sa.Column("nonce", sa.LargeBinary(16), nullable=False))
    _of_cohort_day("cohort_signatures", "place", sa.Column("signature", sa.LargeBinary(64), nullable=False))
    _of_cohort_day("cohort_answers", "place", sa.Column("total", sa.LargeBinary, nullable=False))
    _offenders()


def _donors() -> None:
    op.create_table(
        "donors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("exchange", sa.String(64), nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.Column("number", _LARGE, nullable=False),
        sa.Column("nonce", sa.String(64)),
        sa.Column("registered", sa.Date, nullable=False),
        sa.Column("seen", sa.Date, nullable=False),
        sa.UniqueConstraint("exchange", name="uq_donors_exchange"),
        sa.UniqueConstraint("identity", name="uq_donors_identity"),
        sa.UniqueConstraint("token_hash", name="uq_donors_token_hash"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "activity",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("donor", sa.String(32), primary_key=True),
        sqlite_with_rowid=False,
    )


def _campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("closed", sa.Date),
    )
    op.create_table("nights", sa.Column("day", sa.Date, primary_key=True))


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("since", sa.Date, nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("groups", sa.Integer, nullable=False),
        sa.Column("members", sa.Integer, nullable=False),
        sa.Column("submitted", sa.Integer),
        sa.Column("counted", sa.Integer),
        sa.Column("plan", sa.Text),
        sa.Column("signature", sa.String(128)),
        sa.Column("protocol", sa.String(16), nullable=False),
    )
    op.create_table(
        "groups",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("context", sa.String(64), nullable=False),
        sa.Column("roster", sa.Text, nullable=False),
        sa.Column("signature", sa.String(128), nullable=False),
        sa.Column("total", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.Column("received", sa.LargeBinary(32)),
        sa.ForeignKeyConstraint(
            ["day", "number"], ["groups.day", "groups.number"], ondelete="CASCADE", name="fk_members_day"
        ),
    )
    op.create_index("ix_members_donor", "members", ["donor"])


def _charged() -> None:
    op.create_table(
        "charges",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("charge", sa.Text, nullable=False),
    )
    op.create_table(
        "missing",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("active", sa.Integer, nullable=False),
        sa.Column("needed", sa.Integer, nullable=False),
    )
    op.create_table(
        "repeats",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("week", sa.Date, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("charged_on", sa.Date, nullable=False),
    )
    op.create_table(
        "decoys",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("law", sa.String(32), nullable=False),
        sa.Column("scale", sa.String(32), nullable=False),
        sa.Column("uploads", sa.Integer, nullable=False),
        sa.Column("makers", sa.Integer, nullable=False),
        sa.Column("numbers", sa.Text, nullable=False),
    )


def _published(name: str) -> None:
    op.create_table(
        name,
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("stratum", sa.String(64), primary_key=True),
        sa.Column("donors", _LARGE, nullable=False),
        sa.Column("searches", _LARGE, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
        sa.Column("shares", sa.Text, nullable=False),
        sa.Column("cohorts", sa.Integer, nullable=False),
        sa.Column("cohorts_planned", sa.Integer, nullable=False),
        sa.Column("final", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["campaign", "day"], ["charges.campaign", "charges.day"], name=f"fk_{name}"),
    )


def _accounts() -> None:
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
    op.create_table(
        "belongs",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("campaign", sa.String(64), primary_key=True),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    )
    op.create_table(
        "account_invitations",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("campaigns", sa.Text, nullable=False),
        sa.Column("expires", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE")),
        sa.Column("name", sa.String(120)),
        sa.Column("password", sa.String(255)),
        sa.Column("secret", sa.LargeBinary),
    )


def _signed_in() -> None:
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("started", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_index("ix_sessions_account", "sessions", ["account"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("campaigns", sa.Text),
        sa.Column("created", sa.Date, nullable=False),
        sa.Column("expires", sa.Date, nullable=False),
        sa.Column("seen", sa.Date),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.LargeBinary(1023), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", _LARGE, nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("created", sa.Date, nullable=False),
        sa.Column("seen", sa.Date),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account"])


def _audited() -> None:
    op.create_table(
        "audit_log",
        sa.Column("number", _LARGE, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("account", sa.String(32)),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(254), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.create_table(
        "mailed",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("last", _LARGE, nullable=False),
        sa.Column("until", sa.Integer, nullable=False),
    )


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("editor", sa.String(32)),
        sa.Column("edited", sa.Date, nullable=False),
        sa.Column("approver", sa.String(32)),
        sa.Column("campaign", sa.String(64)),
    )
    op.create_table("unlisted", sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True))
    op.create_table(
        "recruiting_codes",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), nullable=False),
        sa.Column("label", sa.String(120), nullable=False),
        sa.Column("maker", sa.String(32)),
        sa.Column("made", sa.Date, nullable=False),
        sa.Column("last_day", sa.Date, nullable=False),
    )
    op.create_index("ix_recruiting_codes_campaign", "recruiting_codes", ["campaign"])
    op.create_table(
        "completion_codes",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("days", sa.Integer, nullable=False),
    )


def _monitoring() -> None:
    op.create_table(
        "versions",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("version", sa.String(27), primary_key=True),
        sa.Column("donors", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lost_groups", sa.Column("day", sa.Date, primary_key=True), sa.Column("groups", sa.Integer, nullable=False)
    )


def _epochs() -> None:
    op.create_table(
        "cohort_resets",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("following", _LARGE, nullable=False),
    )
    op.create_table(
        "cohort_epochs",
        sa.Column("number", _LARGE, primary_key=True),
        sa.Column("start", sa.Date, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("reset", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cohort_tickets",
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("exchange", sa.LargeBinary(32), nullable=False),
        sa.Column("signing", sa.LargeBinary(32), nullable=False),
        sa.Column("made", sa.Date, nullable=False),
        sa.UniqueConstraint("exchange", name="uq_cohort_tickets_exchange"),
        sa.UniqueConstraint("signing", name="uq_cohort_tickets_signing"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cohort_leaves",
        sa.Column("epoch", _LARGE, sa.ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("leaf", sa.Integer, primary_key=True),
        sa.Column("exchange", sa.LargeBinary(32), nullable=False),
        sa.Column("signing", sa.LargeBinary(32), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("made", sa.Date, nullable=False),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.UniqueConstraint("epoch", "exchange", name="uq_cohort_leaves_exchange"),
        sa.UniqueConstraint("epoch", "signing", name="uq_cohort_leaves_signing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_cohort_leaves_donor", "cohort_leaves", ["donor"])


def _cohort_days() -> None:
    op.create_table(
        "cohort_days",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("sub_cohort", sa.Integer, primary_key=True),
        sa.Column("epoch", _LARGE, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("due", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("sub_cohorts", sa.Integer, nullable=False),
        sa.Column("context", sa.LargeBinary(32), nullable=False),
        sa.Column("sums", sa.LargeBinary),
        sa.Column("floor_reached_on", sa.Date),
        sa.Column("uploads_in_tree", sa.Integer),
        sa.Column("uploads", sa.Integer, nullable=False),
        sa.Column("listed", sa.LargeBinary),
        sa.Column("digest", sa.LargeBinary(32)),
        sa.Column("list_disclosed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("unsound", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("certificate", sa.LargeBinary),
    )
    op.create_index("ix_cohort_days_epoch", "cohort_days", ["epoch", "state"])
    op.create_index("uq_cohort_days_context", "cohort_days", ["day", "context"], unique=True)
    op.create_table(
        "cohort_excused",
        sa.Column("day", sa.Date, sa.ForeignKey("rounds.day", ondelete="CASCADE"), primary_key=True),
        sa.Column("leaf", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )


def _of_cohort_day(name: str, key: str, column: "sa.Column[bytes]") -> None:
    op.create_table(
        name,
        *(sa.Column(part, sa.Date if part == "day" else sa.Integer, primary_key=True) for part in _COHORT_DAY),
        sa.Column(key, sa.Integer, primary_key=True),
        column,
        sa.ForeignKeyConstraint(
            _COHORT_DAY, [f"cohort_days.{part}" for part in _COHORT_DAY], ondelete="CASCADE", name=f"fk_{name}"
        ),
        sqlite_with_rowid=False,
    )


def _offenders() -> None:
    op.create_table(
        "cohort_wrong_places",
        sa.Column("epoch", _LARGE, sa.ForeignKey("cohort_epochs.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "cohort_donors",
        sa.Column("number", _LARGE, primary_key=True),
        sa.Column("donor", sa.String(32), sa.ForeignKey("donors.id", ondelete="SET NULL")),
        sa.Column("cleared_on", sa.Date),
        sa.UniqueConstraint("donor", name="uq_cohort_donors_donor"),
    )
    op.create_table(
        "cohort_searches",
        sa.Column("cohort", sa.Integer, primary_key=True),
        sa.Column("unexplained", sa.Text, nullable=False),
        sa.Column("quarantined", sa.Text, nullable=False),
    )
