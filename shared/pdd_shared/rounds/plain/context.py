"""The context of a `plain` round: all that its masks depend on, as bytes that every member and the server compute."""

from dataclasses import dataclass, field

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.messages import Plan, Roster
from pdd_shared.rounds.layout import layout_digest


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
