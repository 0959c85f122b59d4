"""The `plain` round: PDD (WWW '19), sections 3.2 and 3.4, as transition functions of donor and server.

The donor's half: `open_round` checks everything a donor enforces and yields the round's context, `submit` blinds.
The server's half: a group is `Collecting`, then `Summed` or `Lost`; `receive` and `close` lead from one to the next.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np

from pdd_shared.blinding import blind
from pdd_shared.encoding import digest
from pdd_shared.keys import DonorSecrets, WeakKey
from pdd_shared.layout import Vector, from_bytes, to_bytes, width
from pdd_shared.messages import Member, Plan, Roster, Signed
from pdd_shared.rounds.checks import LIMITS, Limits, PinnedKey, check_members, check_plan, encode_context, nobody_pinned
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.signing import BadSignature, open_signed, signed_digest

# --- the donor's half


@dataclass(frozen=True)
class Context:
    """A round as one member has checked it: what it takes to blind, and the digest a donor signs a day under once."""

    plan: Plan
    roster: Roster
    index: int
    encoded: bytes = field(repr=False)

    @property
    def digest(self) -> bytes:
        """32 bytes that name the round's context; the server and every member compute the same."""
        return digest("context", self.encoded)

    @property
    def publics(self) -> tuple[bytes, ...]:
        """The members' exchange keys, in the roster's order."""
        return tuple(bytes.fromhex(member.exchange) for member in self.roster.members)


def open_round(
    signed_plan: Signed,
    signed_roster: Signed,
    *,
    identity: bytes,
    server_key: bytes,
    own: Member,
    today: date,
    signed_before: bytes | None,
    limits: Limits = LIMITS,
    pinned: PinnedKey = nobody_pinned,
) -> Context:
    """The context of a round this donor takes part in, once every check has passed.

    `identity` is the server's pinned key, `server_key` the one that it signs with today; `own` the donor's public keys;
    `today` the data day now, by the server's clock;
    `signed_before` the digest of the context it has already blinded this data day under, if any; `pinned` the keys
    it has seen. Raises Refused, with the reason.
    """
    try:
        plan = open_signed(signed_plan, Plan, server_key)
        roster = open_signed(signed_roster, Roster, server_key)
    except BadSignature as error:
        raise Refused(Reason.BAD_SIGNATURE, str(error)) from None
    plan_digest = signed_digest(signed_plan, Plan)
    if plan.server != identity.hex() or roster.plan != plan_digest.hex() or roster.day != plan.day:
        raise Refused(Reason.FOREIGN_PLAN, "the plan or the roster belongs to another server, plan or day")
    if plan.day >= today:
        raise Refused(Reason.DAY_NOT_OVER, f"{plan.day} is not over")
    check_plan(plan, limits)
    check_members(plan, roster.members, own, identity, pinned)
    encoded = encode_context(plan, plan_digest, roster.group, signed_digest(signed_roster, Roster))
    context = Context(plan, roster, roster.members.index(own), encoded)
    if signed_before is not None and signed_before != context.digest:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{plan.day} was already blinded under another plan or roster")
    return context


def submit(context: Context, secrets: DonorSecrets, vector: Vector) -> bytes:
    """The blinded vector as it travels; the same inputs give the same bytes."""
    if len(vector) != width(context.plan.layout):
        raise Refused(Reason.WRONG_SIZE, "the vector does not fit the plan's layout")
    try:
        blinded = blind(vector, secrets.exchange_secret, context.index, context.publics, context.encoded)
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "a member's exchange key is of low order") from None
    return to_bytes(blinded)


# --- the server's half


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


def vector_digest(data: bytes) -> bytes:
    """32 bytes that tell a resend from another vector; of a blinded vector, so they tell nothing of its counts."""
    return digest("vector", data)


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
