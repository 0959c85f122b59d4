"""The server's half of a `recoverable` round: a group is `Preparing`, `Submitting`, `Revealing`, then `Unmasked`.

Or it ends early: `Cancelled` with too few that prepared, `Lost` with too few that submitted or revealed, or with a
dealer whose shares don't fit what it committed to. States are frozen; each function gives the next one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from nacl.bindings import crypto_scalarmult_base

from pdd_shared.blinding import Keystream, pair_seed
from pdd_shared.keys import KEY_SIZE, WeakKey, agree
from pdd_shared.layout import Vector, from_bytes
from pdd_shared.messages import GroupPlan, Prepared
from pdd_shared.rounds.plain import vector_digest
from pdd_shared.rounds.recoverable.dealing import Dealing, commit, from_message, hash_share
from pdd_shared.rounds.recoverable.donor import (
    EPHEMERAL,
    REVEAL_SIZE,
    SELF_MASK,
    threshold,
)
from pdd_shared.rounds.recoverable.signatures import SIGNATURE_SIZE, has_signed_roster, is_signed
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.secret_sharing import combine

ANY_SECRET = bytes(KEY_SIZE)
"""X25519 makes every secret a multiple of 8 (RFC 7748, section 5), so with any a key of low order agrees on zero."""


@dataclass(frozen=True)
class Preparing:
    """A planned group on its data day: who has prepared, by place."""

    plan: GroupPlan
    digest: bytes
    prepared: Mapping[int, Prepared] = field(default_factory=dict)


@dataclass(frozen=True)
class Submitting:
    """A group with a roster: its members' places, what came of whom, and the running sum, still masked.

    `received` are digests of the vectors that came, `signatures` their senders' under the roster, both by place.
    """

    places: tuple[int, ...]
    total: Vector = field(repr=False)
    received: Mapping[int, bytes] = field(default_factory=dict)
    signatures: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Revealing:
    """A closed group: its survivors, its masked sum, and the reveals that came, by the place of who sent them."""

    survivors: frozenset[int]
    total: Vector = field(repr=False)
    reveals: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Unmasked:
    """The survivors' exact sum."""

    survivors: frozenset[int]
    total: Vector = field(repr=False)


@dataclass(frozen=True)
class Cancelled:
    """Fewer members prepared than the floor."""


@dataclass(frozen=True)
class Lost:
    """No sum: too few vectors, too few shares, or faulty dealers, whose places these are."""

    faulty: frozenset[int] = frozenset()


def receive_preparation(group: Preparing, place: int, data: bytes) -> tuple[Preparing, Dealing]:
    """The group after the member at `place` prepared, and what it dealt; the same group for a resend.

    Refused: WRONG_SIZE, NOT_A_MEMBER, ALTERED_ROSTER if its identity did not sign it, DIFFERENT_VECTOR for a second,
    other preparation, DUPLICATE_MEMBER for another member's ephemeral key, WEAK_KEY for one of low order, which every
    other member would refuse.
    """
    if not 0 <= place < len(group.plan.members):
        raise Refused(Reason.NOT_A_MEMBER, "no such member in this group")
    prepared, dealing = from_message(data, place, len(group.plan.members))
    if place in group.prepared:
        if group.prepared[place] != prepared:
            raise Refused(Reason.DIFFERENT_VECTOR, "this member has already sent another preparation for this round")
        return group, dealing
    if not is_signed(prepared, group.plan, group.digest):
        raise Refused(Reason.ALTERED_ROSTER, "the preparation is not signed by this member's identity")
    if prepared.ephemeral in {other.ephemeral for other in group.prepared.values()}:
        raise Refused(Reason.DUPLICATE_MEMBER, "another member has this ephemeral key")
    try:
        agree(ANY_SECRET, bytes.fromhex(prepared.ephemeral))
    except WeakKey:
        raise Refused(Reason.WEAK_KEY, "the ephemeral key is of low order") from None
    return replace(group, prepared={**group.prepared, place: prepared}), dealing


def fix_roster(group: Preparing, min_group: int, numbers: int) -> tuple[Submitting, tuple[Prepared, ...]] | Cancelled:
    """The group once its data day is over, and its roster's members; Cancelled below the floor."""
    if len(group.prepared) < min_group:
        return Cancelled()
    members = tuple(group.prepared[place] for place in sorted(group.prepared))
    places = tuple(member.place for member in members)
    return Submitting(places, np.zeros(numbers, dtype=np.uint32)), members


def receive_vector(group: Submitting, place: int, data: bytes, *, roster: bytes, identity: str) -> Submitting:
    """The group after the member at `place` sent these bytes; the same group for a resend.

    `roster` is the digest of the group's, `identity` the member's key in hex. Refused: NOT_A_MEMBER, DIFFERENT_VECTOR,
    WRONG_SIZE, ALTERED_ROSTER for a vector whose sender did not sign this roster.
    """
    name = vector_digest(data)
    if place in group.received:
        if group.received[place] != name:
            raise Refused(Reason.DIFFERENT_VECTOR, "this member has already sent another vector for this round")
        return group
    if place not in group.places:
        raise Refused(Reason.NOT_A_MEMBER, "this member did not prepare for the round")
    expected = group.total.nbytes + SIGNATURE_SIZE
    if len(data) != expected:
        raise Refused(Reason.WRONG_SIZE, f"a signed vector of this round has {expected} bytes, not {len(data)}")
    vector, signature = from_bytes(data[:-SIGNATURE_SIZE], len(group.total)), data[-SIGNATURE_SIZE:]
    if not has_signed_roster(signature, identity, roster, place):
        raise Refused(Reason.ALTERED_ROSTER, "the vector does not come with its sender's signature under this roster")
    return replace(
        group,
        total=group.total + vector,
        received={**group.received, place: name},
        signatures={**group.signatures, place: signature},
    )


