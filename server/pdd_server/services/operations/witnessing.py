"""The server's witnesses: the key under which they know its log, and asking all of them."""

from pdd_server.errors import SetupError
from pdd_server.services.operations.data_folder import Deployment, Folder
from pdd_server.services.operations.signing_keys import read_key
from pdd_server.services.rounds.cohort.epochs.cosigning import NotCosigned, WitnessIsAhead, ask_all
from pdd_server.store.files import write_secret
from pdd_shared.protocol.checkpoints import LOG, NoteKey, origin_of
from pdd_shared.protocol.keys import KEY_SIZE, RandomBytes


def log_key(folder: Folder, address: str, random_bytes: RandomBytes) -> NoteKey:
    """Return the public key of a server's log, and make the key if there is none yet. It is never replaced.

    Args:
        folder: The data folder.
        address: The server's address as donors type it.
        random_bytes: The source of the key.
    """
    if not folder.log_key.exists():
        write_secret(folder.log_key, f"{random_bytes(KEY_SIZE).hex()}\n".encode())
    return NoteKey(origin_of(address), LOG, read_key(folder.log_key).verify_key.encode())


def ask_witnesses(server: Deployment) -> tuple[NotCosigned, ...]:
    """Ask the server's witnesses for the cosignatures that are due, and return what went wrong.

    Raises:
        SetupError: The log's key can't be read.
    """
    if server.config.witnesses is None or server.config.protocol != "cohort":
        return ()
    if not server.folder.log_key.exists():
        raise SetupError(f"{server.folder.log_key}: is missing; make it with pdd-server keys log, or restore it")
    return ask_all(server.store, server.config.witnesses, read_key(server.folder.log_key), server.clock())


def check_not_ahead(server: Deployment) -> None:
    """Raise SetupError if a witness has cosigned lines of the log that a restored server has lost."""
    for error in ask_witnesses(server):
        if isinstance(error, WitnessIsAhead):
            raise SetupError(str(error))
