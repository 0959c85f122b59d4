"""The public log of a server: one line for each of its epochs and resets, which every home reads whole.

A server that signs an epoch for one home alone would have to keep a second log for that home for ever. The log is a
Merkle tree of its lines as RFC 6962 has it, so that what homes compare is 32 bytes, and so that witnesses can follow it
without knowing what the lines mean.

A line is the kind of a message, a space, and the message's text. A home keeps all lines that it read, and takes only
a log that goes on from them (`follow_log`). It checks that each epoch follows the one before it in the log. So a home
that has just joined, too, notices a second epoch under one number, or one that began too soon. No line can be taken
back, so while the log has one that breaks a rule, the home takes no part.

A server that was restored from a backup may have lost lines. Its log then goes on with a reset where they were
(`follow_restored`). A home takes that, because a server that forks its log can write a reset as well; but it does not
forget the trees that it has read of.

A line of another kind is hashed and means nothing: later versions of the protocol may add kinds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

from pdd_shared.protocol.limits import LOG_REMEMBERED, MOST_LOG_LINES
from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.protocol.messages import LogPart
from pdd_shared.rounds.cohort.epoch.acceptance import KnownEpoch, check_follows, check_server
from pdd_shared.rounds.cohort.messages import Checkpoint, Epoch, Reset
from pdd_shared.rounds.cohort.signed_messages import open_message, read_message
from pdd_shared.rounds.refusals import Reason, Refused


def log_line(message: Epoch | Reset) -> str:
    """Return the line of a message in the log."""
    return f"{message.KIND} {message.model_dump_json()}"


@dataclass(frozen=True)
class PublicLog:
    """A log whose lines follow each other.

    Attributes:
        lines: All lines.
        epochs: The epochs in them, in the same order.
        reset: The last reset in them.
        lost: Epochs that the home has read of, and that a restored server lost.
    """

    lines: tuple[str, ...]
    epochs: tuple[Epoch, ...]
    reset: Reset | None
    lost: tuple[Epoch, ...] = ()

    def check_logged(self, epoch: Epoch) -> None:
        """Check that an epoch is in the log as it is.

        Raises:
            Refused: NOT_LOGGED if the log has no epoch of this number; TWO_EPOCHS if it has another one.
        """
        logged = next((each for each in self.epochs if each.number == epoch.number), None)
        if logged is None:
            raise Refused(Reason.NOT_LOGGED, f"epoch {epoch.number} is not in the server's public log")
        if logged != epoch:
            raise Refused(Reason.TWO_EPOCHS, f"the server's public log has another epoch {epoch.number}")

    def largest_tree(self, start: date) -> int:
        """Return the most leaves of a tree that began in the 28 days until this day; 0 if none did.

        Homes compute the least floor of an epoch from half of it, so that a server can't leave most donors out of a
        tree at once.
        """
        recent = (each.size for each in (*self.epochs, *self.lost) if start - LOG_REMEMBERED <= each.start <= start)
        return max(recent, default=0)


def read_log(lines: Sequence[str], server: bytes, known: int = 0) -> PublicLog:
    """Check that the lines of a server's log follow each other, and return the log.

    Args:
        lines: All lines, from the first one.
        server: The server's identity key, 32 bytes.
        known: How many of the first lines the home has checked in an earlier contact.

    Raises:
        Refused: BAD_SIGNATURE for a line that can't be read. FOREIGN_EPOCH for a line of another server, a reset that
            does not follow the one before it, or an epoch that does not name the last reset. TWO_EPOCHS for an epoch
            whose number is not above that of the one before it. TOO_SOON for one that begins too soon after it.
    """
    epochs: list[Epoch] = []
    reset: Reset | None = None
    for place, line in enumerate(lines):
        kind, _, text = line.partition(" ")
        if place < known:
            epochs += [Epoch.model_validate_json(text)] if kind == Epoch.KIND else []
            reset = Reset.model_validate_json(text) if kind == Reset.KIND else reset
        elif kind == Reset.KIND:
            reset = _next_reset(read_message(text, Reset), server, reset)
        elif kind == Epoch.KIND:
            epochs.append(_next_epoch(read_message(text, Epoch), server, epochs[-1] if epochs else None, reset))
    return PublicLog(tuple(lines), tuple(epochs), reset)


def _next_reset(reset: Reset, server: bytes, before: Reset | None) -> Reset:
    check_server(reset.server, server)
    if before is not None and (reset.number <= before.number or reset.day < before.day):
        raise Refused(Reason.FOREIGN_EPOCH, f"reset {reset.number} does not follow reset {before.number}")
    return reset


def _next_epoch(epoch: Epoch, server: bytes, before: Epoch | None, reset: Reset | None) -> Epoch:
    check_server(epoch.server, server)
    if epoch.reset != (reset.number if reset else 0):
        raise Refused(Reason.FOREIGN_EPOCH, f"epoch {epoch.number} does not name the last reset in the log")
    if before is not None and not _goes_back(epoch, before, reset):
        check_follows(epoch, KnownEpoch.of(before), reset, None)
    return epoch


def _goes_back(epoch: Epoch, before: Epoch, reset: Reset | None) -> bool:
    """Return whether an epoch is the first one after a reset that ended an epoch begun under a clock that was ahead."""
    is_first = reset is not None and epoch.reset > before.reset and reset.day < epoch.start <= before.start
    return is_first and epoch.number > before.number


def follow_log(known: Sequence[str], shown: LogPart, *, server: bytes, online_key: bytes) -> PublicLog:
    """Check that the log that a server shows goes on from the lines that a home knows, and return it whole.

    Args:
        known: The lines that the home has read.
        shown: The lines after them, and the signed checkpoint of all.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH for another server. FORKED_LOG if the checkpoint is not that of the known
            lines and the new ones. Else as `read_log`.
    """
    lines = (*known, *shown.lines)
    _check_signed(lines, shown, server, online_key)
    if shown.first != len(known):
        raise _forked(len(known))
    return read_log(lines, server, len(known))


def follow_restored(known: Sequence[str], shown: LogPart, *, server: bytes, online_key: bytes) -> PublicLog:
    """Check the whole log of a server that lost lines that a home knows, and return it with the epochs that it lost.

    Args:
        known: The lines that the home has read.
        shown: The whole log.
        server: The server's identity key, 32 bytes.
        online_key: The key that signs the server's messages today, 32 bytes.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH for another server. FORKED_LOG if the first line that is not as the home
            knows it is no reset with a higher number than those that the home knows. Else as `read_log`.
    """
    _check_signed(shown.lines, shown, server, online_key)
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(known, shown.lines, strict=False)))
    before, log = read_log(known, server), read_log(shown.lines, server)
    # Only if the next line is a reset with a higher number, the last reset until it is another one than before.
    resumed = read_log(shown.lines[: kept + 1], server).reset
    if resumed is None or (before.reset is not None and resumed.number <= before.reset.number):
        raise _forked(len(known))
    return replace(log, lost=tuple(each for each in before.epochs if each not in log.epochs))


def _check_signed(lines: Sequence[str], shown: LogPart, server: bytes, online_key: bytes) -> None:
    """Check that the shown checkpoint is signed, and is that of these lines, which are not too many."""
    checkpoint = open_message(shown.checkpoint, Checkpoint, online_key)
    check_server(checkpoint.server, server)
    if len(lines) > MOST_LOG_LINES or (checkpoint.size, checkpoint.root) != (len(lines), root_of(lines).hex()):
        raise _forked(len(lines) - len(shown.lines))


def _forked(known: int) -> Refused:
    return Refused(Reason.FORKED_LOG, f"the public log does not go on from the {known} lines known here")
