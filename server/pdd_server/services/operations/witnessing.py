"""The server's witnesses: the key under which they know its log, asking them, and never signing two logs.

What was signed last is noted beside the key, outside the database. So a database that was restored without its newest
lines, by whatever means, is noticed before anything is signed.
"""

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Annotated

from pydantic import Field, ValidationError

from pdd_server.config import Config, Witness, Witnesses
from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.services.operations.signing_keys import read_key
from pdd_server.services.rounds.cohort.epochs.cosigning import NotCosigned, SignedLog, ask_all, is_due
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_text, write_secret
from pdd_server.store.rounds.cohort import cohort_log
from pdd_shared.protocol.checkpoints import LOG, NoteKey, origin_of
from pdd_shared.protocol.fields import Hex32, Line, Message
from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes
from pdd_shared.protocol.merkle_tree import root_of

_REMEDY = "docs/guides/operator.md, Restore a backup, says what to do"
_one_at_a_time = Lock()
"""Held while a process asks, so that the hourly job and a nightly run don't note different logs."""


class _LastSigned(Message):
    """Name, size and root of the log that was signed last."""

    origin: Line
    size: Annotated[int, Field(ge=0)]
    root: Hex32


def log_key(folder: Folder, address: str, random_bytes: RandomBytes, *, may_make: bool) -> NoteKey:
    """Return the public key of a server's log, and make the key if there is none yet. It can never be replaced.

    Args:
        folder: The data folder.
        address: The server's address as donors type it.
        random_bytes: The source of the key.
        may_make: Whether the key may be made: not where witnesses know one already.

    Raises:
        SetupError: There is no key, and none may be made.
    """
    if not folder.log_key.exists():
        if not may_make:
            raise _missing(folder)
        write_secret(folder.log_key, f"{random_bytes(KEY_SIZE).hex()}\n".encode())
    return NoteKey(origin_of(address), LOG, read_key(folder.log_key).verify_key.encode())


def _missing(folder: Folder) -> SetupError:
    return SetupError(
        f"{folder.log_key}: is missing; restore it, because witnesses take no other key for this log. If there was "
        "never one, docs/guides/operator.md, Witnesses, says how to begin"
    )


def ask_witnesses(server: Deployment) -> tuple[NotCosigned, ...]:
    """Ask those of the server's witnesses whose cosignatures are due, and return what went wrong.

    Raises:
        SetupError: The log's key can't be read, or the log does not go on from the one that was signed last.
    """
    witnesses = server.config.witnesses
    if witnesses is None:
        return ()
    log, now = _log(server, witnesses), server.clock()
    with server.store.read() as connection:
        kept = cohort_log.cosignatures(connection)
    due = [one for one in witnesses.witnesses if is_due(kept.get(str(one.key)), len(log.lines), now)]
    return _ask(server, log, due if log.lines else ())


def check_witnesses(server: Deployment) -> None:
    """Check that no witness has cosigned lines of the log that a restored server has lost.

    Raises:
        SetupError: One has, or does not answer, so that nobody knows.
    """
    witnesses = server.config.witnesses
    if witnesses is None:
        return
    for failure in _ask(server, _log(server, witnesses), witnesses.witnesses):
        raise SetupError(f"{failure}. A witness never takes a log that lacks lines which it knows: {_REMEDY}")


def problems(server: Deployment) -> tuple[str, ...]:
    """Ask as `ask_witnesses` does, and return what went wrong in words, also about this server's own files."""
    try:
        return tuple(map(str, ask_witnesses(server)))
    except SetupError as error:
        return (str(error),)


def check_signed(folder: Folder, config: Config, store: Store) -> None:
    """Check the files of a server with witnesses.

    Raises:
        SetupError: The log's key is missing, or the log does not go on from the one that was signed last on this
            machine.
    """
    if config.witnesses is None:
        return
    if not folder.log_key.exists():
        raise _missing(folder)
    with store.read() as connection:
        _check_goes_on(folder.log_signed, config.witnesses.origin, cohort_log.lines_from(connection, 0))


def _log(server: Deployment, witnesses: Witnesses) -> SignedLog:
    if not server.folder.log_key.exists():
        raise _missing(server.folder)
    with server.store.read() as connection:
        lines = cohort_log.lines_from(connection, 0)
    return SignedLog(witnesses.origin, lines, read_key(server.folder.log_key))


def _ask(server: Deployment, log: SignedLog, asked: Sequence[Witness]) -> tuple[NotCosigned, ...]:
    """Note what is signed, then ask; in this order, or a kill between would leave no trace of a signature."""
    file = server.folder.log_signed
    with _one_at_a_time:
        _check_goes_on(file, log.origin, log.lines)
        last = _LastSigned(origin=log.origin, size=len(log.lines), root=root_of(log.lines).hex())
        if asked and _last_signed(file) != last:
            replace_text(file, last.model_dump_json() + "\n")
    return ask_all(server.store, log, asked, server.clock())


def _last_signed(file: Path) -> _LastSigned | None:
    try:
        return _LastSigned.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError:
        raise SetupError(f"{file}: is damaged; delete it: the witnesses know what they cosigned") from None


def _check_goes_on(file: Path, origin: str, lines: Sequence[str]) -> None:
    last = _last_signed(file)
    if last is None or last.origin != origin:
        return  # nothing was signed under this name here
    if last.size > len(lines) or root_of(lines[: last.size]).hex() != last.root:
        raise SetupError(f"{file}: the public log lacks lines that were signed for witnesses; {_REMEDY}")
