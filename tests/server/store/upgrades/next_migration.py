"""A made-up migration of a next version, which changes a table that has rows, and to whose rows others refer.

Revision ID: schema_next
"""

import sqlalchemy as sa
from alembic import op

from tests.server.store.upgrades.former_schemas import NEXT, REVISIONS

revision = NEXT
down_revision = REVISIONS[-1]


def upgrade() -> None:
    """Add a note to each charge, and a table with a row for each campaign."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    # On SQLite a migration that changes more than this has to make the table anew.
    with op.batch_alter_table("charges", recreate="always" if is_sqlite else "never") as table:
        table.add_column(sa.Column("note", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE charges SET note = charge")
    op.create_table("notes", sa.Column("campaign", sa.String(64), primary_key=True))
    op.execute("INSERT INTO notes (campaign) SELECT id FROM campaigns")
