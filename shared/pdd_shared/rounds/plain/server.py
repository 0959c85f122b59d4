"""The server's half of a `plain` round: a group's states, and the functions that lead from one to the next."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from pdd_shared.rounds.layout import Vector, from_bytes
from pdd_shared.rounds.plain.blinding import vector_digest
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class Collecting:
    """A group that waits for vectors: who sent what (digests alone) and the running sum of what came."""

    size: int
    total: Vector = field(repr=False)
    received: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Summed:
    """A group whose members have all sent: the masks have cancelled, `total` is exact."""

    size: int
    total: Vector = field(repr=False)
    received: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Lost:
    """A group whose window ended before all had sent: its running sum is noise, and is forgotten."""

    size: int


Group = Collecting | Summed | Lost


def open_group(size: int, numbers: int) -> Collecting:
    """A new group of that many members, for vectors of that many numbers."""
    return Collecting(size, np.zeros(numbers, dtype=np.uint32))


def receive(group: Group, index: int, data: bytes) -> Group:
    """The group after member `index` (its place in the roster) sent these bytes; unchanged by a resend.

    Raises Refused: TOO_LATE, WRONG_SIZE or DIFFERENT_VECTOR.
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
    """The group when its window ends: what was summed stays, what was not is lost."""
    return group if isinstance(group, Summed) else Lost(group.size)
