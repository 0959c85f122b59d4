"""Masks that cancel: each pair of a group's members shares a mask, which one adds and the other subtracts.

PDD (WWW '19), section 3.2, equations 1 to 3, with X25519 for the agreement and one ChaCha20 keystream a pair
in place of one hash an entry.
"""

import hashlib
from collections.abc import Iterator

import numpy as np

from pdd_shared.protocol.encoding import digest, length_prefixed
from pdd_shared.protocol.keys import agree
from pdd_shared.rounds.keystream import Keystream
from pdd_shared.rounds.layout import Vector


def pair_seed(shared_secret: bytes, context: bytes, lower: tuple[int, bytes], higher: tuple[int, bytes]) -> bytes:
    """Return the 32-byte seed of a pair's mask: BLAKE2b (RFC 7693) keyed by their shared secret.

    Args:
        shared_secret: The X25519 shared secret of the pair's keys, 32 bytes.
        context: The round's context, already length-prefixed.
        lower: Roster index and public key of the member with the lower index.
        higher: The same of the other member.
    """
    pair = length_prefixed([lower[0].to_bytes(4, "little"), higher[0].to_bytes(4, "little"), lower[1], higher[1]])
    return hashlib.blake2b(context + pair, key=shared_secret, digest_size=32).digest()


def pairwise_seeds(
    secret: bytes, index: int, publics: tuple[bytes, ...], context: bytes
) -> Iterator[tuple[int, bytes]]:
    """Yield (sign, seed) of the member's mask with each other member: +1 if its index is the lower one, otherwise -1.

    The arguments are those of `blind`.
    """
    own = (index, publics[index])
    for other in enumerate(publics):
        if other[0] == index:
            continue
        shared = agree(secret, other[1])
        if index < other[0]:
            yield +1, pair_seed(shared, context, own, other)
        else:
            yield -1, pair_seed(shared, context, other, own)


def blind(vector: Vector, secret: bytes, index: int, publics: tuple[bytes, ...], context: bytes) -> Vector:
    """Return the vector plus the member's pairwise masks, modulo 2^32.

    Args:
        vector: The member's counts.
        secret: The member's X25519 secret key, 32 bytes.
        index: The member's place in the roster.
        publics: All members' public keys, in the roster's order.
        context: The round's context, already length-prefixed.

    Raises:
        WeakKey: A public key is of low order, so that anybody could compute the mask with its owner.
    """
    blinded = vector.astype(np.uint32)
    stream = Keystream(len(vector))
    for sign, seed in pairwise_seeds(secret, index, publics, context):
        if sign > 0:
            np.add(blinded, stream.of(seed), out=blinded)
        else:
            np.subtract(blinded, stream.of(seed), out=blinded)
    return blinded


def vector_digest(data: bytes) -> bytes:
    """Return the digest of a blinded vector, 32 bytes, by which the server recognises a resend.

    It says nothing about the counts, because the vector is blinded.
    """
    return digest("vector", data)
