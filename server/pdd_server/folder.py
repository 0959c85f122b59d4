"""The data folder: config.toml, identity.key, server.key, online.json, the database, and published/.

Donors pin the identity key. It signs which key the server signs with, its online key, and for which days: that is kept
in online.json. So `identity.key` is needed only while the folder is opened within two months of the last of these days.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from nacl.signing import SigningKey
from pydantic import ValidationError

from pdd_server.clock import Clock
from pdd_server.config import Config, ConfigError, config_text, read_config
from pdd_server.services.campaigns import check_floor
from pdd_server.store.engine import Store
from pdd_server.store.locks import Held, locked
from pdd_server.store.migrate import upgrade
from pdd_shared.days import day_of
from pdd_shared.keys import RandomBytes
from pdd_shared.messages import Signed
from pdd_shared.rounds.cohort.epoch.rules import open_online_key
from pdd_shared.rounds.cohort.messages import OnlineKey
from pdd_shared.rounds.refusals import Refused
from pdd_shared.signing import sign

SEED_SIZE = 32
ONLINE_DAYS = timedelta(days=366)
"""How long an online key is signed for."""
_RENEWED_BEFORE = timedelta(days=60)
_SLOW_CLOCKS = timedelta(days=30)
"""Homes whose clocks are behind believe a new server, too."""


class FolderError(ValueError):
    """The data folder cannot be used as asked: names the path and what to do."""


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
    """Make a new data folder; FolderError, and nothing changed, where there is one already."""
    if folder.config.exists():
        raise FolderError(f"{folder.path}: holds a server's data already; give another folder, or use it as it is")
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
            _write_secret(key, random_bytes(SEED_SIZE).hex() + "\n")
    _write_secret(folder.config, config_text(config))


def open_folder(folder: Folder, clock: Clock) -> Deployment:
    """Open a data folder and bring its database to the newest schema; ConfigError or FolderError otherwise."""
    config = read_config(folder.config)
    key = _read_key(folder.key)
    online, identity = _online_key(folder, key.verify_key.encode(), day_of(clock(), config.time_zone))
    store = Store(folder.database_url(config))
    with ExitStack() as on_failure:
        on_failure.callback(store.dispose)
        upgrade(store)
        try:
            with store.read() as connection:
                check_floor(connection, config)
        except ConfigError as error:
            raise ConfigError(f"{folder.config}: {error}") from None
        on_failure.pop_all()
    return Deployment(folder, config, store, clock, identity, online, key)


@contextmanager
def served_alone(folder: Folder) -> Iterator[None]:
    """Keep a second server off the folder for a block; other commands work beside it.

    Two servers would each run the night, and each count every limit for itself. FolderError if there is one already.
    """
    try:
        with locked(folder.path / ".serving", patience=0):
            yield
    except Held:
        raise FolderError(f"{folder.path}: is served by another pdd-server already; stop that one first") from None


def token_hash(token: str) -> bytes:
    """What is kept of a token: its SHA-256. Tokens have 256 random bits, so a slow hash would add nothing."""
    return hashlib.sha256(token.encode()).digest()


def _write_secret(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(descriptor)


def _online_key(folder: Folder, key: bytes, today: date) -> tuple[Signed, bytes]:
    """Return what the identity key signed of the online key, and the identity; signed anew where it ends soon.

    ConfigError where that takes an identity key that is not there.
    """
    kept = _kept_online_key(folder, key, today)
    if kept is not None and (kept[1].last - today > _RENEWED_BEFORE or not folder.identity_key.exists()):
        return kept[0], bytes.fromhex(kept[1].server)
    identity = _read_key(folder.identity_key)
    online = OnlineKey(
        server=identity.verify_key.encode().hex(),
        key=key.hex(),
        first=today - _SLOW_CLOCKS,
        last=today + ONLINE_DAYS,
    )
    signed = sign(online, identity)
    written = folder.online.with_suffix(".new")
    written.write_text(signed.model_dump_json() + "\n", encoding="utf-8")
    written.replace(folder.online)
    return signed, identity.verify_key.encode()


def _kept_online_key(folder: Folder, key: bytes, today: date) -> tuple[Signed, OnlineKey] | None:
    """Return what is in online.json, if it is for this key and today."""
    try:
        signed = Signed.model_validate_json(folder.online.read_text(encoding="utf-8"))
        online = OnlineKey.model_validate_json(signed.payload)
        return (signed, online) if open_online_key(signed, bytes.fromhex(online.server), today) == key else None
    except (OSError, ValidationError, Refused):
        return None


def _read_key(file: Path) -> SigningKey:
    try:
        return SigningKey(bytes.fromhex(file.read_text(encoding="ascii")))
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}; restore the server's key from its backup") from None
    except (ValueError, TypeError):
        raise ConfigError(f"{file}: is no key of 64 hex digits; restore the server's key from its backup") from None
