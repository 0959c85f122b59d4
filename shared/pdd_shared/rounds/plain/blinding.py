"""Masks that cancel: every two members of a group share one, which one adds and the other subtracts.

PDD (WWW '19), section 3.2, equations 1 to 3, with X25519 for the agreement and one ChaCha20 keystream a pair
in place of one hash an entry.
"""

import hashlib
from collections.abc import Iterator

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from numpy.typing import NDArray

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.protocol.keys import agree
from pdd_shared.rounds.layout import WIRE, Vector

NONCE = b"LibsodiumDRG"
"""The nonce of libsodium's randombytes_buf_deterministic, whose bytes these are; a seed is used once."""


def pair_seed(shared_secret: bytes, context: bytes, lower: tuple[int, bytes], higher: tuple[int, bytes]) -> bytes:
    """The 32-byte seed of a pair's mask: BLAKE2b (RFC 7693) keyed by their shared secret.

    `context` is the round's, already length-prefixed; `lower` and `higher` are (roster index, public key).
    """
    pair = length_prefixed([lower[0].to_bytes(4, "little"), higher[0].to_bytes(4, "little"), lower[1], higher[1]])
    return hashlib.blake2b(context + pair, key=shared_secret, digest_size=32).digest()


class Keystream:
    """ChaCha20-IETF keystreams (RFC 8439, counter 0) of one length, each written over the one before."""

    def __init__(self, numbers: int) -> None:
        """Buffers for streams of that many uint32."""
        size = numbers * WIRE.itemsize
        self._zeros = bytes(size)
        self._buffer = bytearray(size)
        self._numbers: NDArray[np.uint32] = np.frombuffer(self._buffer, dtype=WIRE)

    def of(self, seed: bytes) -> NDArray[np.uint32]:
        """The seed's mask, valid until the next call."""
        cipher = Cipher(algorithms.ChaCha20(seed, bytes(4) + NONCE), mode=None)
        cipher.encryptor().update_into(self._zeros, self._buffer)
        return self._numbers


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
