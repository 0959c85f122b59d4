"""A group of donors in memory: both ends of a `plain` round, without server or client."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from nacl.signing import SigningKey

from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.protocol.messages import Part, Plan, Roster, Signed
from pdd_shared.protocol.signing import sign, signed_digest
from pdd_shared.rounds.layout import Vector
from pdd_shared.rounds.plain import donor as plain_donor
from tests.support.terms import terms

SERVER = SigningKey(b"s" * 32)
SERVER_KEY = SERVER.verify_key.encode()
DAY = date(2026, 11, 20)
TERMS = terms(min_group=1)


def donor(number: int) -> DonorSecrets:
    """Return a donor with fixed keys, different for every number."""
    middle = number.to_bytes(4, "big")  # X25519 ignores bits at both ends of a secret
    return DonorSecrets(bytes([1]) * 14 + middle + bytes([1]) * 14, bytes([2]) * 14 + middle + bytes([2]) * 14)


def plan_for(entries: int, size: int, day: date = DAY) -> Signed:
    """Return a signed plan of one campaign with that many entries, for groups of that size."""
    part = Part(campaign="flu", entries=entries, vocabulary="00" * 32, strata=(), terms=TERMS)
    plan = Plan(
        protocol="plain",
        version=1,
        server=SERVER_KEY.hex(),
        day=day,
        zone="UTC",
        group_size=size,
        min_group=1,
        delay=1,
        layout=(part,),
    )
    return sign(plan, SERVER)


def roster_for(plan: Signed, donors: list[DonorSecrets], group: int = 0, day: date = DAY) -> Signed:
    """Return the signed roster of these donors."""
    members = tuple(secrets.member(SERVER_KEY) for secrets in donors)
    return sign(Roster(plan=signed_digest(plan, Plan).hex(), day=day, group=group, members=members), SERVER)


@dataclass(frozen=True)
class MemoryGroup:
    """Plan, roster and donors of one group; `blinded` is what a member sends for a vector."""

    plan: Signed
    roster: Signed
    donors: list[DonorSecrets]
    day: date = DAY

    @classmethod
    def of(cls, donors: list[DonorSecrets], entries: int, group: int = 0, day: date = DAY) -> "MemoryGroup":
        """Return a group of these donors, for one campaign with that many entries."""
        plan = plan_for(entries, len(donors), day)
        return cls(plan, roster_for(plan, donors, group, day), donors, day)

    def blinded(self, place: int, vector: Vector) -> bytes:
        """Return what the member at this place sends."""
        secrets = self.donors[place]
        context = plain_donor.open_round(
            self.plan,
            self.roster,
            identity=SERVER_KEY,
            server_key=SERVER_KEY,
            own=secrets.member(SERVER_KEY),
            today=self.day + timedelta(days=1),
            signed_before=None,
            limits=plain_donor.Limits(least_group=1),
        )
        return plain_donor.submit(context, secrets, vector)


def unit(place: int, width: int) -> Vector:
    """Return a vector with a 1 in this place's own entry.

    In a sum, a 2 there proves that a vector was counted twice, and a huge number that a mask was left over.
    """
    vector = np.zeros(width, dtype=np.uint32)
    vector[2 + place] = 1
    return vector
