"""`pdd-server move`: the server's database into another one, of either kind, with everything that is open.

Unlike a backup this copies all rows, so days go on. The rows are copied in one transaction and compared. Only then the
settings name the new database. A move that is killed is run again: it finds an empty database, or one with its rows.
"""

from pdd_server.config import Config, check_options
from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, check_deletion
from pdd_server.store import copies, migrate
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_secret


def move(server: Deployment, database: str) -> int:
    """Move a server that nobody serves to another database, and write that into its settings.

    Args:
        server: The opened data folder.
        database: The URL of an empty database.

    Returns:
        How many rows it has.

    Raises:
        SetupError: The database can't be used, is not empty, or is the server's own; or the protocol needs SQLite.
            Nothing has changed then.
    """
    config = _settings(server, database)
    target = Store(server.folder.database_url(config))
    try:
        rows = _fill(server.store, target)
    finally:
        target.dispose()
    replace_secret(server.folder.config, config_text(config))
    return rows


def _settings(server: Deployment, database: str) -> Config:
    """Return the settings with the new database."""
    values = {**server.config.model_dump(), "database": database}
    config = check_options(values, lambda key: "URL" if key == "database" else f"{server.folder.config}: {key}")
    check_deletion(server.folder, config)
    if server.folder.database_url(config) == server.folder.database_url(server.config):
        raise SetupError(f"{server.store.name}: is this server's database already; name another one")
    return config


def _fill(source: Store, target: Store) -> int:
    """Copy all rows in one transaction, unless they are there, and return how many there are."""
    target.check()
    with target.nightly_lock() as is_free:
        if not is_free:
            raise SetupError(f"{target.name}: another command works on it; wait until it has ended")
        if migrate.revision(target) is not None and not migrate.is_newest(target):
            raise SetupError(f"{target.name}: has tables already; name an empty database")
        migrate.upgrade(target)
        with source.read() as rows, target.write() as connection:
            if copies.is_empty(connection):
                copies.copy_whole(rows, connection)
            if (name := copies.first_difference(rows, connection)) is not None:
                raise SetupError(f"{target.name}: has other rows in {name}; name an empty database")
            return sum(copies.count(connection, copies.TABLES).values())
