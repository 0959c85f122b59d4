"""`pdd-server check`: whether the settings, keys, database, ledger and published files are whole and fit together.

Nothing is changed, so it can be run beside the server, and on a folder that the server refuses.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from pdd_server.clock import Clock
from pdd_server.config import Config, read_config
from pdd_server.errors import SetupError
from pdd_server.services.accounts.authentication.portal_keys import second_factor_key, unreadable
from pdd_server.services.ledger import reconciliation
from pdd_server.services.ledger.ledger_file import LedgerFile
from pdd_server.services.operations import believed_nights
from pdd_server.services.operations.data_folder import (
    Folder,
    check_database_file,
    check_deletion,
    ledger_of,
    shared_files,
)
from pdd_server.services.operations.recovery.published_files import check_files
from pdd_server.services.operations.recovery.published_numbers import days_in, digest_of
from pdd_server.services.operations.signing_keys import REPLACE_IT, chain_text, kept_statement, read_key
from pdd_server.services.operations.witnessing import check_signed
from pdd_server.services.rounds.cohort.epochs import public_record
from pdd_server.store import migrate
from pdd_server.store.campaigns import campaigns
from pdd_server.store.engine import Store
from pdd_shared.protocol.days import day_of

_COPY = "restore published/ledger.jsonl from its newest copy, or run pdd-server reset"
_NOT_SIGNED = "identity.key has not signed server.key yet; it does when the server starts"
_OTHERS = 0o007
"""The bits of a file's mode that let everybody on the machine use it."""


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Attributes:
        name: What was checked.
        problem: What is wrong and what to do; None if nothing is.
        waits: What is not done yet, and need not be; None if nothing is.
    """

    name: str
    problem: str | None
    waits: str | None = None


def findings(folder: Folder, clock: Clock) -> Iterator[Finding]:
    """Yield what each check of a data folder finds. Where one fails, those that need its outcome are left out."""
    settings = Finding("settings", _problem(lambda: check_deletion(folder, read_config(folder.config))))
    yield settings
    if settings.problem is not None:
        return
    config = read_config(folder.config)
    today = day_of(clock(), config.time_zone)
    yield Finding("keys", _problem(lambda: _check_keys(folder, today)), _NOT_SIGNED if folder.is_new() else None)
    yield Finding("database", problem := _problem(lambda: _check_database(folder, config)))
    if problem is not None:
        return
    store = Store(folder.database_url(config))
    try:
        yield from _of_database(folder, config, store, today)
    finally:
        store.dispose()


def _of_database(folder: Folder, config: Config, store: Store, today: date) -> Iterator[Finding]:
    """Yield the findings about the schema, and about the ledger and published files if the schema is right."""
    yield Finding("schema", problem := _problem(lambda: migrate.check(store)))
    if problem is not None:
        return
    yield Finding("clock", _problem(lambda: _check_clock(store, today)))
    yield Finding("second factors", _problem(lambda: _check_second_factors(folder, store)))
    statement = kept_statement(folder.signed_keys)
    if statement is None and folder.is_new():
        yield Finding("ledger", None, "not begun yet; the server begins it at its first start")
        return
    if statement is None:
        yield Finding("ledger", f"{folder.online}: can't be read, so nobody knows whose ledger it has to be")
        return
    published = shared_files(folder, config)
    if published.bucket is not None:
        yield Finding("store of published files", problem := _problem(published.pull))
        if problem is not None:
            return
    file = ledger_of(folder, published.bucket, statement.identity)
    yield Finding("ledger", problem := _problem(lambda: _check_ledger(folder, store, file)))
    if problem is not None:
        return
    yield Finding("epochs and chain of keys", _problem(lambda: _check_signed(folder, store)))
    yield Finding("log for witnesses", _problem(lambda: check_signed(folder, config, store)))
    yield Finding("published numbers", problem := _problem(lambda: _check_files(folder.published, file)))
    if problem is None:
        yield Finding("published files", _problem(lambda: _check_campaigns(store, folder.published)))


def _problem(look: Callable[[], object]) -> str | None:
    """Return what is wrong, or None if `look` raises nothing."""
    try:
        look()
    except (SetupError, SQLAlchemyError) as error:
        return str(error).splitlines()[0]
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    return None


def _check_keys(folder: Folder, today: date) -> None:
    for file in sorted(folder.path.glob("*.key")):
        if file.stat().st_mode & _OTHERS:
            raise SetupError(f"{file}: other users of this machine can read it; chmod 600 it")
    key, statement = read_key(folder.key).verify_key.encode(), kept_statement(folder.signed_keys)
    if folder.is_new():
        read_key(folder.identity_key)
        return
    if statement is None:
        raise SetupError(f"{folder.online}: can't be read; restore it from its backup, or let identity.key renew it")
    if folder.identity_key.exists() and read_key(folder.identity_key).verify_key.encode() != statement.identity:
        raise SetupError(f"{folder.identity_key}: is not the key that online.json names; restore it from its backup")
    if not statement.is_for(key):
        raise SetupError(f"{folder.online}: does not vouch for server.key; see docs/guides/keys.md")
    if statement.last < today:
        remedy = "restart the server, which renews it" if folder.identity_key.exists() else REPLACE_IT
        raise SetupError(f"{folder.online}: ended on {statement.last}; {remedy}")


def _check_database(folder: Folder, config: Config) -> None:
    """Raise SetupError if the database can't be read, or if SQLite finds its file damaged."""
    check_database_file(folder, config)
    store = Store(folder.database_url(config))
    try:
        store.check()
        with store.read() as connection:
            if connection.dialect.name != "sqlite":
                return
            found = connection.execute(text("PRAGMA integrity_check(1)")).scalar_one()
            if found != "ok":
                raise SetupError(f"{store.name}: is damaged: {found}; restore it from its backup")
    finally:
        store.dispose()


