"""The keystreams of masks, of both protocols: ChaCha20 as libsodium's randombytes_buf_deterministic has it."""

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from numpy.typing import NDArray

from pdd_shared.rounds.layout import WIRE

NONCE = b"LibsodiumDRG"
"""The nonce of libsodium's randombytes_buf_deterministic, whose bytes these are; a seed is used once."""


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
