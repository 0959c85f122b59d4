"""The data folder: config.toml, the keys (`signing_keys`), the database, and published/."""

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
from pdd_server.services.campaigns.campaigns import check_floor
from pdd_server.services.operations.signing_keys import SEED_SIZE, read_key, vouched_for, write_secret
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
    """The paths of one server's data."""

    path: Path

    @property
    def config(self) -> Path:
        """The operator's settings."""
        return self.path / "config.toml"

    @property
    def identity_key(self) -> Path:
        """The seed of the Ed25519 key that donors pin, in hex; readable by its owner alone."""
        return self.path / "identity.key"

    @property
    def key(self) -> Path:
        """The seed of the online Ed25519 key, in hex; readable by its owner alone."""
        return self.path / "server.key"

    @property
    def online(self) -> Path:
        """What the identity key says of the online key: a signed `OnlineKey`."""
        return self.path / "online.json"

    @property
    def resets(self) -> Path:
        """The number of the last reset: outside of the database, which a backup takes back."""
        return self.path / "resets.json"

    @property
    def published(self) -> Path:
        """What anybody may have: one folder a campaign."""
        return self.path / "published"

    def database_url(self, config: Config) -> str:
        """The database's SQLAlchemy URL."""
        return config.database or f"sqlite:///{self.path.absolute() / 'pdd.sqlite'}"


@dataclass(frozen=True)
class Deployment:
    """A server's data folder, opened: what its commands and its web application work on.

    `identity` is the public key that donors pin, 32 bytes. `key` signs everything; `online` is why donors believe it.
    """

    folder: Folder
    config: Config
    store: Store
    clock: Clock
    identity: bytes
    online: Signed
    key: SigningKey = field(repr=False)


def create(folder: Folder, config: Config, random_bytes: RandomBytes) -> None:
    """Make a new data folder; SetupError, and nothing changed, where there is one already."""
    if folder.config.exists():
        raise SetupError(f"{folder.path}: holds a server's data already; give another folder, or use it as it is")
    folder.path.mkdir(parents=True, exist_ok=True)
    if not any(folder.path.iterdir()):  # a folder that holds other things is not ours to close
        folder.path.chmod(0o700)
    # The settings come last: without them the folder is no server's, and an init that was cut off can be run again.
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
    """Open a data folder and bring its database to the newest schema; SetupError otherwise."""
    config = read_config(folder.config)
    key = read_key(folder.key)
    today = day_of(clock(), config.time_zone)
    store = Store(folder.database_url(config))
    with ExitStack() as on_failure:
        on_failure.callback(store.dispose)
        upgrade(store)  # before anything is written: a folder from before is refused
        vouched = vouched_for(key.verify_key.encode(), folder.online, folder.identity_key, today)
        with store.read() as connection:
            try:
                check_floor(connection, config)
            except SetupError as error:
                raise SetupError(f"{folder.config}: {error}") from None
        on_failure.pop_all()
    return Deployment(folder, config, store, clock, vouched.identity, vouched.signed, key)


@contextmanager
def served_alone(folder: Folder) -> Iterator[None]:
    """Keep a second server off the folder for a block; other commands work beside it.

    Two servers would each run the night, and each count every limit for itself. SetupError if there is one already.
    """
    try:
        with locked(folder.path / ".serving", patience=0):
            yield
    except TimeoutError:
        raise SetupError(f"{folder.path}: is served by another pdd-server already; stop that one first") from None


def next_reset(folder: Folder, now: datetime) -> int:
    """Return the number of a reset that is declared now, higher than any before; it is written down first."""
    try:
        counted = int(json.loads(folder.resets.read_text(encoding="ascii")))
    except FileNotFoundError:
        counted = 0
    except (ValueError, TypeError):
        raise SetupError(f"{folder.resets}: holds no number; delete it, and run pdd-server reset again") from None
    number = resetting.number_of(now, counted)
    replace_text(folder.resets, f"{number}\n")
    return number
