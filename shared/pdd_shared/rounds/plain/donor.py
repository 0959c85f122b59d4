"""The donor's half of a `plain` round: check all that a donor enforces, then blind the vector."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from pdd_shared.protocol.keys import DonorSecrets, WeakKey, member_is_genuine
from pdd_shared.protocol.limits import LEAST_GROUP, MAX_ENTRIES
from pdd_shared.protocol.messages import Member, Plan, Roster, Signed
from pdd_shared.protocol.signing import BadSignature, open_signed, signed_digest
from pdd_shared.rounds.layout import Vector, to_bytes, width
from pdd_shared.rounds.plain.blinding import blind
from pdd_shared.rounds.plain.context import Context, encode_context
from pdd_shared.rounds.refusals import Reason, Refused

PinnedKey = Callable[[str], str | None]
"""The exchange key that an identity was first seen with, both in hex; None for one not seen before."""


@dataclass(frozen=True)
class Limits:
    """What a donor accepts at most and at least, whatever a server says."""

    max_numbers: int = MAX_ENTRIES
    least_group: int = LEAST_GROUP


LIMITS = Limits()


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
