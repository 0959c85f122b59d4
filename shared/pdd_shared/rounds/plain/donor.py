"""The donor's half of a `plain` round: it checks the plan and the roster, then blinds its vector.

| check | attack that it stops |
| --- | --- |
| the plan names the pinned server, the roster this plan and day | a roster from another round |
| the data day is over | two sums of one day |
| floors of plan and group, and the own keys in the roster exactly once | the sum of a few donors |
| no key twice, and each exchange key is signed by its identity | members whose masks the server can compute |
| the exchange key of each identity is the one first seen | a member replaced by the server |
| one context for each data day | two groups that differ in one member, whose sums are subtracted |
| the layout's size, and the caps times the members | hours of computing, and sums that wrap round |
"""

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
"""Returns the exchange key with which an identity was first seen, both in hex; None for a new identity."""


@dataclass(frozen=True)
class Limits:
    """The bounds that a donor enforces whatever a server says.

    Attributes:
        max_numbers: The most numbers of a vector.
        least_group: The lowest floor of a plan.
    """

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
    """Check a plan and a roster, and return the round's context for this donor.

    Args:
        signed_plan: The round's plan.
        signed_roster: The roster of the donor's group.
        identity: The server's identity key, as pinned on joining.
        server_key: The key that the server signs with today.
        own: The donor's own public keys.
        today: The data day now, by the server's clock.
        signed_before: The digest of the context under which the donor has blinded this data day before, if it has.
        limits: The bounds that the donor enforces.
        pinned: Looks up the exchange keys that the donor has seen.

    Raises:
        Refused: A check failed. In this order: BAD_SIGNATURE, FOREIGN_PLAN, DAY_NOT_OVER, FLOOR_TOO_LOW,
            LAYOUT_TOO_LARGE, GROUP_TOO_SMALL, COUNT_TOO_LARGE, NOT_A_MEMBER, DUPLICATE_MEMBER, CHANGED_KEY,
            FORGED_MEMBER, DAY_SIGNED_BEFORE.
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
    """Refuse a floor below the donor's own, and a vector longer than the donor accepts."""
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
    """Blind a vector and return its bytes as they travel. The same inputs give the same bytes, so a resend is harmless.

    Args:
        context: The checked round.
        secrets: The donor's secret keys.
        vector: The donor's counts, one number for each of the layout's.

    Raises:
        Refused: WRONG_SIZE if the vector does not fit the plan; WEAK_KEY if a member's key is of low order.
    """
    if len(vector) != width(context.plan.layout):
        raise Refused(Reason.WRONG_SIZE, "the vector does not fit the plan's layout")
    try:
        blinded = blind(vector, secrets.exchange_secret, context.index, context.publics, context.encoded)
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "a member's exchange key is of low order") from None
    return to_bytes(blinded)
