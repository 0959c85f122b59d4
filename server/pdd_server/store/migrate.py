"""Migration of a database to the newest schema, by alembic, with the revisions in migrations/."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import DBAPIError

from pdd_server.errors import SetupError
from pdd_server.store.copies import TABLES
from pdd_server.store.engine import Store, is_busy
from pdd_server.store.tables import donors

SCRIPTS = Path(__file__).parent / "migrations"
"""The folder with alembic's environment and revisions."""
_OF_DEVELOPMENT = frozenset(
    {*(f"{number:04}" for number in range(1, 11)), *(f"tables_{number:04}" for number in range(1, 7))}
)
"""Revisions of databases that development versions made. No migration leads on from them."""


def upgrade(store: Store, to: str = "head") -> None:
    """Create the tables, or bring them to a revision, by default the newest, in one transaction.

    Raises:
        SetupError: The database can't be used, is of a newer version of this program, of a development version or of
            another program, or does not have the tables of its schema. Nothing is written then.
    """
    store.check()
    _refuse_unknown(store)
    if to == "head" and is_newest(store):
        check_tables(store)
        return  # without the write lock, for which a command would wait beside a busy server
    config = AlembicConfig()
    # alembic reads its options with configparser, which would interpret a single percent sign in the path.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    try:
        with store.migrate() as connection:
            config.attributes["connection"] = connection
            _migrate(connection, config, to, store.name)
    except DBAPIError as error:
        if is_busy(error):
            raise
        raise SetupError(
            f"{store.name}: does not have the tables of its schema, and is left as it is: {error.orig}; restore it "
            "from its backup"
        ) from None


def _migrate(connection: Connection, config: AlembicConfig, to: str, name: str) -> None:
    try:
        command.upgrade(config, to)
    except CommandError:
        found = MigrationContext.configure(connection).get_current_revision()
        if not inspect(connection).has_table(donors.name):
            raise SetupError(f"{name}: has tables of another program; name an empty database") from None
        raise _newer(name, found) from None


def _newer(name: str, found: str | None) -> SetupError:
    return SetupError(f"{name}: has schema {found!r} of a newer version of this program; install that version")


def check(store: Store) -> None:
    """Raise SetupError unless the database can be used and has the tables of the newest schema. Nothing is written."""
    store.check()
    _refuse_unknown(store)
    found = revision(store)
    if found is None and _has_tables(store):
        raise SetupError(f"{store.name}: does not have the tables of its schema; restore it from its backup")
    if found is None:
        raise SetupError(f"{store.name}: has no tables yet; start the server, which makes them")
    if found not in _known():
        raise _newer(store.name, found)
    if found != _newest():
        raise SetupError(f"{store.name}: has schema {found}; start the server, which migrates it")
    check_tables(store)


def revision(store: Store) -> str | None:
    """Return the revision of the database's schema; None if it has no tables yet."""
    with store.read() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return MigrationContext.configure(connection).get_current_revision()


def _has_tables(store: Store) -> bool:
    with store.read() as connection:
        return inspect(connection).has_table(donors.name)


def is_newest(store: Store) -> bool:
    """Return whether the database's schema is the newest that this program knows."""
    return revision(store) == _newest()


def check_tables(store: Store) -> None:
    """Raise SetupError if a database of the newest schema lacks a table."""
    with store.read() as connection:
        lacking = sorted(set(TABLES) - set(inspect(connection).get_table_names()))
    if lacking:
        raise SetupError(f"{store.name}: lacks the table {lacking[0]}; restore it from its backup")


@cache
def _scripts(folder: Path) -> ScriptDirectory:
    return ScriptDirectory(str(folder))


def _newest() -> str | None:
    return _scripts(SCRIPTS).get_current_head()


def _known() -> frozenset[str]:
    return frozenset(one.revision for one in _scripts(SCRIPTS).walk_revisions())


def _refuse_unknown(store: Store) -> None:
    """Raise SetupError for a database of a development version, and for one of another program."""
    with store.read() as connection:
        names = set(inspect(connection).get_table_names())
    if "alembic_version" in names and revision(store) in _OF_DEVELOPMENT:
        raise SetupError(
            f"{store.name}: was made by a development version of this program, and cannot be used; make a new data "
            "folder with pdd-server init"
        )
    if names and not names & {*TABLES, "alembic_version"}:
        raise SetupError(f"{store.name}: has tables of another program; name an empty database")
