"""What both protocols check of a plan and a group, and the context that every mask of a round depends on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pdd_shared.encoding import length_prefixed
from pdd_shared.keys import member_is_genuine
from pdd_shared.layout import layout_digest, width
from pdd_shared.messages import LEAST_GROUP, MAX_ENTRIES, Member, Plan
from pdd_shared.rounds.refusals import Reason, Refused


@dataclass(frozen=True)
class Limits:
    """What a donor accepts at most and at least, whatever a server says."""

    max_numbers: int = MAX_ENTRIES
    max_tables: int = 8
    least_group: int = LEAST_GROUP


LIMITS = Limits()
PinnedKey = Callable[[str], str | None]
"""The exchange key that an identity was first seen with, both in hex; None for one not seen before."""


def nobody_pinned(_identity: str) -> None:
    """The pins of a donor that has seen nobody."""


def check_plan(plan: Plan, limits: Limits) -> None:
    """Refuse a floor below a donor's own, a vector longer than it blinds, and more laws of noise than it draws.

    Refuse, too, campaigns under another protocol than the round: donors consent to a campaign's.
    """
    if any(part.terms.protocol != plan.protocol for part in plan.layout):
        raise Refused(Reason.FOREIGN_PLAN, f"a campaign of this {plan.protocol} round is under another protocol")
    if plan.min_group < limits.least_group:
        raise Refused(
            Reason.FLOOR_TOO_LOW, f"a floor of {plan.min_group}; a donor accepts {limits.least_group} or more"
        )
    if width(plan.layout) > limits.max_numbers:
        raise Refused(Reason.LAYOUT_TOO_LARGE, f"{width(plan.layout)} numbers; a donor blinds {limits.max_numbers}")
    # A table takes up to a second and 10 MB: a plan must not keep a donor's computer busy for hours.
    drawn = [part.terms for part in plan.layout if part.terms.noise.added_by == "donors"]
    tables = len({(terms.noise.scale, terms.shares) for terms in drawn})
    if tables > limits.max_tables:
        raise Refused(Reason.LAYOUT_TOO_LARGE, f"{tables} laws of donors' noise; a donor draws {limits.max_tables}")


def check_members(
    plan: Plan, members: Sequence[Member], own: Member, identity: bytes, pinned: PinnedKey = nobody_pinned
) -> None:
    """Refuses a group that is too small or too large, without this donor, with a key twice or a key nobody signed.

    `identity` is the key that the server is known by.

    Refuses, too, an identity with another exchange key than the pinned one; what is pinned was verified then, and is
    not again.
    """
    check_size(plan, len(members))
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


def check_size(plan: Plan, members: int) -> None:
    """Refuses a group below the plan's floor, and one whose sums could pass 2^31."""
    if members < plan.min_group:
        raise Refused(Reason.GROUP_TOO_SMALL, f"{members} members; the floor is {plan.min_group}")
    if max((part.terms.max_searches for part in plan.layout), default=0) * members >= 2**31:
        raise Refused(Reason.COUNT_TOO_LARGE, "the group's sums could pass 2^31")


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