def _check_clock(store: Store, today: date) -> None:
    """Raise SetupError if a night on record can't be believed."""
    with store.read() as connection:
        for warning in believed_nights.warnings(connection, today):
            raise SetupError(warning)


def _check_second_factors(folder: Folder, store: Store) -> None:
    """Raise SetupError if the key of second factors does not open them all."""
    key, file = second_factor_key(folder.path), folder.path / "second-factors.key"
    with store.read() as connection:
        lost = unreadable(connection, key) if key else 0  # without a key the server has yet to make one
    if lost:
        raise SetupError(f"{file}: does not open {lost} second factors; restore it from its backup, or reset these")


def _check_ledger(folder: Folder, store: Store, file: LedgerFile) -> None:
    """Raise SetupError if the ledger was changed, or if the database is older than it or than the published epochs."""
    ledger = file.read()
    with store.read() as connection:
        reconciliation.check(connection, ledger, file.identity)
        public_record.check_restored(connection, folder.published)


def _check_files(published: Path, file: LedgerFile) -> None:
    """Raise SetupError if the files of a campaign and the ledger differ in a day or its numbers."""
    found = {one.parent.name: days_in(one.parent) for one in published.glob("*/totals.json")}
    ledger = file.read()  # after the files, because a server beside writes the ledger first
    files = {name: days_in(published / name) for name, _ in ledger.standing}
    for name, day in sorted(ledger.standing):
        strata = files[name].get(day)
        if strata is None or digest_of(strata) != ledger.published[name, day].digest:
            raise SetupError(
                f"{published / name}: {day} is not there with the numbers that the ledger says; move the folder away "
                "and run pdd-server nightly, which writes it anew from the database"
            )
    # What is published stands in the ledger before it stands in the files.
    for name, days in sorted(found.items()):
        for day in sorted(days):
            if (name, day) not in ledger.standing:
                raise SetupError(f"{published / name}: {day} is there, and the ledger does not say so; {_COPY}")


def _check_campaigns(store: Store, published: Path) -> None:
    """Raise SetupError if a published file is not as the database has it."""
    with store.read() as connection:
        names = [one.campaign.id for one in campaigns.all_of(connection)]
    for name in names:
        try:
            _check_campaign(store, published, name)
        except SetupError:
            _check_campaign(store, published, name)  # a server beside may have published meanwhile


def _check_campaign(store: Store, published: Path, name: str) -> None:
    with store.read() as connection:
        check_files(connection, published / name, name)


def _check_signed(folder: Folder, store: Store) -> None:
    """Raise SetupError if a public file of keys, epochs or resets is not there, or differs."""
    statement, file = kept_statement(folder.signed_keys), folder.signed_keys.published
    if statement is None:
        return
    public_record.check_files(store, folder.published, read_key(folder.key), statement.identity)
    if not (file.exists() and file.read_text(encoding="utf-8") == chain_text(statement.links)):
        raise SetupError(f"{file}: is not as online.json has it; restart the server, which writes it anew")
