"""The donor's half of a `recoverable` round: what it checks, prepares, sends and reveals."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

import numpy as np

from pdd_shared.blinding import Keystream, blind
from pdd_shared.encoding import digest
from pdd_shared.keys import KEY_SIZE, DonorSecrets, RandomBytes, WeakKey
from pdd_shared.layout import Vector, to_bytes, width
from pdd_shared.messages import GroupPlan, Member, Plan, Prepared, PreparedRoster, Signed, Survivors
from pdd_shared.rounds.checks import (
    LIMITS,
    Limits,
    PinnedKey,
    check_members,
    check_plan,
    check_size,
    encode_context,
    nobody_pinned,
)
from pdd_shared.rounds.recoverable.dealing import BoxKeys, RoundSecrets, commit, deal, open_box, to_message
from pdd_shared.rounds.recoverable.signatures import (
    has_signed_roster,
    is_signed,
    prepared_statement,
    submitted_statement,
)
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.signing import BadSignature, SignedMessage, open_signed, signed_digest

NOTHING, SELF_MASK, EPHEMERAL = 0, 1, 2
"""What a reveal says it holds of a member: no share, one of its self-mask, one of its ephemeral secret."""
REVEAL_SIZE = 1 + KEY_SIZE


def threshold(size: int) -> int:
    """How many shares rebuild a secret in a group of that many tentative members: ceil(2n / 3).

    With fewer than n / 3 members lying, no two stories told to the others get this many shares of both kinds.
    """
    return -(-2 * size // 3)


@dataclass(frozen=True)
class Tentative:
    """A group plan as one member has checked it."""

    plan: Plan
    group: GroupPlan
    place: int
    plan_digest: bytes
    digest: bytes

    @cached_property
    def size(self) -> int:
        """How many members the group plan has; each has a share."""
        return len(self.group.members)


@dataclass(frozen=True)
class Context:
    """A roster as one member has checked it: what it takes to blind, and the digest a day is signed under once."""

    tentative: Tentative
    roster: PreparedRoster
    roster_digest: bytes
    index: int
    encoded: bytes = field(repr=False)

    @property
    def digest(self) -> bytes:
        """32 bytes that name the round's context; the server and every member compute the same."""
        return digest("context", self.encoded)


def _opened(signed: Signed, kind: type[SignedMessage], key: bytes) -> SignedMessage:
    try:
        return open_signed(signed, kind, key)
    except BadSignature as error:
        raise Refused(Reason.BAD_SIGNATURE, str(error)) from None


def open_group_plan(
    signed_plan: Signed,
    signed_group: Signed,
    *,
    identity: bytes,
    server_key: bytes,
    own: Member,
    limits: Limits = LIMITS,
    pinned: PinnedKey = nobody_pinned,
) -> Tentative:
    """The group this donor is planned into, once every check has passed; Refused with the reason otherwise.

    `identity` is the server's pinned key, `server_key` the one that it signs with today, `own` the donor's public keys,
    `pinned` the keys it has seen of others.
    """
    plan, group = _opened(signed_plan, Plan, server_key), _opened(signed_group, GroupPlan, server_key)
    plan_digest = signed_digest(signed_plan, Plan)
    if plan.server != identity.hex() or group.plan != plan_digest.hex() or group.day != plan.day:
        raise Refused(Reason.FOREIGN_PLAN, "the plan or the group belongs to another server, plan or day")
    check_plan(plan, limits)
    if len(group.members) > 255:
        raise Refused(Reason.COUNT_TOO_LARGE, "a group has at most 255 members")
    check_members(plan, group.members, own, identity, pinned)
    return Tentative(plan, group, group.members.index(own), plan_digest, signed_digest(signed_group, GroupPlan))


def prepare(
    tentative: Tentative,
    donor: DonorSecrets,
    secrets: RoundSecrets,
    today: date,
    random_bytes: RandomBytes,
    keys: BoxKeys | None = None,
) -> tuple[Prepared, bytes]:
    """What the member shows the others, and its prepare message, on the data day itself.

    `keys` are this donor's, where it has agreed on some already. Refused WRONG_DAY on any other day, WEAK_KEY where a
    member's exchange key is of low order.
    """
    if tentative.plan.day != today:
        raise Refused(Reason.WRONG_DAY, f"{tentative.plan.day} is not today")
    known, members = keys or BoxKeys(donor), tentative.group.members
    size, place = tentative.size, tentative.place
    dealing = deal(
        secrets, tentative.digest, place, size, threshold(size), lambda h: known.with_member(members[h]), random_bytes
    )
    commitment = commit(secrets.self_mask, tentative.digest, place)
    said = prepared_statement(tentative.digest, place, secrets.ephemeral_public, commitment, dealing.digest)
    prepared = Prepared(
        place=place,
        ephemeral=secrets.ephemeral_public.hex(),
        commitment=commitment.hex(),
        dealing=dealing.digest.hex(),
        signature=donor.identity.sign(said).signature.hex(),
    )
    return prepared, to_message(prepared, dealing)


def open_roster(tentative: Tentative, signed_roster: Signed, server_key: bytes) -> tuple[PreparedRoster, bytes]:
    """The roster of a group and its digest, each entry signed by the identity the group plan names at its place."""
    roster = _opened(signed_roster, PreparedRoster, server_key)
    named = (roster.group_plan, roster.day, roster.group)
    if named != (tentative.digest.hex(), tentative.plan.day, tentative.group.group):
        raise Refused(Reason.FOREIGN_PLAN, "the roster belongs to another group plan or day")
    check_size(tentative.plan, len(roster.members))
    places = [member.place for member in roster.members]
    ephemerals = {member.ephemeral for member in roster.members}
    if places != sorted(set(places)) or len(ephemerals) != len(places):
        raise Refused(Reason.DUPLICATE_MEMBER, "two members of the roster share a place or a key")
    if not all(is_signed(member, tentative.group, tentative.digest) for member in roster.members):
        raise Refused(Reason.ALTERED_ROSTER, "an entry of the roster is not what its member signed")
    return roster, signed_digest(signed_roster, PreparedRoster)


