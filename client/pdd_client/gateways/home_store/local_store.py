"""The store of a donor's home: one SQLite file of mode 0600, in a folder that is made with mode 0700.

The database never holds the text of a search. A removed search is stored as a keyed digest and a time.
A check-in writes what it must not forget durably (`synchronous=FULL`) before it sends anything: after a crash the home
sends the same bytes again, and never two vectors for one day. Deleted rows are overwritten (`secure_delete`).
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Literal

from pdd_client.core.errors import Code, DonorError
from pdd_client.gateways.home_files import folder
from pdd_client.gateways.home_files.damage import Damaged, is_damage
from pdd_client.gateways.home_files.storage_errors import storage_error
from pdd_client.gateways.home_store.charge_store import ChargeStore
from pdd_client.gateways.home_store.cohort.epoch_store import EpochStore
from pdd_client.gateways.home_store.cohort.journal_store import JournalStore
from pdd_client.gateways.home_store.cohort.kept_day_store import KeptDayStore
from pdd_client.gateways.home_store.consent_store import ConsentStore
from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_client.gateways.home_store.day_store import DayStore
from pdd_client.gateways.home_store.exclusion_store import ExclusionStore
from pdd_client.gateways.home_store.extension_store import ExtensionStore
from pdd_client.gateways.home_store.log_store import LogStore
from pdd_client.gateways.home_store.pin_store import PinStore
from pdd_client.gateways.home_store.result_store import ResultStore
from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes

_PATIENCE, _AGAIN = 10.0, 0.05
"""Seconds to wait while another process writes to this home, and seconds between two tries of `_write_ahead`.

SQLite itself waits for a lock, except when it changes the journal mode: that statement has to be tried again.
"""

FIRST_MIGRATION, LAST_MIGRATION = "m0001_tables", "m0008_hits_of_campaigns"
"""Names of migrations in `schema`. That module is imported only to make or change tables, because it loads slowly."""

Fact = Literal[
    "secret",
    "installation",
    "url",
    "server",
    "key_link",
    "witnesses",
    "public_log",
    "unasked",
    "left_out",
    "compared",
    "forked",
    "invitation",
    "number",
    "nonce",
    "last_check_in",
    "clock_ahead",
    "campaigns_tag",
    "completions",
    "histories",
    "sending",
    "by_itself_from",
    "browsers_off",
    "profiles_off",
    "profiles_on",
    "sites_off",
    "hours_off",
    "extension_ids",
    "extension_versions",
    "new_version",
    "next_version_check",
    "preferences",
    "reminded",
    "next_check_in",
    "waits",
    "failures",
    "failure",
    "keys_in_keychain",
    "ceiling",
    "hits_unknown",
    "bridge_name",
]
"""Name of a row in the table `facts`: one text about this installation."""

_INSTALLATION: tuple[Fact, ...] = (
    *("installation", "url", "server", "key_link", "witnesses", "public_log", "unasked", "left_out"),
    *("compared", "forked"),
    *("number", "nonce", "campaigns_tag", "completions"),
)
"""The facts about the server and this donor's registration there; `forget_installation` deletes them."""


