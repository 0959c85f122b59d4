"""`pdd-server restore`: a data folder from a backup. It ends with a reset, so it gives up what the backup lacks.

While the file `.restoring` is in the data folder, no command but `restore` opens it. So a restore that is killed, also
after the rows are there and before the reset is done, can only be run again. The file names the database, and once that
has all rows, also the backup. Rows in another database than the folder's own are never deleted.
"""

import shutil
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pdd_server.clock import Clock
from pdd_server.config import Config, check_options, read_config
from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Folder, check_deletion, open_restoring, served
from pdd_server.services.operations.recovery.backup import (
    BESIDE,
    DATABASE,
    KEYS,
    LEDGER,
    SETTINGS,
    Manifest,
    check_export,
    verify,
)
from pdd_server.services.operations.recovery.reset import reset
from pdd_server.services.operations.signing_keys import kept_statement, read_key
from pdd_server.store import copies, migrate
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_secret, replace_text


@dataclass(frozen=True)
class Restored:
    """What a restore did.

    Attributes:
        made: The data day on which the backup was made.
        number: The number of the reset.
        today: The data day of the reset.
    """

    made: date
    number: int
    today: date


def restore(
    backup: Path, folder: Folder, clock: Clock, database: str | None = None, *, without_witnesses: bool = False
) -> Restored:
    """Make a data folder from a backup, and reset the server. A call that was killed is repeated.

    What the folder has already is kept: keys, `published/` with the ledger, `resets.json`. It is newer than the
    backup's. What it lacks is taken from the backup.

    Args:
        backup: The backup's folder.
        folder: The data folder to make. It has no config.toml.
        clock: The server's time.
        database: The URL of an empty database; None for a file of SQLite in the folder.
        without_witnesses: Whether to leave the witnesses out of the settings: they would cosign a trial's log.

    Raises:
        SetupError: The backup was changed, a key is missing or another one, or the folder or the database holds a
            server's data already.
    """
    manifest = verify(backup)
    config = _settings(backup, folder, database)
    if without_witnesses:
        config = config.model_copy(update={"witnesses": None})
    folder.path.mkdir(parents=True, exist_ok=True, mode=0o700)
    with served(folder):
        return _restore(backup, folder, clock, config, manifest)


def _restore(backup: Path, folder: Folder, clock: Clock, config: Config, manifest: Manifest) -> Restored:
    _begin(folder, config)
    _take_files(backup, folder)
    _check_keys(folder, manifest)
    filled = _mark(config, manifest.files[DATABASE])
    if folder.restoring.read_text(encoding="utf-8") != filled:
        _fill(backup / DATABASE, folder, config, manifest)
        replace_text(folder.restoring, filled)
    replace_secret(folder.config, config_text(config))
    server = open_restoring(folder, clock)
    try:
        number, today = reset(server)
    finally:
        server.store.dispose()
    folder.restoring.unlink()
    return Restored(manifest.day, number, today)


def _settings(backup: Path, folder: Folder, database: str | None) -> Config:
    """Return the settings for the restored server."""
    values = {**read_config(backup / SETTINGS).model_dump(), "database": database}
    config = check_options(values, lambda key: "--database" if key == "database" else f"{backup / SETTINGS}: {key}")
    check_deletion(folder, config)
    return config


def _begin(folder: Folder, config: Config) -> None:
    """Write `.restoring`, if folder and database are empty or those of a killed restore.

    Raises:
        SetupError: They are a server's.
    """
    mark = _mark(config)
    if not (folder.restoring.exists() and folder.restoring.read_text(encoding="utf-8").startswith(mark)):
        _check_empty(folder, config)
        replace_text(folder.restoring, mark)


def _mark(config: Config, filled_from: str = "") -> str:
    """Return the text of `.restoring`: the database without a password, and the digest of the rows that it has."""
    database = (config.database or "").rpartition("@")[2]
    return f"{database}\n" + (f"{filled_from}\n" if filled_from else "")


def _check_empty(folder: Folder, config: Config) -> None:
    """Raise SetupError if the folder or its database holds a server's data."""
    if folder.config.exists():
        raise SetupError(f"{folder.path}: holds a server's data already; give a folder without config.toml")
    file = folder.path / "pdd.sqlite"
    if config.database is None and file.exists():
        raise SetupError(f"{file}: is there already; move it, pdd.sqlite-wal and pdd.sqlite-shm away")
    if config.database is not None:
        store = Store(config.database)
        try:
            store.check()
            if migrate.revision(store) is not None:
                raise SetupError(f"{store.name}: has tables already; give an empty database")
        finally:
            store.dispose()


def _take_files(backup: Path, folder: Folder) -> None:
    """Copy the keys, the ledger and the small files that the folder lacks, as far as the backup has them."""
    folder.published.mkdir(exist_ok=True)
    wanted = {name: folder.path / name for name in (*KEYS, *BESIDE)} | {LEDGER: folder.ledger}
    for name, file in wanted.items():
        if (backup / name).exists() and not file.exists():
            replace_secret(file, (backup / name).read_text(encoding="utf-8"))


def _check_keys(folder: Folder, manifest: Manifest) -> None:
    """Raise SetupError unless the folder has the online key, and the statement of the server's own identity key."""
    read_key(folder.key)
    statement = kept_statement(folder.signed_keys)
    if statement is None or statement.identity.hex() != manifest.server:
        raise SetupError(f"{folder.online}: is not of the server of this backup; put its own online.json there")


def _fill(file: Path, folder: Folder, config: Config, manifest: Manifest) -> None:
    """Fill the database with the backup's rows, in one transaction.

    The backup may be of an older version. So a copy of it is migrated first, and its rows are read from that.
    """
    with TemporaryDirectory(dir=folder.path, prefix=".restoring-") as beside:
        copy = Path(beside) / DATABASE
        shutil.copyfile(file, copy)
        source, target = Store(f"sqlite:///{copy.absolute()}"), Store(folder.database_url(config))
        try:
            check_export(source, manifest.rows)
            migrate.upgrade(source)
            with target.nightly_lock() as is_free:
                if not is_free:
                    raise SetupError(f"{target.name}: another command works on it; wait until it has ended")
                _copy(source, target, is_own=config.database is None)
        finally:
            source.dispose()
            target.dispose()


def _copy(source: Store, target: Store, *, is_own: bool) -> None:
    """Copy the rows of a backup in one transaction, unless a killed restore has done so.

    Args:
        source: The backup's database, migrated.
        target: The new server's database.
        is_own: Whether the target is the data folder's own file. Then rows of a killed restore are deleted.

    Raises:
        SetupError: The database has rows of somebody else.
    """
    migrate.upgrade(target)
    with source.read() as rows, target.write() as connection:
        if is_own:
            copies.clear(connection)
        if copies.is_empty(connection):
            copies.copy(rows, connection)
        elif copies.first_difference(rows, connection) is not None:
            raise SetupError(f"{target.name}: has rows already; give an empty database")
