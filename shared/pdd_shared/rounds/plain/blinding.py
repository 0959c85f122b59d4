"""Masks that cancel: every two members of a group share one, which one adds and the other subtracts.

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
    """The 32-byte seed of a pair's mask: BLAKE2b (RFC 7693) keyed by their shared secret.

    `context` is the round's, already length-prefixed; `lower` and `higher` are (roster index, public key).
    """
    pair = length_prefixed([lower[0].to_bytes(4, "little"), higher[0].to_bytes(4, "little"), lower[1], higher[1]])
    return hashlib.blake2b(context + pair, key=shared_secret, digest_size=32).digest()


def pairwise_seeds(
    secret: bytes, index: int, publics: tuple[bytes, ...], context: bytes
) -> Iterator[tuple[int, bytes]]:
    """(sign, seed) of the member's mask with every other: + for the lower index of the pair, - for the higher."""
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
    """The vector plus the member's pairwise masks, modulo 2^32; WeakKey if a public key is of low order."""
    blinded = vector.astype(np.uint32)
    stream = Keystream(len(vector))
    for sign, seed in pairwise_seeds(secret, index, publics, context):
        if sign > 0:
            np.add(blinded, stream.of(seed), out=blinded)
        else:
            np.subtract(blinded, stream.of(seed), out=blinded)
    return blinded


def vector_digest(data: bytes) -> bytes:
    """32 bytes that tell a resend from another vector; of a blinded vector, so they tell nothing of its counts."""
    return digest("vector", data)
