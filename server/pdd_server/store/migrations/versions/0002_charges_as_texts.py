"""A charge is one text, so that a day may be charged by its parts (pdd_shared's `charge_texts`).

Revision ID: tables_0002
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "tables_0002"
down_revision = "tables_0001"

_FIELDS = ("law", "scale", "sensitivity", "delta")


def upgrade() -> None:
    """Write the four columns of each charge into one text, and drop them."""
    with op.batch_alter_table("charges") as table:
        table.add_column(sa.Column("charge", sa.Text, nullable=False, server_default=""))
    charges = sa.table("charges", *map(sa.column, ("campaign", "day", "charge", *_FIELDS)))
    connection = op.get_bind()
    for row in connection.execute(sa.select(charges)).mappings().all():
        text = json.dumps({name: row[name] for name in _FIELDS}, separators=(",", ":"))
        here = (charges.c.campaign == row["campaign"]) & (charges.c.day == row["day"])
        connection.execute(sa.update(charges).where(here).values(charge=text))
    with op.batch_alter_table("charges") as table:
        table.alter_column("charge", server_default=None)
        for name in _FIELDS:
            table.drop_column(name)
