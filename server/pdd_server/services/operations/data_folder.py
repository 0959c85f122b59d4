"""The data folder: config.toml, the keys, the database, and published/."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_bytes

from nacl.signing import SigningKey
from sqlalchemy import make_url

from pdd_server.clock import Clock
from pdd_server.config import Config, read_config
from pdd_server.config_text import config_text
from pdd_server.errors import SetupError
from pdd_server.services.accounts.authentication.portal_keys import PortalKeys, open_keys
from pdd_server.services.campaigns.campaigns import check_floor, check_zone
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.ledger.shared_ledger import SharedLedger
from pdd_server.services.operations.signing_keys import (
    SEED_SIZE,
    KeyFiles,
    finish_replacement,
    is_signed,
    online_key_statement,
    read_key,
    unwritten_statement,
)
from pdd_server.services.rounds.cohort import resets as resetting
from pdd_server.store import migrate
from pdd_server.store.engine import PATIENCE, Store
from pdd_server.store.files import replace_text, write_secret
from pdd_server.store.locks import locked
from pdd_server.store.postgresql import is_url as is_postgresql
from pdd_server.store.published.bucket import Bucket, BucketSettings
from pdd_server.store.published.shared_files import SharedFiles
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.messages import KeyChain, Signed


class NightlyRunGoesOn(SetupError):
    """Another process does a nightly run on the data folder."""


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
    def log_key(self) -> Path:
        """The file with the seed of the key that signs the public log for its witnesses, in hex; made for them only."""
        return self.path / "log.key"

    @property
    def log_signed(self) -> Path:
        """The file with size and root of the public log that was signed last, outside the database as `resets` is."""
        return self.path / "log-signed.json"

    @property
    def online(self) -> Path:
        """The file with what the identity key signed: the `OnlineKey`, and the chain of online keys."""
        return self.path / "online.json"

    @property
    def next_key(self) -> Path:
        """The file with the seed of the next online key, while the identity key has yet to sign it."""
        return self.path / "server.key.next"

    @property
    def signed_keys(self) -> KeyFiles:
        """The files with what the identity key signed."""
        return KeyFiles(self.identity_key, self.online, self.published / "keys.json")

    @property
    def resets(self) -> Path:
        """The file with the number of the last reset, outside the database so that a restore does not lower it."""
        return self.path / "resets.json"

    @property
    def restoring(self) -> Path:
        """The file that is there while `pdd-server restore` writes the folder."""
        return self.path / ".restoring"

    @property
    def published(self) -> Path:
        """The folder of the public files: one folder for each campaign, and those of epochs and resets."""
        return self.path / "published"

    @property
    def ledger(self) -> Path:
        """The file of the ledger, which says what was charged and published."""
        return self.published / "ledger.jsonl"

    @property
    def ledger_end(self) -> Path:
        """The file that notes how far the ledger was written, outside published/ so that it isn't lost with that."""
        return self.path / "ledger-end.json"

    def is_new(self) -> bool:
        """Return whether no server has run on the folder: nothing is there that its first start writes."""
        written = (self.online, self.signed_keys.published, self.ledger, self.ledger_end)
        return self.identity_key.exists() and not any(file.exists() for file in written)

    def downloads(self, config: Config) -> Path:
        """Return the folder with the donors' programs."""
        return self.path / config.downloads.folder

    def database_url(self, config: Config) -> str:
        """Return the database's SQLAlchemy URL: that of the settings, or else of pdd.sqlite in this folder."""
        return config.database or f"sqlite:///{self.path.absolute() / 'pdd.sqlite'}"


@dataclass(frozen=True)
class Readable:
    """A data folder that was opened to read it.

    Attributes:
        folder: The paths of its files.
        config: The settings.
        store: The database.
        clock: The server's time.
        online: The message in which the identity key vouches for the online key.
    """

    folder: Folder
    config: Config
    store: Store
    clock: Clock
    online: Signed


@dataclass(frozen=True)
class Deployment(Readable):
    """An opened data folder, on which the server's commands and web application work.

    Attributes:
        ledger: What was charged and published, which can't be taken back.
        published: The published files.
        identity: The public identity key, which donors pin, 32 bytes.
        chain: The chain of online keys, whose newest link is for `online_key`.
        online_key: The online key, which signs all other messages.
        portal_keys: The keys of cookies and second factors.
    """

    ledger: LedgerFile
    published: SharedFiles
    identity: bytes
    chain: KeyChain
    online_key: SigningKey = field(repr=False)
    portal_keys: PortalKeys


