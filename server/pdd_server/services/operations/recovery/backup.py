"""`pdd-server backup`: a consistent copy of the server in a folder, made while the server runs.

The database is exported from one snapshot into a file of SQLite, whichever database the server uses. The export leaves
out what only open rounds need (`store.copies`). Beside it are the settings, the ledger, and a manifest, which is
written last and has the digest of each file. The folder gets its name once all of it is durable and verified.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from hashlib import file_digest
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import text

from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.services.operations.last_backup import noted
from pdd_server.store import copies, migrate
from pdd_server.store.engine import Store
from pdd_server.store.files import flush, give_to_owner, replace_text, write_secret
from pdd_server.store.locks import locked
from pdd_shared.protocol.days import day_of

DATABASE = "database.sqlite"
SETTINGS = "config.toml"
KEYS = ("identity.key", "server.key", "log.key", "second-factors.key")
"""The secret keys that are worth keeping. A server makes a new key of cookies, and everybody signs in anew."""
BESIDE = ("online.json", "resets.json")
"""Files of the data folder that are copied as they are, where they exist."""
LEDGER = "ledger.jsonl"
_MANIFEST = "backup.json"
_UNFINISHED = "unfinished-backup"
"""The end of an unfinished backup's name. It begins with a dot, so no list of backups has it."""


class Manifest(BaseModel):
    """What a backup holds.

    Attributes:
        format: The version of the backup's format.
        server: The server's public identity key, in hex.
        day: The data day on which it was made.
        rows: How many rows each table has.
        files: The SHA-256 digest of each file, in hex.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    format: Literal[1] = 1
    server: str
    day: date
    rows: dict[str, int]
    files: dict[str, str]


def back_up(server: Deployment, to: Path, *, with_keys: bool) -> Manifest:
    """Write a backup into a new folder. A call that fails or is killed leaves no folder of this name.

    Args:
        server: The opened data folder, which may be served meanwhile.
        to: The folder to make.
        with_keys: Whether to copy the secret keys, too.

    Returns:
        What the backup holds.

    Raises:
        SetupError: The folder exists, another backup of this server is being made, or what was written can't be read
            back.
    """
    if to.exists():
        raise SetupError(f"{to}: exists already; give a folder that does not exist yet")
    today = day_of(server.clock(), server.config.time_zone)
    with noted(server.folder, today), _alone(server.folder), _becoming(to, server.identity.hex()[:8]) as folder:
        rows = _export(server.store, folder / DATABASE)
        _copy_files(server, folder, with_keys=with_keys)
        manifest = Manifest(
            server=server.identity.hex(),
            day=today,
            rows=rows,
            files={file.name: _digest(file) for file in sorted(folder.iterdir())},
        )
        replace_text(folder / _MANIFEST, manifest.model_dump_json(indent=1) + "\n")
        verify(folder)
    return manifest


def verify(folder: Path) -> Manifest:
    """Return the manifest of a backup whose files are whole.

    Raises:
        SetupError: It is no backup, or a file is missing or was changed.
    """
    try:
        manifest = Manifest.model_validate_json((folder / _MANIFEST).read_bytes())
    except OSError as error:
        raise SetupError(f"{folder / _MANIFEST}: {error.strerror}; give the folder of a whole backup") from None
    except ValidationError:
        raise SetupError(f"{folder / _MANIFEST}: is no manifest of a backup that this version knows") from None
    for name, digest in manifest.files.items():
        if not (folder / name).is_file() or _digest(folder / name) != digest:
            raise SetupError(f"{folder / name}: is missing or was changed; use another backup")
    return manifest


def check_export(store: Store, rows: dict[str, int]) -> None:
    """Raise SetupError unless an exported database is sound, and its tables have as many rows as were copied."""
    with store.read() as connection:
        is_sound = connection.execute(text("PRAGMA integrity_check(1)")).scalar_one() == "ok"
        is_whole = connection.execute(text("PRAGMA foreign_key_check")).first() is None
        if not (is_sound and is_whole and copies.count(connection, rows) == rows):
            raise SetupError(f"{store.name}: can't be read back as it was written; look at the disk, then try again")


def _export(store: Store, file: Path) -> dict[str, int]:
    """Write the copied tables into a new file of SQLite, and return how many rows each has."""
    target = Store(f"sqlite:///{file.absolute()}")
    try:
        migrate.upgrade(target)
        with store.read() as source, target.write() as connection:
            rows = copies.copy(source, connection)
        check_export(target, rows)
        target.forget()
    finally:
        target.dispose()
    return rows


def _copy_files(server: Deployment, folder: Path, *, with_keys: bool) -> None:
    """Copy the settings without database and store, the ledger, and the small files of the data folder.

    The ledger is copied after the database, so it says no less. It is copied line by line, as others may add to it.
    """
    settings = server.config.model_copy(update={"database": None, "published": None})
    write_secret(folder / SETTINGS, config_text(settings).encode())
    for name in (*BESIDE, *(KEYS if with_keys else ())):
        if (file := server.folder.path / name).exists():
            write_secret(folder / name, file.read_bytes())
    if lines := server.ledger.text():
        write_secret(folder / LEDGER, lines)


@contextmanager
def _alone(folder: Folder) -> Iterator[None]:
    """Hold the lock of backups, so that none deletes what another one still writes."""
    try:
        with locked(lock := folder.path / ".backup", patience=0):
            give_to_owner(lock)
            yield
    except TimeoutError:
        raise SetupError(f"{folder.path}: another backup is being made; wait until it has ended") from None


@contextmanager
def _becoming(to: Path, server: str) -> Iterator[Path]:
    """Make an empty folder beside `to`, and rename it to that when the block has ended well.

    Backups of this server that were killed, under whichever name, are deleted first.
    """
    for killed in to.parent.glob(f".*.{server}.{_UNFINISHED}"):
        shutil.rmtree(killed)
    unfinished = to.with_name(f".{to.name}.{server}.{_UNFINISHED}")
    unfinished.mkdir(parents=True, mode=0o700)
    try:
        yield unfinished
        for place in (*unfinished.iterdir(), unfinished):
            flush(place)
        unfinished.rename(to)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    flush(to.parent)


def _digest(file: Path) -> str:
    with file.open("rb") as handle:
        return file_digest(handle, "sha256").hexdigest()
