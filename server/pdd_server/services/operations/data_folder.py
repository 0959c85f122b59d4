"""The data folder: config.toml, the keys, the database, and published/."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from nacl.signing import SigningKey

from pdd_server.clock import Clock
from pdd_server.config import Config, config_text, read_config
from pdd_server.errors import SetupError
from pdd_server.services.campaigns.campaigns import check_floor, check_zone
from pdd_server.services.operations.signing_keys import SEED_SIZE, online_key_statement, read_key, write_secret
from pdd_server.services.rounds.cohort import resets as resetting
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_text
from pdd_server.store.locks import locked
from pdd_server.store.migrate import upgrade
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.messages import Signed


@dataclass(frozen=True)
class Folder:
    """The data folder of a server, and the paths of the files in it."""

    path: Path

    @property
    def config(self) -> Path:
        """The file with the operator's settings."""
        return self.path / "config.toml"

    @property
    def identity_key(self) -> Path:
        """The file with the seed of the Ed25519 key that donors pin, in hex; only its owner may read it."""
        return self.path / "identity.key"

    @property
    def key(self) -> Path:
        """The file with the seed of the online Ed25519 key, in hex; only its owner may read it."""
        return self.path / "server.key"

    @property
    def online(self) -> Path:
        """The file with the signed `OnlineKey`, in which the identity key vouches for the online key."""
        return self.path / "online.json"

    @property
    def resets(self) -> Path:
        """The file with the number of the last reset, outside the database so that a restore does not lower it."""
        return self.path / "resets.json"

    @property
    def published(self) -> Path:
        """The folder of the public files: one folder for each campaign, and those of epochs and resets."""
        return self.path / "published"

    def database_url(self, config: Config) -> str:
        """Return the database's SQLAlchemy URL: that of the settings, or else of pdd.sqlite in this folder."""
        return config.database or f"sqlite:///{self.path.absolute() / 'pdd.sqlite'}"


@dataclass(frozen=True)
class Deployment:
    """An opened data folder, on which the server's commands and web application work.

    Attributes:
        folder: The paths of its files.
        config: The settings.
        store: The database.
        clock: The server's time.
        identity: The public identity key, which donors pin, 32 bytes.
        online: The message in which the identity key vouches for `online_key`.
        online_key: The online key, which signs all other messages.
    """

    folder: Folder
    config: Config
    store: Store
    clock: Clock
    identity: bytes
    online: Signed
    online_key: SigningKey = field(repr=False)


def create(folder: Folder, config: Config, random_bytes: RandomBytes) -> None:
    """Make a new data folder. A call that was interrupted can be repeated.

    Args:
        folder: The folder to make; it may exist without a config.toml.
        config: The settings to write.
        random_bytes: The source of the keys.

    Raises:
        SetupError: The folder holds a server's data already, and nothing is changed; or its database can't be used.
    """
    if folder.config.exists():
        raise SetupError(f"{folder.path}: holds a server's data already; give another folder, or use it as it is")
    folder.path.mkdir(parents=True, exist_ok=True)
    if not any(folder.path.iterdir()):  # the permissions of a folder with other files in it are not ours to change
        folder.path.chmod(0o700)
    # The settings are written last. Without them the folder does not count as a server's, so an interrupted init can be
    # run again.
    folder.published.mkdir(exist_ok=True)
    store = Store(folder.database_url(config))
    try:
        upgrade(store)
    finally:
        store.dispose()
    for key in (folder.identity_key, folder.key):
        if not key.exists():
            write_secret(key, random_bytes(SEED_SIZE).hex() + "\n")
    write_secret(folder.config, config_text(config))


def open_folder(folder: Folder, clock: Clock) -> Deployment:
    """Open a data folder, and bring its database to the newest schema.

    Args:
        folder: The data folder.
        clock: The server's time.

    Returns:
        The deployment. Its store stays open; the caller disposes of it.

    Raises:
        SetupError: The settings, a key or the database can't be used, or `min_group` is below the floor that a campaign
            promised its donors; or the time zone is another one than that of the open days.
    """
    config = read_config(folder.config)
    key = read_key(folder.key)
    today = day_of(clock(), config.time_zone)
    store = Store(folder.database_url(config))
    with ExitStack() as on_failure:
        on_failure.callback(store.dispose)
        upgrade(store)  # first, because it refuses a folder of a retired version before online.json is written
        statement = online_key_statement(key.verify_key.encode(), folder.online, folder.identity_key, today)
        with store.read() as connection:
            try:
                check_floor(connection, config)
                check_zone(connection, config)
            except SetupError as error:
                raise SetupError(f"{folder.config}: {error}") from None
        on_failure.pop_all()
    return Deployment(folder, config, store, clock, statement.identity, statement.signed, key)


@contextmanager
def served_alone(folder: Folder) -> Iterator[None]:
    """Hold the lock on the data folder that only one server may hold, during a block.

    Two servers would each do the nightly run, and count rate limits separately. Most commands don't take the lock, so
    they work beside the server.

    Raises:
        SetupError: Another process serves the folder.
    """
    try:
        with locked(folder.path / ".serving", patience=0):
            yield
    except TimeoutError:
        raise SetupError(f"{folder.path}: is served by another pdd-server already; stop that one first") from None


def next_reset(folder: Folder, now: datetime) -> int:
    """Return the number of a new reset, higher than any before.

    It is written to the folder before it is used, so a number is never used twice.

    Raises:
        SetupError: The file with the last number holds something else.
    """
    try:
        counted = int(json.loads(folder.resets.read_text(encoding="ascii")))
    except FileNotFoundError:
        counted = 0
    except (ValueError, TypeError):
        raise SetupError(f"{folder.resets}: holds no number; delete it, and run pdd-server reset again") from None
    number = resetting.number_of(now, counted)
    replace_text(folder.resets, f"{number}\n")
    return number