def create(folder: Folder, config: Config, random_bytes: RandomBytes) -> None:
    """Make a new data folder. A call that was interrupted can be repeated.

    Args:
        folder: The folder to make; it may exist without a config.toml.
        config: The settings to write.
        random_bytes: The source of the keys.

    Raises:
        SetupError: The folder holds a server's data already, and nothing is changed; or its database can't be used.
    """
    check_new(folder)
    check_deletion(folder, config)
    if folder.path.exists() and not folder.path.is_dir():
        raise SetupError(f"{folder.path}: is a file; give a folder")
    folder.path.mkdir(parents=True, exist_ok=True)
    if not any(folder.path.iterdir()):  # the permissions of a folder with other files in it are not ours to change
        folder.path.chmod(0o700)
    # The settings are written last. Without them the folder does not count as a server's, so an interrupted init can be
    # run again.
    folder.published.mkdir(exist_ok=True)
    _upgrade(folder, config)
    for key in (folder.identity_key, folder.key):
        if not key.exists():
            write_secret(key, f"{random_bytes(SEED_SIZE).hex()}\n".encode())
    write_secret(folder.config, config_text(config).encode())


def check_new(folder: Folder) -> None:
    """Raise SetupError if the folder holds a server's data already."""
    if folder.config.exists():
        raise SetupError(f"{folder.path}: holds a server's data already; give another folder, or use it as it is")


def _upgrade(folder: Folder, config: Config) -> None:
    """Bring the database to the newest schema. That waits for other writers, also where requests would not."""
    store = Store(folder.database_url(config))
    try:
        migrate.upgrade(store)
    finally:
        store.dispose()


def open_folder(folder: Folder, clock: Clock, patience: float = PATIENCE) -> Deployment:
    """Open a data folder, and bring its database to the newest schema.

    Args:
        folder: The data folder.
        clock: The server's time.
        patience: How many seconds a transaction waits while another one writes.

    Returns:
        The deployment. Its store stays open; the caller disposes of it.

    Raises:
        SetupError: The settings, a key or the database can't be used, or `min_group` is below the floor that a campaign
            promised its donors; or the time zone is another one than that of the open days; or a restore of the folder
            was killed.
    """
    _check_restored(folder)
    return open_restoring(folder, clock, patience)


def open_to_read(folder: Folder, clock: Clock) -> Readable:
    """Open a data folder beside a server, and write nothing: no key is renewed or made, and no table made or migrated.

    Returns:
        The data folder. Its store stays open; the caller disposes of it.

    Raises:
        SetupError: As by `open_folder`; also if the database is not there, or has yet to be migrated.
    """
    _check_restored(folder)
    config = read_config(folder.config)
    check_deletion(folder, config)
    key = read_key(folder.next_key if is_signed(folder.next_key, folder.signed_keys) else folder.key)
    check_database_file(folder, config)
    store = Store(folder.database_url(config))
    with ExitStack() as on_failure:
        on_failure.callback(store.dispose)
        migrate.check(store)
        today = day_of(clock(), config.time_zone)
        statement = unwritten_statement(key.verify_key.encode(), folder.signed_keys, today)
        _check_promises(folder, config, store)
        on_failure.pop_all()
    return Readable(folder=folder, config=config, store=store, clock=clock, online=statement.signed)


def check_database_file(folder: Folder, config: Config) -> None:
    """Raise SetupError if the database is a file of SQLite that is not there. To open it would make an empty one."""
    url = folder.database_url(config)
    file = Path(make_url(url).database or "")
    if not is_postgresql(url) and not file.exists():
        raise SetupError(f"{file}: is not there; docs/guides/operator.md, A damaged database, says what to do")


def _check_restored(folder: Folder) -> None:
    if folder.restoring.exists():
        raise SetupError(f"{folder.path}: pdd-server restore has not ended here; run it again, to its end")


def _check_promises(folder: Folder, config: Config, store: Store) -> None:
    """Raise SetupError if the settings break what campaigns have promised, or what open days rely on."""
    with store.read() as connection:
        try:
            check_floor(connection, config)
            check_zone(connection, config)
        except SetupError as error:
            raise SetupError(f"{folder.config}: {error}") from None


