"""Days that grow cohort by cohort: pairs of shares, cohorts that are in, whether a day is final, decoys.

Revision ID: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the tables, and write the shares of the days there are as pairs."""
    _make("gathering")
    _make("publications_now")
    kept = "campaign, day, stratum, donors, searches, confidence, totals"
    pairs = "CASE WHEN shares IS NULL THEN '[]' ELSE json_array(json_array(shares, \"of\")) END"
    op.execute(f"INSERT INTO publications_now ({kept}, shares) SELECT {kept}, {pairs} FROM publications")
    op.drop_table("publications")
    op.rename_table("publications_now", "publications")
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


def _make(name: str) -> None:
    key = f"fk_{name.removesuffix('_now')}"
    op.create_table(
        name,
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("stratum", sa.String(64), primary_key=True),
        sa.Column("donors", sa.Integer, nullable=False),
        sa.Column("searches", sa.Integer, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("totals", sa.Text, nullable=False),
        sa.Column("shares", sa.Text, nullable=False, server_default="[]"),
        sa.Column("cohorts", sa.Integer, nullable=False, server_default="1"),
        sa.Column("cohorts_planned", sa.Integer, nullable=False, server_default="1"),
        sa.Column("final", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.ForeignKeyConstraint(["campaign", "day"], ["charges.campaign", "charges.day"], name=key),
    )
