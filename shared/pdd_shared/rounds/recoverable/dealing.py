"""What a member deals when it prepares: shares of its two secrets of the round, one pair a member, sealed.

A prepare message is `ephemeral | commitment | signature | hashes | boxes`: 32, 32, 64 bytes, then for each place of the
group plan two hashes of 32 bytes, then for each a box of BOX_SIZE bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from nacl.bindings import crypto_box_afternm, crypto_box_beforenm, crypto_box_open_afternm, crypto_scalarmult_base
from nacl.exceptions import CryptoError
from nacl.exceptions import RuntimeError as SodiumError

from pdd_shared.encoding import digest
from pdd_shared.keys import KEY_SIZE, DonorSecrets, RandomBytes
from pdd_shared.messages import Member, Prepared
from pdd_shared.rounds.refusals import Reason, Refused
from pdd_shared.secret_sharing import split

NONCE_SIZE = 24
SHARES_SIZE = 2 * KEY_SIZE
HASH_SIZE = 32
CONTENT_SIZE = 1 + 32 + 1 + 1 + SHARES_SIZE
BOX_SIZE = NONCE_SIZE + 16 + CONTENT_SIZE
HEADER_SIZE = 32 + 32 + 64
CONTENT_VERSION = b"\x01"
BoxKey = Callable[[int], bytes]
"""The symmetric key that a member shares with the member at a place, under both long-term keys."""


@dataclass(frozen=True)
class RoundSecrets:
    """A member's two secrets of one round, 32 bytes each: an X25519 secret, and the seed of its self-mask."""

    ephemeral: bytes = field(repr=False)
    self_mask: bytes = field(repr=False)

    @classmethod
    def draw(cls, random_bytes: RandomBytes) -> "RoundSecrets":
        """New secrets for one round."""
        return cls(random_bytes(KEY_SIZE), random_bytes(KEY_SIZE))

    @cached_property
    def ephemeral_public(self) -> bytes:
        """The X25519 public key the others mask against."""
        return crypto_scalarmult_base(self.ephemeral)


@dataclass(frozen=True)
class Dealing:
    """Hashes and boxes of one dealer, for every place of the group plan."""

    hashes: bytes = field(repr=False)
    boxes: bytes = field(repr=False)

    @property
    def digest(self) -> bytes:
        """32 bytes that name the dealing; the dealer signs them."""
        return digest("dealing", digest("hashes", self.hashes), digest("boxes", self.boxes))

    def box(self, place: int) -> bytes:
        """The box for the member at this place."""
        return self.boxes[place * BOX_SIZE : (place + 1) * BOX_SIZE]

    def share_hash(self, place: int, kind: int) -> bytes:
        """The hash of the share dealt to this place: kind 0 of the self-mask, 1 of the ephemeral secret."""
        start = (2 * place + kind) * HASH_SIZE
        return self.hashes[start : start + HASH_SIZE]


def commit(self_mask: bytes, group_plan: bytes, place: int) -> bytes:
    """The commitment to a self-mask's seed: a hash, which hides 32 uniform bytes and binds to them."""
    return digest("self-mask", group_plan, bytes([place]), self_mask)


def hash_share(group_plan: bytes, dealer: int, receiver: int, kind: int, share: bytes) -> bytes:
    """The hash by which the server tells a true share from a false one."""
    return digest("share", group_plan, bytes([dealer, receiver, kind]), share)


def deal(
    secrets: RoundSecrets, group_plan: bytes, place: int, size: int, threshold: int, key: BoxKey, random: RandomBytes
) -> Dealing:
    """Both secrets split into `size` shares, any `threshold` of which rebuild them, each pair sealed to its member."""
    both = np.frombuffer(secrets.self_mask + secrets.ephemeral, dtype=np.uint8)
    pairs = split(both, threshold, size, random((threshold - 1) * SHARES_SIZE))
    nonces = random(NONCE_SIZE * size)
    hashes, boxes = bytearray(), bytearray()
    for receiver in range(size):
        pair = pairs[receiver].tobytes()
        for kind in (0, 1):
            share = pair[kind * KEY_SIZE : (kind + 1) * KEY_SIZE]
            hashes += hash_share(group_plan, place, receiver, kind, share)
        nonce = nonces[receiver * NONCE_SIZE : (receiver + 1) * NONCE_SIZE]
        content = CONTENT_VERSION + group_plan + bytes([place, receiver]) + pair
        boxes += nonce + crypto_box_afternm(content, nonce, key(receiver))
    return Dealing(bytes(hashes), bytes(boxes))


def open_box(box: bytes, group_plan: bytes, dealer: int, receiver: int, key: bytes) -> bytes | None:
    """The pair of shares in a box, 64 bytes; None if it is not from that dealer, for that receiver and this round."""
    try:
        content = crypto_box_open_afternm(box[NONCE_SIZE:], box[:NONCE_SIZE], key)
    except (CryptoError, ValueError):
        return None
    heading = CONTENT_VERSION + group_plan + bytes([dealer, receiver])
    return content[len(heading) :] if content.startswith(heading) and len(content) == CONTENT_SIZE else None


def to_message(prepared: Prepared, dealing: Dealing) -> bytes:
    """A prepare message as it travels."""
    heading = (prepared.ephemeral, prepared.commitment, prepared.signature)
    return b"".join(map(bytes.fromhex, heading)) + dealing.hashes + dealing.boxes


def from_message(data: bytes, place: int, size: int) -> tuple[Prepared, Dealing]:
    """A prepare message read; Refused WRONG_SIZE if it is not one for a group of that size."""
    expected = HEADER_SIZE + size * (2 * HASH_SIZE + BOX_SIZE)
    if len(data) != expected:
        raise Refused(Reason.WRONG_SIZE, f"a preparation for this group has {expected} bytes, not {len(data)}")
    middle = HEADER_SIZE + size * 2 * HASH_SIZE
    dealing = Dealing(data[HEADER_SIZE:middle], data[middle:])
    prepared = Prepared(
        place=place,
        ephemeral=data[:32].hex(),
        commitment=data[32:64].hex(),
        signature=data[64:HEADER_SIZE].hex(),
        dealing=dealing.digest.hex(),
    )
    return prepared, dealing


class BoxKeys:
    """The keys of NaCl boxes between a donor and others, each agreed on once: a sticky group's serve for days."""

    def __init__(self, donor: DonorSecrets) -> None:
        self._secret = donor.exchange_secret
        self._known: dict[str, bytes] = {}

    def with_member(self, member: Member) -> bytes:
        """The key shared with this member; Refused WEAK_KEY where its exchange key is of low order."""
        if member.exchange not in self._known:
            try:
                self._known[member.exchange] = crypto_box_beforenm(bytes.fromhex(member.exchange), self._secret)
            except SodiumError:
                raise Refused(Reason.WEAK_KEY, "a member's exchange key is of low order") from None
        return self._known[member.exchange]