def open_restoring(folder: Folder, clock: Clock, patience: float = PATIENCE) -> Deployment:
    """Open a data folder as `open_folder` does, also one that is being restored.

    Raises:
        SetupError: As by `open_folder`.
    """
    config = read_config(folder.config)
    check_deletion(folder, config)
    published = shared_files(folder, config)
    published.begin()  # the chain of keys is in them
    finish_replacement(folder.key, folder.next_key, folder.signed_keys)
    key = read_key(folder.key)
    today = day_of(clock(), config.time_zone)
    # first, because it refuses a folder of a retired version before online.json is written
    _upgrade(folder, config)
    store = Store(folder.database_url(config), patience)
    with ExitStack() as on_failure:
        on_failure.callback(store.dispose)
        statement = online_key_statement(key.verify_key.encode(), folder.signed_keys, today)
        _check_promises(folder, config, store)
        portal_keys = open_keys(folder.path, store, token_bytes)
        on_failure.pop_all()
    return Deployment(
        folder=folder,
        config=config,
        store=store,
        clock=clock,
        ledger=ledger_of(folder, published.bucket, statement.identity),
        published=published,
        identity=statement.identity,
        online=statement.signed,
        chain=statement.chain,
        online_key=key,
        portal_keys=portal_keys,
    )


def shared_files(folder: Folder, config: Config) -> SharedFiles:
    """Return the published files of a data folder, with the store of the settings if there is one.

    Raises:
        SetupError: The secret of the store's key can't be read, or the store's library is not installed.
    """
    found = config.published
    if found is None:
        return SharedFiles(folder.published, None)
    try:
        secret = Path(found.secret_key_file).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        raise SetupError(
            f"{found.secret_key_file}: can't be read; it has to hold the secret key of [published]"
        ) from None
    settings = BucketSettings(found.store, found.endpoint, found.region, found.access_key, secret)
    return SharedFiles(folder.published, Bucket(settings))


def ledger_of(folder: Folder, bucket: Bucket | None, identity: bytes) -> LedgerFile:
    """Return the ledger of a server, in its store if it has one."""
    if bucket is not None:
        return SharedLedger(folder.ledger, identity, bucket)
    return LedgerFile(folder.ledger, identity, folder.ledger_end)


def check_deletion(folder: Folder, config: Config) -> None:
    """Check that the database deletes as thoroughly as the protocol needs it.

    A server of `plain` sees sums of few donors without noise. So what is deleted must be overwritten, and only SQLite
    does that. `cohort` stores sums that nobody can read without a quorum of donors.

    Raises:
        SetupError: The protocol is `plain` and the database PostgreSQL.
    """
    if config.protocol == "plain" and is_postgresql(config.database or ""):
        raise SetupError(
            f"{folder.config}: protocol: plain needs SQLite, because PostgreSQL does not overwrite what it deletes; "
            "write cohort, or leave out database"
        )


def can_share(config: Config) -> bool:
    """Return whether several web processes may serve a data folder: its database takes messages beside each other."""
    return is_postgresql(config.database or "")


@contextmanager
def served(folder: Folder, *, shared: bool = False) -> Iterator[None]:
    """Hold the lock of the web processes on the data folder, during a block.

    Most commands don't take the lock, so they work beside the server.

    Args:
        folder: The data folder.
        shared: Whether other processes may serve the folder beside this one. A reset has to be alone. So has a server
            on SQLite, which writes one transaction at a time.

    Raises:
        SetupError: Another process serves the folder.
    """
    try:
        with locked(folder.path / ".serving", patience=0, shared=shared):
            yield
    except TimeoutError:
        raise SetupError(f"{folder.path}: is served by another pdd-server already; stop that one first") from None


@contextmanager
def nightly_alone(folder: Folder, patience: float = 0) -> Iterator[None]:
    """Hold the lock on the data folder that only one nightly run may hold, during a block. A kill frees it.

    Two nightly runs at once would do the same work twice, and one might delete what the other still reads.

    Args:
        folder: The data folder.
        patience: Seconds to wait for another nightly run to end.

    Raises:
        NightlyRunGoesOn: Another process does a nightly run.
    """
    with ExitStack() as held:
        try:
            held.enter_context(locked(folder.path / ".nightly", patience))
        except TimeoutError:
            remedy = "wait until it has ended, then try again"
            raise NightlyRunGoesOn(f"{folder.path}: another process is doing the nightly run; {remedy}") from None
        yield


def next_reset(folder: Folder, now: datetime, recorded: int = 0) -> int:
    """Return the number of a new reset, higher than any before.

    It is written to the folder before it is used, so a number is never used twice.

    Args:
        folder: The data folder.
        now: The server's time, aware.
        recorded: The number of the last reset in the ledger.

    Raises:
        SetupError: The file with the last number holds something else.
    """
    try:
        counted = int(json.loads(folder.resets.read_text(encoding="ascii")))
    except FileNotFoundError:
        counted = 0
    except (ValueError, TypeError):
        raise SetupError(f"{folder.resets}: holds no number; delete it, and run pdd-server reset again") from None
    number = resetting.number_of(now, max(counted, recorded))
    replace_text(folder.resets, f"{number}\n")
    return number
