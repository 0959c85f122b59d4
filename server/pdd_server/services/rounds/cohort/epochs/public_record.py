"""The public files of epochs and resets: published/epochs/N.json, published/resets/N.json and published/log.json.

Donors compare the epoch that they were shown with the published one. So a server that shows one donor a tree of its own
is found out.

The files are written from the database, after the transaction that recorded the epoch or reset. So the files never know
more than the database, unless the database was restored from a backup. Then the server must not go on before
`pdd-server reset`.
"""

from pathlib import Path

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.rounds.cohort.epochs import epochs, public_log
from pdd_server.services.rounds.cohort.signed_messages import sign_epoch, sign_reset
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_text
from pdd_server.store.locks import locked
from pdd_server.store.published.shared_files import LOG
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_shared.protocol.fields import Message
from pdd_shared.protocol.messages import Signed

_PATIENCE = 600.0
"""Seconds to wait for another process that is writing the files."""


def write_all(store: Store, folder: Path, key: SigningKey, identity: bytes) -> None:
    """Write the files of all epochs, of the last reset and of the log, where they are missing or differ.

    Each file is replaced as a whole, and durably.

    Args:
        store: The database.
        folder: The data folder's published/.
        key: The online key that signs the messages.
        identity: The server's identity key, 32 bytes.
    """
    texts = _texts(store, key, identity)
    folder.mkdir(parents=True, exist_ok=True)
    # Two processes must not write the same partial file.
    with locked(folder / ".lock", _PATIENCE):
        for name, text in texts.items():
            _replace(folder / name, text)


def check_files(store: Store, folder: Path, key: SigningKey, identity: bytes) -> None:
    """Raise SetupError if the file of an epoch, of the last reset or of the log is missing or differs."""
    for name, text in _texts(store, key, identity).items():
        if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8", errors="replace") != text:
            raise SetupError(
                f"{folder / name}: is not as the database has it; run pdd-server nightly, which writes it anew"
            )


def _texts(store: Store, key: SigningKey, identity: bytes) -> dict[str, str]:
    """Return the content of each file, by its name."""
    with store.read() as connection:
        signed = {f"epochs/{one.number}": sign_epoch(one, key) for one in cohort_epochs.all_of(connection)}
        last = cohort_epochs.last_reset(connection)
        log = public_log.whole(connection, key, identity)
    if last is not None:
        signed[f"resets/{last.number}"] = sign_reset(last, key)
    texts: dict[str, Message] = {f"{name}.json": text for name, text in signed.items()}
    if log.lines:
        texts[LOG] = log
    return {name: text.model_dump_json() + "\n" for name, text in texts.items()}


def check_restored(connection: Connection, folder: Path) -> None:
    """Check that the database was not restored from a backup without `pdd-server reset`.

    Args:
        connection: A transaction.
        folder: The data folder's published/.

    Raises:
        SetupError: An epoch was published that the database does not know.
    """
    highest = max((int(file.stem) for file in (folder / "epochs").glob("*.json") if file.stem.isdigit()), default=-1)
    if highest >= epochs.following(connection):
        raise SetupError(
            f"{folder / 'epochs'}: epoch {highest} was published, and the database does not know it, so it was "
            "restored from a backup; stop the server and run pdd-server reset"
        )


def read_epoch(connection: Connection, folder: Path, number: int, key: SigningKey) -> Signed | None:
    """Return the signed epoch of this number, or None if there is none.

    An epoch that a restored database has lost is read from its published file.
    """
    found = cohort_epochs.get(connection, number)
    if found is not None:
        return sign_epoch(found, key)
    try:
        return Signed.model_validate_json((folder / "epochs" / f"{number}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _replace(file: Path, text: str) -> None:
    """Write a file unless it has this text already."""
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_text(file, text)
