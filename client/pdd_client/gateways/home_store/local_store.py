"""A donor's home: one SQLite file, its folder 0700 and its files 0600.

Nothing of a search is in it but keyed digests of those that were skipped. What a check-in must not forget is written
durably (synchronous=FULL) before anything is sent; what is deleted is overwritten (secure_delete).
"""

import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from pdd_client.core.donation.consent import Consent
from pdd_client.core.donation.exclusions import Exclusions, Pause, Skip, blocked_vocabulary
from pdd_client.core.errors import Code, DonorError
from pdd_client.gateways.home_files import folder
from pdd_client.gateways.home_files.damage import Damaged, is_damage
from pdd_client.gateways.home_files.storage_errors import storage_error
from pdd_client.gateways.home_store.charge_store import ChargeStore
from pdd_client.gateways.home_store.database import HomeDatabase
from pdd_client.gateways.home_store.day_store import DayStore
from pdd_client.gateways.home_store.epoch_store import EpochStore
from pdd_client.gateways.home_store.extension_store import ExtensionStore
from pdd_client.gateways.home_store.journal_store import JournalStore
from pdd_client.gateways.home_store.pin_store import PinStore
from pdd_client.gateways.home_store.result_store import ResultStore
from pdd_client.gateways.home_store.rows import (
    Blinded,
    Logged,
    consent_row,
    logged_row,
    read_consent,
    read_logged,
    read_time,
)
from pdd_shared.protocol.days import day_of
from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes
from pdd_shared.protocol.messages import Campaign, Signed

_PATIENCE, _AGAIN = 10.0, 0.05
"""Seconds to wait for another command on the same home that is writing, and between tries of what waits for none."""

MIGRATION = "m0001_first_tables"
"""The one of `store_schema`, which is imported only for a new home."""

Fact = Literal[
    "secret",
    "installation",
    "url",
    "server",
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
    "preferences",
    "next_check_in",
    "failures",
    "failure",
    "keys_in_keychain",
    "ceiling",
]

_INSTALLATION: tuple[Fact, ...] = ("installation", "url", "server", "number", "nonce", "campaigns_tag", "completions")


