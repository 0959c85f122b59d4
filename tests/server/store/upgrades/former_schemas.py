"""Databases of former schemas with the data of a running server, for the tests of upgrades.

A former schema is made by its own migrations. Then the rows of a server of the newest schema are written into it, as a
former version would have stored them. So the same donors can go on after the upgrade.
"""

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, insert, select

from pdd_server.config_text import config_text
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.store.engine import Store
from pdd_server.store.migrate import SCRIPTS, upgrade
from pdd_server.store.tables import metadata
from tests.support.processes import postgresql_server

Row = dict[str, Any]
REVISIONS = tuple(one.revision for one in reversed(list(ScriptDirectory(str(SCRIPTS)).walk_revisions())))
"""The revisions of all schemas that can be upgraded, the first one first."""


def _columns_of_charge(row: Row) -> Row:
    """Return a charge as it was before charges by parts: one law, which the text of a charge by parts has three times.

    `tables_0002` writes each such charge as a text of one law, so that text is what the newest schema has to have.
    """
    charge = json.loads(row["charge"])
    return {**row, **{name: charge[name] for name in ("law", "scale", "sensitivity", "delta")}}


CHANGED: Mapping[tuple[str, str], Callable[[Row], Row]] = {("tables_0001", "charges"): _columns_of_charge}
"""How a former version stored the rows of a table, by the last revision of that form. Columns and tables that were
added since need no entry: they are left out."""


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
        write_rows(source, target, revision)
    store.dispose()
    return folder


def write_rows(source: Connection, target: Connection, revision: str) -> None:
    """Write the rows of a database of the newest schema into an empty one of a former schema."""
    former = schema_of(target)
    for table in former.sorted_tables:  # in the order of the former schema's foreign keys
        newest = metadata.tables.get(table.name)
        if newest is not None and (rows := list(_rows(source, newest, table, revision))):
            target.execute(insert(table), rows)


def _rows(source: Connection, table: Table, former: Table, revision: str) -> Iterator[Row]:
    changed = [change for (last, name), change in CHANGED.items() if name == table.name and revision <= last]
    for found in source.execute(select(table)).mappings():
        row = dict(found)
        for change in changed:
            row = change(row)
        yield {name: value for name, value in row.items() if name in former.columns}


def copy_of(store: Store, to: Path) -> Store:
    """Return a copy of a database that nobody else uses; the store is closed."""
    store.dispose()
    if store.engine.dialect.name == "sqlite":
        to.mkdir(parents=True)
        shutil.copy(store.file, to / "copy.sqlite")
        return Store(f"sqlite:///{to / 'copy.sqlite'}")
    return Store(postgresql_server.database_for(to, template=str(store.engine.url.database)))
