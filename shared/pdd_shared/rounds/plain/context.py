"""The context of a `plain` round: bytes that each member and the server compute, and on which all masks depend."""

from dataclasses import dataclass, field

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.messages import Plan, Roster
from pdd_shared.rounds.layout import layout_digest


def encode_context(plan: Plan, plan_digest: bytes, group: int, roster_digest: bytes) -> bytes:
    """Return the round's context, length-prefixed. Every mask's seed depends on all of it.

    If a server shows two members different plans or rosters, their masks do not cancel, and it gets no sum.

    Args:
        plan: The round's plan.
        plan_digest: The plan's digest, 32 bytes.
        group: The group's number.
        roster_digest: The digest of the group's roster, 32 bytes.
    """
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


@dataclass(frozen=True)
class Context:
    """A round whose plan and roster one member has checked, with all that it needs to blind its vector.

    Attributes:
        plan: The round's plan.
        roster: The roster of the member's group.
        index: The member's place in the roster.
        encoded: The context's bytes.
    """

    plan: Plan
    roster: Roster
    index: int
    encoded: bytes = field(repr=False)

    @property
    def digest(self) -> bytes:
        """Return the context's digest, 32 bytes, which the server and every member compute alike.

        A donor blinds a data day under one context only, for ever. It keeps this digest to know which.
        """
        return digest("context", self.encoded)

    @property
    def publics(self) -> tuple[bytes, ...]:
        """Return the members' exchange keys, in the roster's order."""
        return tuple(bytes.fromhex(member.exchange) for member in self.roster.members)
