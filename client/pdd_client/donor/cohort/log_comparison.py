"""Compares the public log that this home reads with what somebody else was shown.

A checkpoint of more lines than the home has read is kept, and compared again in each contact. So is one that proves
that the server showed two logs: from then on the home refuses the log in each contact, and sends nothing.
"""

from datetime import date
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.cohort.public_log import kept_lines, kept_log
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.cohort.epoch_store import ServerStatement
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_client.gateways.home_store.log_store import Logged
from pdd_shared.protocol.messages import SignedCheckpoint
from pdd_shared.rounds.cohort.epoch import log_comparison
from pdd_shared.rounds.cohort.epoch.log_comparison import Comparison, compare, open_checkpoint
from pdd_shared.rounds.cohort.messages import Checkpoint
from pdd_shared.rounds.refusals import Reason, Refused

_MOST_BYTES = 64 * 2**20
"""The largest file that is read. The results of 10,000 entries over a winter have half of it."""
_DETAIL = "the server signed another public log for somebody else"


class _Results(BaseModel):
    """What is read of a campaign's results."""

    log: SignedCheckpoint


_FILE: TypeAdapter[SignedCheckpoint | _Results] = TypeAdapter(SignedCheckpoint | _Results)


def weeks(installation: Installation) -> list[tuple[date, str]]:
    """Return the numbers that people compare, by the first day of the list of donors, the newest first."""
    return log_comparison.weeks(kept_lines(installation.store))


def compare_log(installation: Installation, file: Path) -> Comparison:
    """Compare the log with the checkpoint in a file.

    Args:
        installation: the home, which has joined a server.
        file: the results of one of its campaigns as JSON, or the server's `checkpoint.json`.

    Raises:
        DonorError: the file can't be read, or has no checkpoint that this server signed. Or the home has joined no
            server.

    """
    identity = bytes.fromhex(installation.membership().info.key)
    shown, store = _checkpoint_in(file), installation.store
    try:
        open_checkpoint(shown, identity)
    except Refused as refused:
        raise _no_checkpoint(file, f"of the server that you joined ({refused.detail})") from None
    with store.transaction():
        result, before = _compared(store, shown), _kept(store)
        if result == Comparison.FORKED:
            store.log.add(Logged(installation.clock(), "refusal", reason=Reason.FORKED_LOG, detail=_DETAIL))
            _keep_evidence(installation, shown)
        # What proves that the server lied must not make room for what is to be compared later.
        is_proved = before is not None and _compared(store, before) == Comparison.FORKED
        if result == Comparison.FORKED or (result == Comparison.AHEAD and not is_proved):
            store.set_fact("compared", shown.model_dump_json())
    return result


def check_compared(installation: Installation) -> None:
    """Compare the log, after new lines were read, with the checkpoint that was kept.

    Raises:
        Refused: FORKED_LOG if that is one of another log.

    """
    store = installation.store
    shown = _kept(store)
    if shown is None or _compared(store, shown) != Comparison.FORKED:
        return
    with store.transaction():
        _keep_evidence(installation, shown)
    raise Refused(Reason.FORKED_LOG, _DETAIL)


def _checkpoint_in(file: Path) -> SignedCheckpoint:
    try:
        with file.open("rb") as opened:
            found = _FILE.validate_json(opened.read(_MOST_BYTES))
    except ValidationError:
        raise _no_checkpoint(file, "of a server's public log") from None
    except OSError as error:
        line = f"{file.name} can't be read ({error.strerror}): nothing was compared; choose another file"
        raise DonorError(line, Code.NO_CHECKPOINT) from None
    return found.log if isinstance(found, _Results) else found


def _no_checkpoint(file: Path, what: str) -> DonorError:
    return DonorError(
        f"{file.name} has no checkpoint {what}: nothing was compared; take a campaign's results.json, from somebody "
        "who got it elsewhere than you",
        Code.NO_CHECKPOINT,
    )


def _kept(store: LocalStore) -> SignedCheckpoint | None:
    kept = store.fact("compared")
    return SignedCheckpoint.model_validate_json(kept) if kept else None


def _compared(store: LocalStore, shown: SignedCheckpoint) -> Comparison:
    """Return how the log and a checkpoint that was opened before fit together."""
    return compare(kept_lines(store), Checkpoint.model_validate_json(shown.checkpoint.payload))


def _keep_evidence(installation: Installation, shown: SignedCheckpoint) -> None:
    """Keep the two checkpoints. With the lines of the log, which the export has, they prove that the server lied."""
    other = ServerStatement(text=shown.checkpoint, key=shown.online)
    if kept := kept_log(installation.store):
        now = installation.clock()
        installation.store.epochs.keep_evidence(now, Reason.FORKED_LOG, kept.checkpoint, other)
