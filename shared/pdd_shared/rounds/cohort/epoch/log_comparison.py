"""Comparing the public log that a home reads with what somebody else was shown.

A server that keeps a second log for one home is found out by whoever compares the two. People compare numbers
(`weeks`), by telephone or on paper. Programs compare a signed checkpoint that somebody else kept, such as that in a
campaign's results (`compare`).
"""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from pdd_shared.protocol.merkle_tree import root_of
from pdd_shared.rounds.cohort.messages import Checkpoint, Epoch, Reset

_DIGITS, _GROUP = 40, 5
"""The digits of a fingerprint, and how many stand together. Two logs with one fingerprint take 2^66 tries to find."""


class Comparison(StrEnum):
    """How a checkpoint that somebody else was shown and the log that this home has read fit together."""

    SAME = "same"
    """The log has this checkpoint."""
    AHEAD = "ahead"
    """The checkpoint has more lines than this home has read."""
    RESTORED = "restored"
    """It is of another log. But this one has a reset, before which the server may have lost lines of the other one."""
    FORKED = "forked"
    """It is of another log. If that is still so once the home has read on, the server showed two."""


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
