"""Databases of former schemas with the data of a running server, for the tests of upgrades.

A former schema is made by its own migrations. Then the rows of a server are written into it. So the same donors can go
on after the upgrade.
"""

import shutil
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, insert, select

from pdd_server.config_text import config_text
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.store import migrate
from pdd_server.store.engine import Store
from pdd_server.store.migrate import SCRIPTS, upgrade
from pdd_server.store.tables import metadata
from tests.support.processes import postgresql_server

REVISIONS = tuple(one.revision for one in reversed(list(ScriptDirectory(str(SCRIPTS)).walk_revisions())))
"""The revisions of all schemas that this version knows, the first one first."""
NEXT = "schema_next"
"""The revision of the made-up migration of a next version."""


def take_next_version(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Let the program be the next version, with the migration in `next_migration.py`."""
    scripts = path / "next version"
    shutil.copytree(SCRIPTS, scripts)
    shutil.copy(Path(__file__).with_name("next_migration.py"), scripts / "versions")
    monkeypatch.setattr(migrate, "SCRIPTS", scripts)


def schema_of(connection: Connection) -> MetaData:
    """Return the tables that a database has."""
    found = MetaData()
    found.reflect(connection)
    return found


def in_former_schema(server: Deployment, revision: str, path: Path) -> Folder:
    """Return a copy of a server's data folder with a database of a former schema that has the server's rows."""
    folder = Folder(path / "data")
    shutil.copytree(server.folder.path, folder.path, ignore=shutil.ignore_patterns("pdd.sqlite*"))
    config = server.config
    if config.database:
        config = config.model_copy(update={"database": postgresql_server.database_for(path, template="template0")})
        folder.config.write_text(config_text(config))
    store = Store(folder.database_url(config))
    upgrade(store, revision)
    with server.store.read() as source, store.write() as target:
        _write_rows(source, target)
    store.dispose()
    return folder


def _write_rows(source: Connection, target: Connection) -> None:
    """Write a server's rows into an empty database of a former schema, as far as that has their tables and columns."""
    for former in schema_of(target).sorted_tables:  # in the order of the former schema's foreign keys
        newest = metadata.tables.get(former.name)
        rows = [] if newest is None else source.execute(select(newest)).mappings().all()
        if rows:
            kept = [{name: value for name, value in row.items() if name in former.columns} for row in rows]
            target.execute(insert(former), kept)


def copy_of(store: Store, to: Path) -> Store:
    """Return a copy of a database that nobody else uses; the store is closed."""
    store.dispose()
    if store.engine.dialect.name == "sqlite":
        to.mkdir(parents=True)
        shutil.copy(store.file, to / "copy.sqlite")
        return Store(f"sqlite:///{to / 'copy.sqlite'}")
    return Store(postgresql_server.database_for(to, template=str(store.engine.url.database)))
