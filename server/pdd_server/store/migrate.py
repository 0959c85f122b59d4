"""Migration of a database to the newest schema, by alembic, with the revisions in migrations/."""

from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.util import CommandError
from sqlalchemy import inspect

from pdd_server.errors import SetupError
from pdd_server.store.engine import Store

SCRIPTS = Path(__file__).parent / "migrations"
"""The folder with alembic's environment and revisions."""
_RETIRED = frozenset(f"{number:04}" for number in range(1, 11))
"""Revisions of databases from before the protocol `recoverable` was retired. No migration leads on from them."""
_RETIRED_TABLE = "tentative_groups"
"""A table that only such databases have."""


def upgrade(store: Store, to: str = "head") -> None:
    """Create the tables, or bring them to a revision, by default the newest, in one transaction.

    Raises:
        SetupError: The database is of a newer version of this program, or of a retired one. Nothing is written then.
    """
    _refuse_retired(store)
    config = AlembicConfig()
    # alembic reads its options with configparser, which would interpret a single percent sign in the path.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    with store.write() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, to)
        except CommandError:
            found = MigrationContext.configure(connection).get_current_revision()
            raise SetupError(
                f"{store.file}: has schema {found!r} of a newer version of this program; install that version"
            ) from None


def revision(store: Store) -> str | None:
    """Return the revision of the database's schema; None if it has no tables yet."""
    with store.read() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return MigrationContext.configure(connection).get_current_revision()


def _refuse_retired(store: Store) -> None:
    """Raise SetupError for a database from before the protocol `recoverable` was retired."""
    with store.read() as connection:
        retired = inspect(connection).has_table(_RETIRED_TABLE)
    if retired or revision(store) in _RETIRED:
        raise SetupError(
            f"{store.file}: was made before the protocol recoverable was retired, and cannot be used; make a new data "
            "folder with pdd-server init"
        )
