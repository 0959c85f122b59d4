"""The protocol is part of a campaign's terms.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

from pdd_server.store.engine import DatabaseFileError

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Refuse a database with older campaigns: their donors never agreed to a protocol, and no plan names one."""
    database = op.get_bind()
    without = "SELECT count(*) FROM campaigns WHERE json_extract(payload, '$.terms.protocol') IS NULL"
    if database.execute(sa.text(without)).scalar_one():
        raise DatabaseFileError(
            f"{database.engine.url.database}: its campaigns were made before their terms named the protocol, by a "
            "version that was never released; make a new data folder with pdd-server init"
        )
