"""Comparing the public log that a home reads with what somebody else was shown.

A server that keeps a second log for one home is found out by whoever compares the two. People compare numbers
(`weeks`), by telephone or on paper. Programs compare a signed checkpoint that somebody else kept, such as that in a
campaign's results (`compare`). Two checkpoints of one size and two roots, both signed, prove that the server lied.
"""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from pdd_shared.protocol.messages import SignedCheckpoint
from pdd_shared.rounds.cohort.epoch.acceptance import check_server
from pdd_shared.rounds.cohort.epoch.public_log import root_of
from pdd_shared.rounds.cohort.messages import Checkpoint, Epoch, OnlineKey, Reset
from pdd_shared.rounds.cohort.signed_messages import open_message

_DIGITS, _GROUP = 40, 5
"""The digits of a fingerprint, and how many stand together. Two logs with one fingerprint take 2^66 tries to find."""


class Comparison(StrEnum):
    """How a checkpoint that somebody else was shown and the log of this home fit together."""

    SAME = "same"
    """The checkpoint is one of this log."""
    AHEAD = "ahead"
    """It has more lines than this home has read."""
    RESTORED = "restored"
    """It is another log. But this one has a reset, before which the server may have lost lines of the other one."""
    FORKED = "forked"
    """It is another log: the server showed two."""


def open_checkpoint(shown: SignedCheckpoint, server: bytes) -> Checkpoint:
    """Check a signed checkpoint, of whatever day, and return it.

    Args:
        shown: The checkpoint and the statement for its key.
        server: The server's identity key, 32 bytes.

    Raises:
        Refused: BAD_SIGNATURE. FOREIGN_EPOCH for another server.
    """
    online = open_message(shown.online, OnlineKey, server)
    check_server(online.server, server)
    checkpoint = open_message(shown.checkpoint, Checkpoint, bytes.fromhex(online.key))
    check_server(checkpoint.server, server)
    return checkpoint


def compare(lines: Sequence[str], checkpoint: Checkpoint) -> Comparison:
    """Return how a checkpoint and the lines that a home has read fit together."""
    if checkpoint.size > len(lines):
        return Comparison.AHEAD
    if root_of(lines[: checkpoint.size]).hex() == checkpoint.root:
        return Comparison.SAME
    is_reset = any(line.startswith(f"{Reset.KIND} ") for line in lines[: checkpoint.size])
    return Comparison.RESTORED if is_reset else Comparison.FORKED


def fingerprint(root: bytes) -> str:
    """Return a root as people compare it: its last 40 decimal digits, in groups of five."""
    digits = f"{int.from_bytes(root) % 10**_DIGITS:0{_DIGITS}}"
    return " ".join(digits[start : start + _GROUP] for start in range(0, _DIGITS, _GROUP))


def weeks(lines: Sequence[str], most: int = 2) -> list[tuple[date, str]]:
    """Return the first days of a log's last epochs and the fingerprint of the log up to each, the newest first.

    Two homes that have read different numbers of lines can compare the epochs that both know.

    Args:
        lines: All lines of a checked log.
        most: How many epochs.
    """
    sizes = [size for size, line in enumerate(lines, 1) if line.startswith(f"{Epoch.KIND} ")]
    return [(_start(lines[size - 1]), fingerprint(root_of(lines[:size]))) for size in sizes[: -most - 1 : -1]]


def _start(line: str) -> date:
    return Epoch.model_validate_json(line.partition(" ")[2]).start
