"""Compares the public log that this home reads with what somebody else was shown.

A home that was away for a while may know lines that a restored server has lost. So a checkpoint that does not fit is
only kept at first, and compared again in the next contact, after the home has read on. If it still does not fit, the
server showed two logs. From then on the home reads the log no more, so that its lines stay as a proof, and sends
nothing.
"""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ValidationError

from pdd_client.core.errors import Code, DonorError
from pdd_client.donor.cohort.public_log import kept_lines, kept_log, read_log
from pdd_client.donor.contact.contact import Contact
from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_store.cohort.epoch_store import ServerStatement
from pdd_client.gateways.home_store.local_store import LocalStore
from pdd_shared.protocol.messages import LogPart, Signed
from pdd_shared.rounds.cohort.epoch import log_comparison
from pdd_shared.rounds.cohort.epoch.log_comparison import Comparison, compare
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog
from pdd_shared.rounds.cohort.messages import Checkpoint
from pdd_shared.rounds.cohort.signed_messages import open_message
from pdd_shared.rounds.refusals import Reason, Refused

_MOST_BYTES = 64 * 2**20
"""The largest file that is read. The results of 10,000 entries over a winter have half of it."""


class _Results(BaseModel):
    """What is read of a campaign's results."""

    log: Signed


def weeks(store: LocalStore) -> list[tuple[date, str]]:
    """Return the numbers that people compare, by the first day of the list of donors, the newest first."""
    return log_comparison.weeks(kept_lines(store))


@dataclass(frozen=True)
class Compared:
    """What a comparison with a file found.

    Attributes:
        result: how the file and the log fit together.
        until: the first day of the last list of donors that the file knows of, if they fit.

    """

    result: Comparison
    until: date | None


def compare_log(installation: Installation, file: Path) -> Compared:
    """Compare the log with the checkpoint in a campaign's results, and keep it if it does not fit.

    Args:
        installation: the home, which has joined a server.
        file: the results as JSON.

    Raises:
        DonorError: the file can't be read, or has no checkpoint that this server signed with its key of now, or one
            of a log without epochs. Or the home has joined no server.

    """
    membership, store = installation.membership(), installation.store
    shown = _checkpoint_in(file)
    try:
        checkpoint = open_message(shown, Checkpoint, membership.server_key)
    except Refused:
        raise _no_checkpoint(file, "that your server signed with the key that it has now") from None
    with store.transaction():
        lines = kept_lines(store)
        result, known = compare(lines, checkpoint), log_comparison.weeks(lines[: checkpoint.size], 1)
        if result == Comparison.SAME and not known:
            raise _no_checkpoint(file, "of a log with lists of donors")
        if result == Comparison.FORKED:
            store.set_fact("compared", ServerStatement(text=shown, key=membership.info.online).model_dump_json())
    return Compared(result, known[0][0] if result == Comparison.SAME else None)


def read_and_compare(contact: Contact, shown: LogPart | None) -> PublicLog:
    """Read the log and compare it with the kept checkpoint, if there is one.

    Args:
        contact: the contact with the server.
        shown: the lines that the server shows.

    Raises:
        Refused: FORKED_LOG if the checkpoint is one of another log, now or in an earlier contact; else as `read_log`.

    """
    refused, store = Refused(Reason.FORKED_LOG, "the server signed another public log for somebody else"), contact.store
    if store.fact("forked") is not None:
        raise refused
    log = read_log(contact, shown)
    if (kept := store.fact("compared")) is None:
        return log
    other = ServerStatement.model_validate_json(kept)
    is_forked = _is_forked(log, other.text, contact.server_key)
    with store.transaction():
        store.set_fact("compared", None)
        if is_forked:
            _convict(contact, other)
    if is_forked:
        raise refused
    return log


def _is_forked(log: PublicLog, other: Signed, key: bytes) -> bool:
    """Return whether a checkpoint is one of another log; False if the key that signed it was replaced since."""
    try:
        return compare(log.lines, open_message(other, Checkpoint, key)) == Comparison.FORKED
    except Refused:
        return False


def _convict(contact: Contact, other: ServerStatement) -> None:
    """Keep the two checkpoints. With the lines of the log, which the export has, they prove that the server lied."""
    contact.store.set_fact("forked", "yes")
    if own := kept_log(contact.store):
        now = contact.installation.clock()
        contact.store.epochs.keep_evidence(now, Reason.FORKED_LOG, own.checkpoint, other)


def _checkpoint_in(file: Path) -> Signed:
    try:
        with file.open("rb") as opened:
            content = opened.read(_MOST_BYTES + 1)
    except OSError as error:
        line = f"{file.name} can't be read ({error.strerror}): nothing was compared; choose another file"
        raise DonorError(line, Code.NO_CHECKPOINT) from None
    if len(content) > _MOST_BYTES:
        raise _no_checkpoint(file, "in its first 64 MB")
    try:
        return _Results.model_validate_json(content).log
    except ValidationError:
        raise _no_checkpoint(file, "of a server's public log") from None


def _no_checkpoint(file: Path, what: str) -> DonorError:
    return DonorError(
        f"{file.name} has no checkpoint {what}: nothing was compared; take a campaign's results.json, from somebody "
        "who got it elsewhere than you",
        Code.NO_CHECKPOINT,
    )