class LocalStore:
    """Everything a donor keeps but its keys. Each public method is one transaction unless it runs in `transaction`."""

    def __init__(self, home: Path, random_bytes: RandomBytes) -> None:
        """Open the home, made if it is not there; DonorError if it can't be used, Damaged if its database is broken."""
        self.home = home
        if folder.has_lost_database(home):
            raise Damaged
        try:
            folder.make(home)
            self._database = HomeDatabase(home / folder.DATABASE, _PATIENCE)
            self.pins = PinStore(self._database)
            self.days = DayStore(self._database)
            self.results = ResultStore(self._database)
            self.charges = ChargeStore(self._database)
            self.extensions = ExtensionStore(self._database)
            self.journal = JournalStore(self._database)
            self.epochs = EpochStore(self._database)
            self._prepare_or_close(random_bytes)
        except (OSError, sqlite3.Error) as error:
            if is_damage(error):
                raise Damaged from None
            raise storage_error(error, home) from None

    def _prepare_or_close(self, random_bytes: RandomBytes) -> None:
        """Make the home ready for use; close its file again if that fails, for nobody else could."""
        with ExitStack() as on_failure:
            on_failure.callback(self._database.close)
            self._prepare(random_bytes)
            folder.make_lock(self.home)
            on_failure.pop_all()

    def _prepare(self, random_bytes: RandomBytes) -> None:
        self._refuse_home_of_before()
        self._write_ahead()
        for pragma in ("synchronous=FULL", "secure_delete=ON"):
            self._database.execute(f"PRAGMA {pragma}").fetchall()
        with self.transaction():
            if MIGRATION not in self._migrations():
                from pdd_client.gateways.home_store.schema import migrations

                migrations.apply(self._database.writable)
            if self.fact("secret") is None:
                self.set_fact("secret", random_bytes(KEY_SIZE).hex())

    def _refuse_home_of_before(self) -> None:
        """DonorError where an earlier version made the home: its tables are others. Nothing in it is changed.

        Its keys are still registered, so what is to be done says nothing of what the server forgets.
        """
        done = self._migrations()
        if done and MIGRATION not in done:
            raise DonorError(
                f"an earlier version of this program made {self.home}, and this version can't use it: nothing in it "
                "was changed; move that folder away, or choose another with --home, and join again; the server keeps "
                "the old registration until it ends by itself",
                Code.HOME_OF_BEFORE,
                detail=str(self.home),
            )

    def _migrations(self) -> frozenset[str]:
        """The names of the migrations by which the home's tables were made; none in a new home."""
        exists = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
        if self._database.execute(exists).fetchone() is None:
            return frozenset()
        names = self._database.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'donor'")
        return frozenset(name for (name,) in names.fetchall())

    def _write_ahead(self) -> None:
        """Where two open a new home at once, SQLite does not let one wait for the other to have changed its journal."""
        for tries_left in reversed(range(int(_PATIENCE / _AGAIN))):
            try:
                self._database.execute("PRAGMA journal_mode=WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or not tries_left:
                    raise
            time.sleep(_AGAIN)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, durable at the end; the write lock is taken first, so that no reader has to turn writer."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.connection.rollback()
            raise
        self._database.connection.commit()

    def version(self) -> int:
        """A number that changes with whatever others write to this home (SQLite's data_version)."""
        return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    def exclusive(self) -> AbstractContextManager[None]:
        """Keep others from contacting the server for this home, DonorError if one does."""
        return folder.exclusive(self.home)

    def forget(self) -> None:
        """Empty the write-ahead log, which still holds what later transactions erased.

        Does what it can while others read. What file system and backups keep is beyond it.
        """
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def destroy(self) -> bool:
        """Erase the home: everything this program has put there. To be done under `exclusive`.

        Returns False if `destroy_lock` has to be called when `exclusive` has ended.
        """
        self._database.close()
        return folder.destroy(self.home)

    def destroy_lock(self) -> None:
        """Delete the lock's file, unless another process holds it open."""
        folder.destroy_lock(self.home)

    # --- facts of this installation

    def fact(self, name: Fact) -> str | None:
        """A fact, None if it is not known."""
        row = self._database.execute("SELECT value FROM facts WHERE name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def set_fact(self, name: Fact, value: str | None) -> None:
        """Keep a fact; None forgets it."""
        if value is None:
            self._database.execute("DELETE FROM facts WHERE name = ?", [name])
        else:
            self._database.table("facts").upsert({"name": name, "value": value}, pk="name")

    def forget_installation(self) -> None:
        """Forget the server and this donor's place there: whoever still holds the home open finds it unjoined."""
        for name in _INSTALLATION:
            self.set_fact(name, None)

    # --- consents and campaigns

    def add_consent(self, consent: Consent) -> None:
        """Keep a consent as it was given; earlier ones stay, and hold for the days before."""
        self._database.table("consents").insert(consent_row(consent))

    def leave(self, campaign: str, time: datetime) -> None:
        """Note that the donor has left a campaign."""
        sql = "UPDATE consents SET left = ? WHERE campaign = ? AND left IS NULL"
        self._database.execute(sql, [time.isoformat(), campaign])

    def consents(self) -> dict[str, tuple[Consent, datetime | None]]:
        """By campaign, the newest consent, and when the campaign was left if it was."""
        rows = self._database.query("SELECT * FROM consents ORDER BY id")
        return {row["campaign"]: (read_consent(row), read_time(row["left"])) for row in rows}

    def every_consent(self) -> list[Consent]:
        """All consents ever given, the oldest first."""
        return [read_consent(row) for row in self._database.query("SELECT * FROM consents ORDER BY id")]

    def agreed(self) -> dict[str, list[Consent]]:
        """By campaign that was not left since, the consents in force, the oldest first."""
        found: dict[str, list[Consent]] = {}
        for row in self._database.query("SELECT * FROM consents WHERE left IS NULL ORDER BY id"):
            found.setdefault(row["campaign"], []).append(read_consent(row))
        return found

    def keep_campaigns(self, campaigns: Mapping[str, Signed]) -> None:
        """Keep the newest signed text of each campaign; one the server lists no more keeps its last."""
        rows = [{"id": name, **signed.model_dump()} for name, signed in campaigns.items()]
        self._database.table("campaigns").upsert_all(rows, pk="id")

    def campaigns(self) -> dict[str, Campaign]:
        """The campaigns as the server signed them last."""
        rows = self._database.query("SELECT id, payload FROM campaigns ORDER BY id")
        return {row["id"]: Campaign.model_validate_json(row["payload"]) for row in rows}

    # --- exclusions

    def exclusions(self, zone: ZoneInfo) -> Exclusions:
        """All that the donor keeps out; `zone` is that of the data days, which joining may change."""
        skips = self._database.query("SELECT mark, time FROM skips")
        return Exclusions(
            blocked=blocked_vocabulary(self.blocked()),
            skips=tuple(_skip(row["mark"], datetime.fromisoformat(row["time"]), zone) for row in skips),
            pauses=self.pauses(),
        )

    def pauses(self) -> tuple[Pause, ...]:
        """The pauses, in the order they began."""
        rows = self._database.query("SELECT start, end FROM pauses ORDER BY start")
        return tuple(Pause(datetime.fromisoformat(row["start"]), read_time(row["end"])) for row in rows)

    def blocked(self) -> list[str]:
        """The labels of what is blocked, in order."""
        return [row["label"] for row in self._database.query("SELECT label FROM blocked ORDER BY label")]

    def block(self, label: str) -> None:
        """Block an entry."""
        self._database.table("blocked").insert({"label": label}, pk="label", ignore=True)

    def unblock(self, label: str) -> None:
        """Forget a blocked entry."""
        self._database.table("blocked").delete_where("label = ?", [label])

    def skip(self, skip: Skip) -> None:
        """Take a search out."""
        row = {"mark": skip.mark, "time": skip.time.isoformat()}
        self._database.table("skips").insert(row, pk=("mark", "time"), ignore=True)

    def unskip(self, skip: Skip) -> None:
        """Put a search back."""
        self._database.table("skips").delete_where("mark = ? AND time = ?", [skip.mark, skip.time.isoformat()])

    def pause(self, start: datetime, end: datetime | None) -> None:
        """Keep a pause, in place of one that began then."""
        self._database.table("pauses").upsert({"start": start.isoformat(), "end": end and end.isoformat()}, pk="start")

    # --- the journal of what was blinded, the log of what left

    def blinded(self, day: date) -> Blinded | None:
        """What was blinded for the day, if anything was."""
        sql = "SELECT context, data, sent FROM journal WHERE day = ?"
        row = self._database.execute(sql, [day.isoformat()]).fetchone()
        return None if row is None else Blinded(day, row[0], row[1], bool(row[2]))

    def keep_blinded(self, blinded: Blinded) -> None:
        """Write down what is about to be sent; there is one context a day, ever."""
        row = asdict(blinded) | {"day": blinded.day.isoformat()}
        self._database.table("journal").insert(row)

    def mark_sent(self, day: date) -> None:
        """Note that the server has confirmed the day's vector."""
        self._database.execute("UPDATE journal SET sent = 1 WHERE day = ?", [day.isoformat()])

    def forget_data(self, still_asked: Collection[date] = ()) -> None:
        """Erase the blinded bytes of all days but those the server still asks for; the contexts stay."""
        asked = [day.isoformat() for day in still_asked]
        places = ", ".join("?" * len(asked))
        sql = f"UPDATE journal SET data = NULL WHERE data IS NOT NULL AND day NOT IN ({places})"
        self._database.execute(sql, asked)

    def forget_secrets(self) -> None:
        """Erase all that was made with the home's keys, and all other secrets, but keep the journal."""
        self.forget_data()
        self.journal.erase_uploads(date.max)
        self.journal.erase_lists()
        self.epochs.erase_all_secrets()

    def log(self, logged: Logged) -> None:
        """Add a line to the log."""
        self._database.table("log").insert(logged_row(logged))

    def logged(self) -> list[Logged]:
        """The log, oldest first."""
        return [read_logged(row) for row in self._database.query("SELECT * FROM log ORDER BY id")]


def _skip(mark: bytes, time: datetime, zone: ZoneInfo) -> Skip:
    return Skip(mark, time, day_of(time, zone))
