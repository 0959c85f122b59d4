"""Donors' active days are stored in the order of days, and once instead of twice.

The nightly run deletes the rows of the oldest day, which were spread over the whole table, and an index had all of them
a second time. A donor's own days are few, and looked up one by one.

Revision ID: tables_0006
"""

import sqlalchemy as sa
from alembic import op

revision = "tables_0006"
down_revision = "tables_0005"


def upgrade() -> None:
    """Make the table anew, with its rows, and without the index and the foreign key."""
    op.drop_index("ix_activity_day", "activity")
    op.rename_table("activity", "activity_by_donor")
    if op.get_bind().dialect.name == "postgresql":
        # The primary key's name has to be free: PostgreSQL leaves it as it is when it renames a table.
        op.execute("ALTER INDEX activity_pkey RENAME TO activity_by_donor_pkey")
    op.create_table(
        "activity",
        sa.Column("day", sa.Date, primary_key=True),
        sa.Column("donor", sa.String(32), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO activity (day, donor) SELECT day, donor FROM activity_by_donor ORDER BY day, donor")
    op.drop_table("activity_by_donor")