def close(group: Submitting, min_group: int) -> Revealing | Lost:
    """The group when its window ends: who has sent survives; Lost below the floor."""
    if len(group.received) < min_group:
        return Lost()
    return Revealing(frozenset(group.received), group.total)


def receive_reveal(group: Revealing, place: int, data: bytes, *, size: int, members: int) -> Revealing:
    """The group after the tentative member at `place` revealed; the same group for a resend.

    `size` is that of the group plan, `members` that of the roster. Refused: NOT_A_MEMBER, WRONG_SIZE,
    DIFFERENT_VECTOR.
    """
    if not 0 <= place < size:
        raise Refused(Reason.NOT_A_MEMBER, "no such member in this group")
    if len(data) != members * REVEAL_SIZE:
        raise Refused(Reason.WRONG_SIZE, f"a reveal for this group has {members * REVEAL_SIZE} bytes")
    if place in group.reveals:
        if group.reveals[place] != data:
            raise Refused(Reason.DIFFERENT_VECTOR, "this member has already revealed other shares for this round")
        return group
    return replace(group, reveals={**group.reveals, place: data})


@dataclass(frozen=True)
class Roster:
    """What unmasking needs of a group beside its state: sizes, members, dealings by place, the round context."""

    size: int
    members: tuple[Prepared, ...]
    dealings: Mapping[int, Dealing] = field(repr=False)
    group_plan: bytes
    context: bytes = field(repr=False)


def unmask(group: Revealing, roster: Roster, *, last: bool) -> Revealing | Unmasked | Lost:
    """The survivors' sum, once every secret needed has a threshold of true shares; unchanged while it has not.

    `last` says that the window is over: the group is then lost. A rebuilt secret that does not fit its ephemeral key
    or commitment loses the group, and names its dealer.
    """
    secrets: dict[int, bytes] = {}
    for index, member in enumerate(roster.members):
        shares = _true_shares(group, roster, index)
        if len(shares) < threshold(roster.size):
            return Lost() if last else group
        secrets[member.place] = _rebuild(shares, threshold(roster.size))
    faulty = frozenset(m.place for m in roster.members if not _fits(m, secrets[m.place], group, roster))
    if faulty:
        return Lost(faulty)
    try:
        return Unmasked(group.survivors, _without_masks(group, roster, secrets))
    except WeakKey:
        return Lost()


def _true_shares(group: Revealing, roster: Roster, index: int) -> list[tuple[int, bytes]]:
    """(x, share) of the secret needed of the roster's member at `index`, those that match their dealer's hash."""
    dealer = roster.members[index].place
    kind = SELF_MASK if dealer in group.survivors else EPHEMERAL
    dealing, shares = roster.dealings[dealer], []
    for place, data in group.reveals.items():
        entry = data[index * REVEAL_SIZE : (index + 1) * REVEAL_SIZE]
        expected = dealing.share_hash(place, kind - 1)
        if entry[0] == kind and hash_share(roster.group_plan, dealer, place, kind - 1, entry[1:]) == expected:
            shares.append((place + 1, entry[1:]))
    return shares


def _rebuild(shares: Sequence[tuple[int, bytes]], needed: int) -> bytes:
    chosen = shares[:needed]
    rows = np.frombuffer(b"".join(share for _, share in chosen), dtype=np.uint8).reshape(needed, KEY_SIZE)
    return combine([x for x, _ in chosen], rows).tobytes()


def _fits(member: Prepared, secret: bytes, group: Revealing, roster: Roster) -> bool:
    """Whether a rebuilt secret is the one its dealer committed to when it prepared."""
    if member.place in group.survivors:
        return commit(secret, roster.group_plan, member.place).hex() == member.commitment
    return crypto_scalarmult_base(secret).hex() == member.ephemeral


def _without_masks(group: Revealing, roster: Roster, secrets: Mapping[int, bytes]) -> Vector:
    """The sum less the survivors' self-masks and the masks they share with the members that did not submit."""
    total = group.total.copy()
    stream = Keystream(len(total))
    for place in group.survivors:
        np.subtract(total, stream.of(secrets[place]), out=total)
    publics = [(index, bytes.fromhex(member.ephemeral)) for index, member in enumerate(roster.members)]
    alive = [publics[index] for index, member in enumerate(roster.members) if member.place in group.survivors]
    for index, member in enumerate(roster.members):
        if member.place in group.survivors:
            continue
        for survivor in alive:
            shared = agree(secrets[member.place], survivor[1])
            lower, higher = sorted((survivor, publics[index]))
            mask = stream.of(pair_seed(shared, roster.context, lower, higher))
            # The survivor added the mask if it stands lower than the missing member.
            (np.subtract if survivor[0] < index else np.add)(total, mask, out=total)
    return total
