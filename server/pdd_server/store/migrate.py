"""Bringing a database to the newest schema: alembic, with the revisions that ship in this package."""

from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import inspect

from pdd_server.store.engine import DatabaseFileError, Store

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(store: Store, to: str = "head") -> None:
    """Create the tables, or bring them to the newest revision: one transaction, all or nothing.

    DatabaseFileError for a database of a revision that is not known here.
    """
    config = AlembicConfig()
    # alembic reads its options through a config parser, to which a percent sign means something.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    with store.write() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, to)
        except CommandError:
            found = MigrationContext.configure(connection).get_current_revision()
            raise DatabaseFileError(
                f"{store.file}: has schema {found!r} of a newer version of this program; install that version"
            ) from None


def revision(store: Store) -> str | None:
    """The schema's revision; None for a database without tables."""
    with store.read() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return MigrationContext.configure(connection).get_current_revision()
