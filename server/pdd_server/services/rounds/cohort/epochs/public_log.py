"""The public log of epochs and resets: its lines on the server, and what donors and everybody else are shown of it.

A line is shown to donors only after it stands in published/log.json, with its store. Homes refuse a log that lacks a
line that they have read. So a server that lost its database must find every line that it has shown in the files.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from nacl.signing import SigningKey
from sqlalchemy import Connection

from pdd_server.errors import SetupError
from pdd_server.store.engine import Store
from pdd_server.store.published.shared_files import LOG
from pdd_server.store.rounds.cohort import cohort_epochs, cohort_log
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import LogPart, Witnessed
from pdd_shared.protocol.signing import sign
from pdd_shared.rounds.cohort.epoch.public_log import PublicLog, log_line, read_log
from pdd_shared.rounds.cohort.messages import Checkpoint, Epoch, Reset
from pdd_shared.rounds.refusals import Refused


def shown_from(
    connection: Connection, first: int, key: SigningKey, identity: bytes, witnessed: Witnessed | None
) -> LogPart:
    """Return the lines that donors may be shown from this number on, and the checkpoint of all of them.

    Args:
        connection: A transaction.
        first: The number of the first line, from 0.
        key: The online key, which signs the checkpoint.
        identity: The server's identity key, 32 bytes.
        witnessed: The witnesses and their cosignatures, if the server has any.
    """
    size, root = cohort_log.end(connection) or (0, root_of(()).hex())
    lines = cohort_log.lines_from(connection, first) if first < size else ()
    checkpoint = sign(_checkpoint(identity, size, root), key)
    return LogPart(first=first, lines=lines, checkpoint=checkpoint, witnessed=witnessed)


def whole(connection: Connection, key: SigningKey, identity: bytes) -> LogPart:
    """Return the whole log as its file has it, with the lines that no donor was shown yet."""
    lines = lines_of(connection)
    return LogPart(first=0, lines=lines, checkpoint=sign(_checkpoint(identity, len(lines), root_of(lines).hex()), key))


def _checkpoint(identity: bytes, size: int, root: str) -> Checkpoint:
    return Checkpoint(server=identity.hex(), size=size, root=root)


def lines_of(connection: Connection) -> tuple[str, ...]:
    """Return all lines: those that donors may be shown, then those of later epochs and resets."""
    shown = cohort_log.lines_from(connection, 0)
    known, epochs = set(shown), cohort_epochs.all_of(connection)
    recorded: list[str] = []
    for reset in (None, *cohort_epochs.resets(connection)):
        if reset is not None:
            recorded.append(log_line(Reset.model_validate_json(reset.payload)))
        under = (one for one in epochs if one.reset == (reset.number if reset else 0))
        recorded += [log_line(Epoch.model_validate_json(one.payload)) for one in under]
    return (*shown, *(line for line in recorded if line not in known))


def follows(connection: Connection, message: Epoch, identity: bytes) -> bool:
    """Return whether homes accept an epoch after all others in the log."""
    try:
        read_log((*lines_of(connection), log_line(message)), identity)
    except Refused:
        return False
    return True


def largest_tree(connection: Connection, start: date) -> int:
    """Return `PublicLog.largest_tree` of all lines for an epoch that starts on this day."""
    return PublicLog((), tuple(_epochs(lines_of(connection))), None).largest_tree(start)


def _epochs(lines: Iterable[str]) -> Iterator[Epoch]:
    for kind, _, text in (line.partition(" ") for line in lines):
        if kind == Epoch.KIND:
            yield Epoch.model_validate_json(text)


def is_behind(connection: Connection) -> bool:
    """Return whether there are lines that donors may not be shown yet."""
    size, _ = cohort_log.end(connection) or (0, "")
    return len(lines_of(connection)) > size


def show_all(store: Store) -> None:
    """Let donors be shown all lines, which stand in the published file by now."""
    with store.write() as connection:
        _add(connection, lines_of(connection))


def _add(connection: Connection, lines: Sequence[str]) -> None:
    """Add those of all lines that are not on record."""
    first, _ = cohort_log.end(connection) or (0, "")
    new = [(lines[place], root_of(lines[: place + 1]).hex()) for place in range(first, len(lines))]
    cohort_log.append(connection, first, new)


def read_back(connection: Connection, published: Path, identity: bytes) -> None:
    """Add the lines to a restored database that it lacks, from the published file; nothing without the file.

    Raises:
        SetupError: The file is damaged, or is the log of another server.
    """
    file = published / LOG
    try:
        lines = LogPart.model_validate_json(file.read_bytes()).lines
    except FileNotFoundError:
        return
    except ValueError:
        raise SetupError(f"{file}: is damaged; restore published/ from a mirror of it") from None
    known = cohort_log.lines_from(connection, 0)
    if any(epoch.server != identity.hex() for epoch in _epochs(lines)):
        raise SetupError(f"{file}: is the log of another server; restore published/ from a mirror of it")
    if lines[: len(known)] != known[: len(lines)]:
        raise SetupError(f"{file}: has other lines than the database; restore published/ from a mirror of it")
    _add(connection, max(lines, known, key=len))