def open_round(
    tentative: Tentative,
    signed_roster: Signed,
    *,
    server_key: bytes,
    prepared: Prepared,
    today: date,
    signed_before: bytes | None,
) -> Context:
    """The context this donor blinds under; `prepared` is what it sent, `signed_before` as in `plain`."""
    if tentative.plan.day >= today:
        raise Refused(Reason.DAY_NOT_OVER, f"{tentative.plan.day} is not over")
    roster, roster_digest = open_roster(tentative, signed_roster, server_key)
    if tentative.place not in {member.place for member in roster.members}:
        raise Refused(Reason.NOT_A_MEMBER, "the roster does not hold this donor")
    if prepared not in roster.members:
        raise Refused(Reason.ALTERED_ROSTER, "this donor's entry is not what it sent")
    encoded = encode_context(tentative.plan, tentative.plan_digest, roster.group, roster_digest)
    context = Context(tentative, roster, roster_digest, roster.members.index(prepared), encoded)
    if signed_before is not None and signed_before != context.digest:
        raise Refused(Reason.DAY_SIGNED_BEFORE, f"{tentative.plan.day} was already blinded under another roster")
    return context


def submit(context: Context, donor: DonorSecrets, secrets: RoundSecrets, vector: Vector) -> bytes:
    """The vector as it travels: blinded against every other member and by the self-mask, and the roster signed."""
    if len(vector) != width(context.tentative.plan.layout):
        raise Refused(Reason.WRONG_SIZE, "the vector does not fit the plan's layout")
    publics = tuple(bytes.fromhex(member.ephemeral) for member in context.roster.members)
    try:
        blinded = blind(vector, secrets.ephemeral, context.index, publics, context.encoded)
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "a member's ephemeral key is of low order") from None
    np.add(blinded, Keystream(len(vector)).of(secrets.self_mask), out=blinded)
    said = submitted_statement(context.roster_digest, context.tentative.place)
    return to_bytes(blinded) + donor.identity.sign(said).signature


def open_survivors(
    tentative: Tentative,
    roster: PreparedRoster,
    roster_digest: bytes,
    signed_survivors: Signed,
    *,
    server_key: bytes,
    sent: bool,
    told_before: bytes | None,
) -> tuple[Survivors, bytes]:
    """The survivor list, once checked, and its digest, which is to be written down before anything is revealed.

    `sent` says that the server has confirmed this donor's vector; `told_before` is the digest of the list it has
    already revealed for, if any.
    """
    survivors = _opened(signed_survivors, Survivors, server_key)
    name = signed_digest(signed_survivors, Survivors)
    if told_before is not None and told_before != name:
        raise Refused(Reason.TOLD_BEFORE, "shares of this round were revealed for another survivor list")
    places = list(survivors.places)
    named = (survivors.roster, survivors.day, survivors.group)
    known = {member.place for member in roster.members}
    if named != (roster_digest.hex(), roster.day, roster.group) or places != sorted(set(places) & known):
        raise Refused(Reason.ALTERED_SURVIVORS, "the survivor list does not fit the roster")
    if len(places) < tentative.plan.min_group:
        raise Refused(Reason.GROUP_TOO_SMALL, f"{len(places)} survivors; the floor is {tentative.plan.min_group}")
    if not _all_signed(tentative, survivors, roster_digest):
        raise Refused(Reason.ALTERED_SURVIVORS, "a survivor has not signed the roster that this donor was shown")
    if sent and tentative.place not in places:
        raise Refused(Reason.DENIED_VECTOR, "the survivor list denies a vector that the server has confirmed")
    return survivors, name


def _all_signed(tentative: Tentative, survivors: Survivors, roster_digest: bytes) -> bool:
    """Whether each survivor signed this roster when it submitted: else it may have blinded under another one."""
    if len(survivors.signatures) != len(survivors.places):
        return False
    members = tentative.group.members
    return all(
        has_signed_roster(bytes.fromhex(signature), members[place].identity, roster_digest, place)
        for place, signature in zip(survivors.places, survivors.signatures, strict=True)
    )


def reveal(
    tentative: Tentative,
    roster: PreparedRoster,
    survivors: Survivors,
    boxes: Sequence[bytes],
    donor: DonorSecrets,
    keys: BoxKeys | None = None,
) -> bytes:
    """For each roster member its kind and one share: of the self-mask of a survivor, else of the ephemeral secret.

    `boxes` are those addressed to this donor, in the roster's order. One that does not open gives `NOTHING`.
    """
    known, members = keys or BoxKeys(donor), tentative.group.members
    alive = set(survivors.places)
    answer = bytearray()
    for member, box in zip(roster.members, boxes, strict=True):
        pair = open_box(box, tentative.digest, member.place, tentative.place, known.with_member(members[member.place]))
        kind = SELF_MASK if member.place in alive else EPHEMERAL
        if pair is None:
            answer += bytes(REVEAL_SIZE)
        else:
            answer += bytes([kind]) + pair[(kind - 1) * KEY_SIZE : kind * KEY_SIZE]
    return bytes(answer)
