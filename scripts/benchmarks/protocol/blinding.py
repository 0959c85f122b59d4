"""Blinding a vector of 10,000 entries in a group of 100: compared with its bare operations and the paper's formula."""

import hashlib

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from nacl.bindings import crypto_scalarmult
from nacl.utils import random

from pdd_shared.protocol.keys import DonorSecrets
from pdd_shared.rounds.plain.blinding import blind
from scripts.benchmarks.figures import Figure, alternate, at_most, faster_than

MEMBERS, ENTRIES = 100, 10_000
CONTEXT = bytes(300)


def floor(secret: bytes, publics: tuple[bytes, ...]) -> None:
    """Run the bare operations of blinding: 99 key agreements, 99 keystreams into one buffer, 99 additions."""
    zeros, buffer = bytes(4 * ENTRIES), bytearray(4 * ENTRIES)
    stream = np.frombuffer(buffer, dtype=np.uint32)
    total = np.zeros(ENTRIES, dtype=np.uint32)
    for public in publics[1:]:
        seed = crypto_scalarmult(secret, public)
        Cipher(algorithms.ChaCha20(seed, bytes(16)), mode=None).encryptor().update_into(zeros, buffer)
        np.add(total, stream, out=total)


def formula(secret: bytes, publics: tuple[bytes, ...]) -> list[int]:
    """Return the masks by the paper's formula as written: H(y_j^x_i || l || s) with SHA-256, summed modulo 2^32.

    Source: PDD (WWW '19), equation 1.
    """
    total = [0] * ENTRIES
    for public in publics[1:]:
        shared = crypto_scalarmult(secret, public)
        for entry in range(ENTRIES):
            value = hashlib.sha256(shared + b"%d|%d" % (entry, 17)).digest()
            total[entry] = (total[entry] + int.from_bytes(value, "little")) % 2**32
    return total


def figures() -> list[Figure]:
    """Compare our blinding with the bare operations and with the formula."""
    donors = [DonorSecrets.generate(random) for _ in range(MEMBERS)]
    publics = tuple(donor.exchange_public for donor in donors)
    secret = donors[0].exchange_secret
    vector = np.zeros(ENTRIES, dtype=np.uint32)

    def ours() -> object:
        return blind(vector, secret, 0, publics, CONTEXT)

    near, bare = alternate(31, ours, lambda: floor(secret, publics))
    far, slow = alternate(3, ours, lambda: formula(secret, publics))
    return [
        at_most("blinding: beside its bare operations", near, bare, 1.5),
        faster_than("blinding: faster than the paper's formula", far, slow, 100),
    ]
