"""The files published/epochs/N.json and published/resets/N.json: what everybody can compare.

They are written from the database, after the transaction that made what they say. So they never say what the database
does not know, unless that was restored from a backup: then the server must not go on before `pdd-server reset`.
"""

from pathlib import Path

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.services.rounds.cohort.donor_tasks import last_reset
from pdd_server.services.rounds.cohort.epochs import epochs
from pdd_server.services.rounds.cohort.signed_messages import sign_epoch
from pdd_server.store.engine import Store
from pdd_server.store.files import replace_text
from pdd_server.store.locks import locked
from pdd_server.store.rounds.cohort import cohort_epochs
from pdd_shared.protocol.messages import Signed

_PATIENCE = 600.0
"""Seconds to wait for another process that is writing the files."""


def write_all(store: Store, folder: Path, key: SigningKey) -> None:
    """Bring the files up to date; each is replaced as a whole, and durably."""
    with store.read() as connection:
        texts = {f"epochs/{one.number}": sign_epoch(one, key) for one in cohort_epochs.all_of(connection)}
        last = cohort_epochs.last_reset(connection)
        signed = last_reset(connection, key)
    if last is not None and signed is not None:
        texts[f"resets/{last.number}"] = signed
    folder.mkdir(parents=True, exist_ok=True)
    # Two processes must not write the same partial file.
    with locked(folder / ".lock", _PATIENCE):
        for name, text in texts.items():
            _replace(folder / f"{name}.json", text.model_dump_json() + "\n")


def check_restored(connection: Connection, folder: Path) -> None:
    """SetupError if more was published than the database knows: it was restored, and nobody has said so."""
    highest = max((int(file.stem) for file in (folder / "epochs").glob("*.json") if file.stem.isdigit()), default=-1)
    if highest >= epochs.following(connection):
        raise SetupError(
            f"{folder / 'epochs'}: epoch {highest} was published, and the database does not know it, so it was "
            "restored from a backup; stop the server and run pdd-server reset"
        )


def read_epoch(connection: Connection, folder: Path, number: int, key: SigningKey) -> Signed | None:
    """The signed epoch of this number; where the database has lost it, as it was published."""
    found = cohort_epochs.get(connection, number)
    if found is not None:
        return sign_epoch(found, key)
    try:
        return Signed.model_validate_json((folder / "epochs" / f"{number}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _replace(file: Path, text: str) -> None:
    """Write a file unless it says that already."""
    if file.exists() and file.read_text(encoding="utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_text(file, text)
