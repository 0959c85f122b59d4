"""Packed sharing of a mask's key, and the streams that hide the shares (docs/reference/cohort.md, "Sharing").

A polynomial holds several secrets at once (Franklin and Yung, STOC 1992). Its values at -1, -2, ... are secrets, those
at the first c places are random, and together they fix it. Any c shares say nothing of the secrets; a quorum's shares
give them all.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from pdd_shared.protocol.encoding import length_prefixed
from pdd_shared.rounds.cohort.masking.field import Elements, interpolation, multiply, total, uniform, uniform_rows
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize

_KEY_SIZE = 32
_BATCH = 1024
"""Streams that are added up at once: their words take 128 KB of memory at 25 columns."""


def share_key(secret: Elements, polynomial_key: bytes, size: CommitteeSize) -> Elements:
    """Return the shares (m x K) of a mask's key (2,048): row p - 1 is for the member at place p.

    The random values come from `polynomial_key`, 32 bytes that are used once.
    """
    random = uniform(polynomial_key, size.corrupt * size.columns).reshape(size.corrupt, size.columns)
    return np.concatenate((random, multiply(_shares_matrix(size), np.concatenate((random, packed(secret, size))))))


def packed(secret: Elements, size: CommitteeSize) -> Elements:
    """Return the polynomials' values (rho x K) at -1, -2, ...: the key (2,048) column by column, then zeros."""
    padded = np.zeros(size.secrets * size.columns, dtype=np.uint64)
    padded[:DEGREE] = secret
    return padded.reshape(size.columns, size.secrets).T


def secret_points(size: CommitteeSize) -> tuple[int, ...]:
    """Return the points at which a polynomial's values are secrets: -1 to -rho."""
    return tuple(range(-1, -size.secrets - 1, -1))


def stream(shared: bytes, context: bytes, place: int, leaf: bytes, nonce: bytes, columns: int) -> Elements:
    """Return the stream (K) that hides a donor's share for the member at a place.

    `shared` is the X25519 secret that only these two compute, `leaf` the donor's leaf as its 68 bytes, and the nonce
    that of the upload. The leaf's keys are in it because several encodings of an X25519 key agree on the same secret.
    """
    return uniform(_stream_key(shared, _prefix(context, place), _suffix(leaf, nonce)), columns)


def streams(shared: Sequence[bytes], context: bytes, leaf: bytes, nonce: bytes, columns: int) -> Elements:
    """Return a donor's streams (m x K) for a whole committee: row p - 1 for the member at place p, as `stream` has it.

    `shared` holds the donor's X25519 secrets with the members, by place.
    """
    suffix = _suffix(leaf, nonce)
    keys = [_stream_key(secret, _prefix(context, place), suffix) for place, secret in enumerate(shared, 1)]
    return uniform_rows(keys, columns)


def sum_of_streams(
    shared: Sequence[bytes], entries: Sequence[tuple[bytes, bytes]], context: bytes, place: int, columns: int
) -> Elements:
    """Return the sum (K) of a member's streams over a list of (leaf, nonce), as `stream` has them, modulo q.

    `shared` holds the member's X25519 secrets with the donors of these leaves, in the same order. ValueError if there
    are not as many as entries.
    """
    prefix = _prefix(context, place)
    pairs = zip(shared, entries, strict=True)
    keys = [_stream_key(secret, prefix, _suffix(leaf, nonce)) for secret, (leaf, nonce) in pairs]
    batches = (keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH))
    sums = [total(uniform_rows(batch, columns)) for batch in batches]
    return total(np.array(sums, dtype=np.uint64).reshape(-1, columns))


@lru_cache(maxsize=4)
def _shares_matrix(size: CommitteeSize) -> Elements:
    """Return the matrix (m - c x quorum) from the values that fix a polynomial to those at places after the c-th."""
    nodes = (*range(1, size.corrupt + 1), *secret_points(size))
    return interpolation(nodes, range(size.corrupt + 1, size.members + 1))


def _stream_key(shared: bytes, prefix: bytes, suffix: bytes) -> bytes:
    return hashlib.blake2b(prefix + suffix, key=shared, digest_size=_KEY_SIZE).digest()


def _prefix(context: bytes, place: int) -> bytes:
    return length_prefixed([context, place.to_bytes(4, "little")])


def _suffix(leaf: bytes, nonce: bytes) -> bytes:
    return length_prefixed([leaf, nonce])
