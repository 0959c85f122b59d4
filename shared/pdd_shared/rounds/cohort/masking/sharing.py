"""Packed sharing of a mask's key, and the streams that hide the shares (docs/reference/cohort.md, "Sharing").

A polynomial holds several secrets at once (Franklin and Yung, STOC 1992). Its values at -1, -2, ... are secrets, its
values at the places 1 to c are random, and together these values determine it. Any c shares say nothing of the secrets;
a quorum's shares give them all.

A stream depends on the context, the place, the leaf and the nonce, and is used once. So a member's sum of streams over
one list is of no use for another list. Shares carry no authentication on purpose: a stream that is not removed exactly
leaves noise.
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
"""How many streams are added up at once. Their words take 128 KB of memory at 25 columns."""


def share_key(secret: Elements, polynomial_key: bytes, size: CommitteeSize) -> Elements:
    """Share a mask's key to a committee, and return the shares (m x K): row p - 1 is for the member at place p.

    Args:
        secret: The key, 2,048 elements.
        polynomial_key: 32 bytes, used once, from which the polynomials' random values are drawn.
        size: The size of the committee.
    """
    random = uniform(polynomial_key, size.corrupt * size.columns).reshape(size.corrupt, size.columns)
    return np.concatenate((random, multiply(_shares_matrix(size), np.concatenate((random, packed(secret, size))))))


def packed(secret: Elements, size: CommitteeSize) -> Elements:
    """Return the polynomials' values (rho x K) at -1, -2, ...: the key's elements column by column, then zeros."""
    padded = np.zeros(size.secrets * size.columns, dtype=np.uint64)
    padded[:DEGREE] = secret
    return padded.reshape(size.columns, size.secrets).T


def secret_points(size: CommitteeSize) -> tuple[int, ...]:
    """Return the points at which a polynomial's values are secrets: -1 to -rho."""
    return tuple(range(-1, -size.secrets - 1, -1))


def stream(shared: bytes, context: bytes, place: int, leaf: bytes, nonce: bytes, columns: int) -> Elements:
    """Return the stream, K elements, that hides a donor's share for the member at a place.

    The stream depends on the leaf's keys because several encodings of an X25519 key agree on the same secret. Otherwise
    two leaves with encodings of one key could have the same stream.

    Args:
        shared: The X25519 secret that only the donor and this member can compute, 32 bytes.
        context: C of the day, 32 bytes.
        place: The member's place, from 1.
        leaf: The donor's leaf, 68 bytes.
        nonce: The upload's nonce, 16 bytes.
        columns: K.
    """
    return uniform(_stream_key(shared, _prefix(context, place), _suffix(leaf, nonce)), columns)


def streams(shared: Sequence[bytes], context: bytes, leaf: bytes, nonce: bytes, columns: int) -> Elements:
    """Return a donor's streams (m x K) for a whole committee: row p - 1 is the `stream` for the member at place p.

    `shared` has the donor's X25519 secrets with the members, place 1 first. The other arguments are those of `stream`.
    """
    suffix = _suffix(leaf, nonce)
    keys = [_stream_key(secret, _prefix(context, place), suffix) for place, secret in enumerate(shared, 1)]
    return uniform_rows(keys, columns)


def sum_of_streams(
    shared: Sequence[bytes], entries: Sequence[tuple[bytes, bytes]], context: bytes, place: int, columns: int
) -> Elements:
    """Return the sum, K elements modulo q, of a member's streams over a list.

    Args:
        shared: The member's X25519 secrets with the donors of the list, in the list's order.
        entries: Leaf (68 bytes) and nonce (16 bytes) of each entry of the list.
        context: C of the day, 32 bytes.
        place: The member's place, from 1.
        columns: K.

    Raises:
        ValueError: There are not as many secrets as entries.
    """
    prefix = _prefix(context, place)
    pairs = zip(shared, entries, strict=True)
    keys = [_stream_key(secret, prefix, _suffix(leaf, nonce)) for secret, (leaf, nonce) in pairs]
    batches = (keys[start : start + _BATCH] for start in range(0, len(keys), _BATCH))
    sums = [total(uniform_rows(batch, columns)) for batch in batches]
    return total(np.array(sums, dtype=np.uint64).reshape(-1, columns))


@lru_cache(maxsize=4)
def _shares_matrix(size: CommitteeSize) -> Elements:
    """Return the matrix ((m - c) x quorum) that computes the shares at places c + 1 to m.

    It takes a polynomial's random values at places 1 to c, then its secrets.
    """
    nodes = (*range(1, size.corrupt + 1), *secret_points(size))
    return interpolation(nodes, range(size.corrupt + 1, size.members + 1))


def _stream_key(shared: bytes, prefix: bytes, suffix: bytes) -> bytes:
    return hashlib.blake2b(prefix + suffix, key=shared, digest_size=_KEY_SIZE).digest()


def _prefix(context: bytes, place: int) -> bytes:
    return length_prefixed([context, place.to_bytes(4, "little")])


def _suffix(leaf: bytes, nonce: bytes) -> bytes:
    return length_prefixed([leaf, nonce])
