"""The context of a `plain` round: all that its masks depend on, as bytes that every member and the server compute."""

from dataclasses import dataclass, field

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.messages import Plan, Roster
from pdd_shared.rounds.layout import layout_digest


def encode_context(plan: Plan, plan_digest: bytes, group: int, roster_digest: bytes) -> bytes:
    """Return the round's context, length-prefixed. Every seed depends on each byte of it.

    So a server that shows two members different plans or rosters gets masks that do not cancel, and no sum.

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
    """A round as one member has checked it: what it takes to blind.

    Attributes:
        index: The member's place in the roster.
        encoded: The context's bytes.
    """

    plan: Plan
    roster: Roster
    index: int
    encoded: bytes = field(repr=False)

    @property
    def digest(self) -> bytes:
        """Return 32 bytes that name the round's context; the server and every member compute the same.

        A donor signs a data day under one context, for ever.
        """
        return digest("context", self.encoded)

    @property
    def publics(self) -> tuple[bytes, ...]:
        """Return the members' exchange keys, in the roster's order."""
        return tuple(bytes.fromhex(member.exchange) for member in self.roster.members)