class LocalStore:
    """Everything that a donor's home stores, except the secret keys.

    Outside `transaction` each SQL statement commits by itself. Call a method that changes several rows, such as
    `forget_secrets`, inside a transaction.
    """

    def __init__(self, home: Path, random_bytes: RandomBytes) -> None:
        """Open the home, and create it if it does not exist.

        Args:
            home: the home's folder.
            random_bytes: source of randomness for the home's secret, which a new home needs.

        Raises:
            DonorError: the folder or database can't be used, or an earlier version made the home.
            Damaged: the database is corrupt, or the home was in use and its database is now gone or empty.

        """
        self.home = home
        if folder.has_lost_database(home):
            raise Damaged
        try:
            folder.make(home)
            self._database = HomeDatabase(home / folder.DATABASE, _PATIENCE)
            self.pins = PinStore(self._database)
            self.consents = ConsentStore(self._database)
            self.exclusions = ExclusionStore(self._database)
            self.log = LogStore(self._database)
            self.days = DayStore(self._database)
            self.results = ResultStore(self._database)
            self.charges = ChargeStore(self._database)
            self.extensions = ExtensionStore(self._database)
            self.journal = JournalStore(self._database)
            self.epochs = EpochStore(self._database)
            self.kept = KeptDayStore(self._database)
            self._prepare_or_close(random_bytes)
        except (OSError, sqlite3.Error) as error:
            if is_damage(error):
                raise Damaged from None
            raise storage_error(error, home) from None

    def _prepare_or_close(self, random_bytes: RandomBytes) -> None:
        """Make the home ready for use; if that fails, close its database, because the caller gets no store to close."""
        with ExitStack() as on_failure:
            on_failure.callback(self._database.close)
            self._prepare(random_bytes)
            folder.make_lock(self.home)
            on_failure.pop_all()

    def _prepare(self, random_bytes: RandomBytes) -> None:
        """Set the connection's pragmas, bring the tables to the newest version, and give a new home its secret.

        The secret is the key of the digests by which removed searches are stored.
        """
        self._refuse_other_versions()
        self._write_ahead()
        for pragma in ("synchronous=FULL", "secure_delete=ON"):
            self._database.execute(f"PRAGMA {pragma}").fetchall()
        with self.transaction():
            if LAST_MIGRATION not in self._migrations():
                from pdd_client.gateways.home_store.schema import migrations

                migrations.apply(self._database.writable)
            if self.fact("secret") is None:
                self.set_fact("secret", random_bytes(KEY_SIZE).hex())

    def _refuse_other_versions(self) -> None:
        """Refuse a home whose tables another version made. Nothing in it is changed.

        A later version may store charges in another form, and giving a day that was not charged must not happen. The
        keys of a home from before stay registered, so its error must not claim that the server forgets them.

        Raises:
            DonorError: the home's tables were made by other migrations than those of `schema`.

        """
        done = self._migrations()
        if done and FIRST_MIGRATION not in done:
            raise DonorError(
                f"an earlier version of this program made {self.home}, and this version can't use it: nothing in it "
                "was changed; move that folder away, or choose another with --home, and join again; the server keeps "
                "the old registration until it ends by itself",
                Code.HOME_OF_BEFORE,
                detail=str(self.home),
            )
        if done and max(done) > LAST_MIGRATION:
            raise DonorError(
                f"a newer version of this program changed {self.home}, and this version can't use it: nothing was sent "
                "or changed; install the newer version again",
                Code.STORE_NEWER,
                detail=str(self.home),
            )

    def _migrations(self) -> frozenset[str]:
        """Return the names of the migrations that made the home's tables; empty for a new home."""
        exists = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
        if self._database.execute(exists).fetchone() is None:
            return frozenset()
        names = self._database.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'donor'")
        return frozenset(name for (name,) in names.fetchall())

    def _write_ahead(self) -> None:
        """Switch the database to write-ahead logging; try again while another process does the same.

        If two processes open a new home at once, SQLite reports SQLITE_BUSY to one of them without waiting.
        """
        for tries_left in reversed(range(int(_PATIENCE / _AGAIN))):
            try:
                self._database.execute("PRAGMA journal_mode=WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or not tries_left:
                    raise
            time.sleep(_AGAIN)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run the block as one transaction: commit durably at its end, or roll back on any exception.

        The write lock is taken at the start (BEGIN IMMEDIATE). A transaction that first read and then wrote would fail
        if another process had written in between. Transactions can't be nested.
        """
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.connection.rollback()
            raise
        self._database.connection.commit()

    def version(self) -> int:
        """Return a number that changes when another connection writes to this home (SQLite's `data_version`)."""
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def exclusive(self) -> AbstractContextManager[None]:
        """Return a context manager that holds the home's check-in lock.

        Raises:
            DonorError: on entry, if another process holds the lock or the lock's file is damaged.

        """
        return folder.exclusive(self.home)

    def forget(self) -> None:
        """Empty the write-ahead log, which still holds data that later transactions erased.

        While another connection reads, SQLite may leave a part of the log, and no error is raised. Copies that the file
        system or backups hold can't be reached from here.
        """
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def destroy(self) -> bool:
        """Close the database and erase everything that this program has put into the home. Call it under `exclusive`.

        Returns:
            False if the lock's file is still in use: then call `destroy_lock` after `exclusive` has ended.

        """
        self._database.close()
        return folder.destroy(self.home)

    def destroy_lock(self) -> None:
        """Delete the lock's file, unless another process holds it open."""
        folder.destroy_lock(self.home)

    # --- facts of this installation

    def fact(self, name: Fact) -> str | None:
        """Return a fact's text, None if it is not stored."""
        return self._database.fact(name)

    def set_fact(self, name: Fact, value: str | None) -> None:
        """Store a fact's text; None deletes the fact."""
        self._database.set_fact(name, value)

    def forget_installation(self) -> None:
        """Delete the facts about the server and this donor's registration.

        Another program that still has the home open then finds that it has joined no server.
        """
        for name in _INSTALLATION:
            self.set_fact(name, None)

    # --- secrets

    def forget_secrets(self) -> None:
        """Erase blinded vectors, uploads, lists, tickets and everything derived from tickets.

        The contexts and other journal entries stay, so that the home never tells a second story about a day. The secret
        keys are not in this store.
        """
        self.days.forget_data()
        self.journal.erase_uploads(date.max)
        self.journal.erase_lists()
        self.epochs.erase_all_secrets()
