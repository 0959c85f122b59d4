"""The ChaCha20 keystreams of which both protocols make masks, the same bytes as libsodium's deterministic generator."""

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from numpy.typing import NDArray

from pdd_shared.rounds.layout import WIRE

NONCE = b"LibsodiumDRG"
"""The fixed nonce of libsodium's `randombytes_buf_deterministic`. It is safe because each seed is used once."""


class Keystream:
    """A reusable buffer for ChaCha20-IETF keystreams (RFC 8439, counter 0) of one length.

    Blinding a vector takes about 100 masks of its length. One buffer for all of them saves memory and time.
    """

    def __init__(self, numbers: int) -> None:
        """Make a buffer for streams of so many uint32."""
        size = numbers * WIRE.itemsize
        self._zeros = bytes(size)
        self._buffer = bytearray(size)
        self._numbers: NDArray[np.uint32] = np.frombuffer(self._buffer, dtype=WIRE)

    def of(self, seed: bytes) -> NDArray[np.uint32]:
        """Return the keystream of a seed (32 bytes). It is valid until the next call, which writes over it."""
        cipher = Cipher(algorithms.ChaCha20(seed, bytes(4) + NONCE), mode=None)
        cipher.encryptor().update_into(self._zeros, self._buffer)
        return self._numbers
