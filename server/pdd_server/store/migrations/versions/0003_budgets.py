"""Budgets: what each published day was charged, and the noise that its numbers carry.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

from pdd_server.store.engine import DatabaseFileError

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the charges, and publications in the form that names them; a database with older campaigns is refused."""
    database = op.get_bind()
    if database.execute(sa.text("SELECT count(*) FROM campaigns")).scalar_one():
        raise DatabaseFileError(
            f"{database.engine.url.database}: its campaigns were made before they had budgets, by a version that was "
            "never released; make a new data folder with pdd-server init"
        )
    op.create_table(
        "charges",
        sa.Column("campaign", sa.String(64), sa.ForeignKey("campaigns.id"), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("law", sa.String(32), nullable=False),
        sa.Column("scale", sa.String(32), nullable=False),
        sa.Column("sensitivity", sa.Integer, nullable=False),
        sa.Column("delta", sa.Float, nullable=False),
    )
    op.drop_table("publications")  # without campaigns there are none
    op.create_table(
        "publications",
        sa.Column("campaign", sa.String(64), primary_key=True),
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("stratum", sa.String(64), primary_key=True),
        sa.Column("donors", sa.Integer, nullable=False),
        sa.Column("searches", sa.Integer, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("shares", sa.Integer),
        sa.Column("of", sa.Integer),
        sa.Column("totals", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["campaign", "day"], ["charges.campaign", "charges.day"], name="fk_publications"),
    )
