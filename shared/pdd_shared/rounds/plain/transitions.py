"""The `plain` round: PDD (WWW '19), sections 3.2 and 3.4, as transition functions of donor and server.

The donor's half: `open_round` checks everything a donor enforces and yields the round's context, `submit` blinds.
The server's half: a group is `Collecting`, then `Summed` or `Lost`; `receive` and `close` lead from one to the next.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.keys import DonorSecrets, WeakKey, member_is_genuine
from pdd_shared.protocol.limits import LEAST_GROUP, MAX_ENTRIES
from pdd_shared.protocol.messages import Member, Plan, Roster, Signed
from pdd_shared.protocol.signing import BadSignature, open_signed, signed_digest
from pdd_shared.rounds.layout import Vector, from_bytes, layout_digest, to_bytes, width
from pdd_shared.rounds.plain.blinding import blind
from pdd_shared.rounds.refusals import Reason, Refused

PinnedKey = Callable[[str], str | None]
"""The exchange key that an identity was first seen with, both in hex; None for one not seen before."""


def encode_context(plan: Plan, plan_digest: bytes, group: int, roster_digest: bytes) -> bytes:
    """The round context, length-prefixed: every seed depends on each byte of it."""
    return length_prefixed(
        [
            plan.protocol.encode(),
            plan.version.to_bytes(4, "little"),
            bytes.fromhex(plan.server),
            plan.day.isoformat().encode(),
            group.to_bytes(4, "little"),
            plan_digest,
            roster_digest,
            layout_digest(plan.layout),
        ]
    )


# --- the donor's half


@dataclass(frozen=True)
class Limits:
    """What a donor accepts at most and at least, whatever a server says."""

    max_numbers: int = MAX_ENTRIES
    least_group: int = LEAST_GROUP


LIMITS = Limits()


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
    pinned: PinnedKey = lambda _identity: None,
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
    _check_plan(plan, limits)
    _check_members(plan, roster.members, own, identity, pinned)
    encoded = encode_context(plan, plan_digest, roster.group, signed_digest(signed_roster, Roster))
    context = Context(plan, roster, roster.members.index(own), encoded)
    if signed_before is not None and signed_before != context.digest:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{plan.day} was already blinded under another plan or roster")
    return context


def _check_plan(plan: Plan, limits: Limits) -> None:
    """Refuse a floor below a donor's own, and a vector longer than it blinds."""
    if plan.min_group < limits.least_group:
        raise Refused(
            Reason.FLOOR_TOO_LOW, f"a floor of {plan.min_group}; a donor accepts {limits.least_group} or more"
        )
    if width(plan.layout) > limits.max_numbers:
        raise Refused(Reason.LAYOUT_TOO_LARGE, f"{width(plan.layout)} numbers; a donor blinds {limits.max_numbers}")


def _check_members(plan: Plan, members: Sequence[Member], own: Member, identity: bytes, pinned: PinnedKey) -> None:
    """Refuse a group too small or too large, without this donor, with a key twice, or with a key that nobody signed.

    `identity` is the key that the server is known by. An identity with another exchange key than the pinned one is
    refused, too. A pinned key was verified when it was first seen, and is not verified again.
    """
    if len(members) < plan.min_group:
        raise Refused(Reason.GROUP_TOO_SMALL, f"{len(members)} members; the floor is {plan.min_group}")
    if max((part.terms.max_searches for part in plan.layout), default=0) * len(members) >= 2**31:
        raise Refused(Reason.COUNT_TOO_LARGE, "the group's sums could pass 2^31")
    if own not in members:
        raise Refused(Reason.NOT_A_MEMBER, "the group does not hold this donor's keys")
    for keys in ([m.identity for m in members], [m.exchange for m in members]):
        if len(set(keys)) != len(keys):
            raise Refused(Reason.DUPLICATE_MEMBER, "two members of the group share a key")
    pins = [pinned(member.identity) for member in members]
    if any(pin not in (None, member.exchange) for pin, member in zip(pins, members, strict=True)):
        raise Refused(Reason.CHANGED_KEY, "a member shows another exchange key than before")
    new = [member for pin, member in zip(pins, members, strict=True) if pin is None]
    if not all(member_is_genuine(member, identity) for member in new):
        raise Refused(Reason.FORGED_MEMBER, "a member's exchange key is not signed by its identity key")


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
