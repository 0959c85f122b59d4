"""The server's half of a `plain` round: a group's frozen states, and the functions that return the next one.

The package's docstring has the theory and the table of all legal transitions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from pdd_shared.rounds.layout import Vector, from_bytes
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True, eq=False)
class Collecting:
    """A group that waits for vectors.

    Attributes:
        size: How many members the group has.
        total: The running sum modulo 2^32, which looks random while a member is missing.
        received: The digest of each vector that came, by its sender's place in the roster. No vector is kept.
    """

    size: int
    total: Vector = field(repr=False)
    received: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, eq=False)
class Summed:
    """A group whose members have all sent, so that the masks have cancelled and `total` is the exact sum."""

    size: int
    total: Vector = field(repr=False)
    received: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Lost:
    """A group whose window ended while a member was missing. Its running sum is useless, and is forgotten."""

    size: int


Group = Collecting | Summed | Lost


def open_group(size: int, numbers: int) -> Collecting:
    """Return a new group of `size` members, for vectors of that many numbers."""
    return Collecting(size, np.zeros(numbers, dtype=np.uint32))


def receive(group: Group, index: int, data: bytes) -> Group:
    """Return the group after a member sent its vector; the same group after a resend of the same bytes.

    Args:
        group: The group before.
        index: The member's place in the roster.
        data: The vector as it travels.

    Raises:
        Refused: TOO_LATE if the group is lost; DIFFERENT_VECTOR if the member has sent other bytes before;
            NOT_A_MEMBER if the roster has no such place; WRONG_SIZE if the vector does not fit. The group is unchanged.
    """
    if isinstance(group, Lost):
        raise Refused(Reason.TOO_LATE, "the window of this round is over")
    name = vector_digest(data)
    if index in group.received:
        if group.received[index] != name:
            raise Refused(Reason.DIFFERENT_VECTOR, "this member has already sent another vector for this round")
        return group
    if not 0 <= index < group.size:
        raise Refused(Reason.NOT_A_MEMBER, "no such member in this group")
    try:
        vector = from_bytes(data, len(group.total))
    except ValueError as error:
        raise Refused(Reason.WRONG_SIZE, str(error)) from None
    received = {**group.received, index: name}
    if len(received) == group.size:
        return Summed(group.size, group.total + vector, received)
    return replace(group, total=group.total + vector, received=received)


def close(group: Group) -> Summed | Lost:
    """Return the group when its window ends. An exact sum stays; a running sum is lost."""
    return group if isinstance(group, Summed) else Lost(group.size)
