"""Arithmetic in the field modulo q: uniform elements from keystreams, sums, products, and Lagrange interpolation."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from nacl.bindings import randombytes_buf_deterministic
from numpy.typing import NDArray

from pdd_shared.rounds.cohort.parameters import Q
from pdd_shared.rounds.keystream import NONCE

Elements = NDArray[np.uint64]
"""Field elements, all below q, in 64 bits so that the product of two fits."""
Words = NDArray[np.uint32]
WORD = np.dtype("<u4")
"""The format of keystream words, and of elements as they travel: uint32, little endian."""
_BLOCK = 16
"""Words of a ChaCha20 block. A keystream is computed in whole blocks anyway."""
_SHORT = 2048
"""Up to so many bytes, libsodium's call is faster than making a cipher object of OpenSSL's. Beyond, it is slower."""
_SPARE = 512
"""One spare word is drawn for so many elements, since one word in 4,096 is not below q and is passed over."""
_FARTHEST = 512
"""Points of an interpolation are less than this apart. Places go up to 256, the points of secrets down to -86."""
_HALF = 16
"""Bits of half a word, by which `multiply` splits its values."""
_HALF_MASK = (1 << _HALF) - 1


def keystream(key: bytes, words: int) -> Words:
    """Return the first words of the ChaCha20-IETF keystream (RFC 8439) under a key of 32 bytes, from counter 0."""
    size = words * WORD.itemsize
    if size <= _SHORT:
        return np.frombuffer(randombytes_buf_deterministic(size, key), dtype=WORD)
    cipher = Cipher(algorithms.ChaCha20(key, bytes(4) + NONCE), mode=None)
    return np.frombuffer(cipher.encryptor().update(bytes(size)), dtype=WORD)


def accepted(words: Words) -> Elements:
    """Return the words below q, in their order. Reducing the others modulo q would make small elements more likely."""
    return words[words < Q].astype(np.uint64)


def uniform(key: bytes, number: int) -> Elements:
    """Return `number` uniform elements: the first words below q of the keystream under a key that is used once."""
    drawn = number + number // _SPARE + _BLOCK
    while len(elements := accepted(keystream(key, drawn))) < number:
        drawn *= 2
    return elements[:number]


def uniform_rows(keys: Sequence[bytes], number: int) -> Elements:
    """Return `uniform(key, number)` of each key as one row (keys x number). It is faster for many short rows."""
    words = -(-number // _BLOCK) * _BLOCK
    joined = b"".join([keystream(key, words).tobytes() for key in keys])
    rows = np.frombuffer(joined, dtype=WORD).reshape(len(keys), words)[:, :number]
    elements = rows.astype(np.uint64)
    for row in np.flatnonzero((rows >= Q).any(axis=1)).tolist():
        elements[row] = uniform(keys[row], number)
    return elements


def to_wire(elements: Elements) -> bytes:
    """Return the elements as they travel: each as four bytes little endian, row by row."""
    return elements.astype(WORD).tobytes()


def from_wire(data: bytes, number: int) -> Elements:
    """Read `number` elements as they travelled, in one row; ValueError for another size or a word not below q."""
    if len(data) != number * WORD.itemsize:
        raise ValueError(f"{number} elements take {number * WORD.itemsize} bytes, not {len(data)}")
    words = np.frombuffer(data, dtype=WORD)
    if (words >= Q).any():
        raise ValueError("a word is not below q")
    return words.astype(np.uint64)


def reduced(values: Elements) -> Elements:
    """Return values that are below 2 q, reduced modulo q."""
    return np.minimum(values, values - Q)  # for a value below q the difference wraps round to more than 2^63


def add(a: Elements, b: Elements) -> Elements:
    """Return a + b modulo q."""
    return reduced(a + b)


def subtract(a: Elements, b: Elements) -> Elements:
    """Return a - b modulo q."""
    return reduced(a + (Q - b))


def total(elements: Elements) -> Elements:
    """Return the sum over the first axis modulo q, of at most 2^32 elements each."""
    summed: Elements = elements.sum(axis=0, dtype=np.uint64) % Q
    return summed


def product(factors: Elements) -> Elements:
    """Return the product over the last axis modulo q."""
    while (width := factors.shape[-1]) > 1:
        half = width // 2
        pairs = factors[..., :half] * factors[..., half : 2 * half] % Q
        factors = np.concatenate((pairs, factors[..., 2 * half :]), axis=-1)
    return factors[..., 0]


def interpolation(nodes: Sequence[int], points: Sequence[int]) -> Elements:
    """Return the matrix (points x nodes) that takes a polynomial's values at the nodes to its values at the points.

    It is Lagrange interpolation, for polynomials whose degree is below the number of nodes.

    Args:
        nodes: Where the values are known. They may be negative.
        points: Where the values are wanted. They may be negative.

    Raises:
        ValueError: Two of all nodes and points are equal, or 512 or more apart.
    """
    at, to = np.array(nodes, dtype=np.int64), np.array(points, dtype=np.int64)
    apart = to[:, None] - at
    heights = product((apart % Q).astype(np.uint64))
    terms = heights[:, None] * inverse(apart) % Q
    return terms * weights(nodes) % Q


def weights(nodes: Sequence[int]) -> Elements:
    """Return the barycentric weight of each node: one over the product of its differences from all others.

    ValueError if two nodes are the same, or 512 or more apart.
    """
    at = np.array(nodes, dtype=np.int64)
    apart = at[:, None] - at
    np.fill_diagonal(apart, 1)
    return product(inverse(apart))


def inverse(numbers: NDArray[np.int64]) -> Elements:
    """Return one over each number modulo q; ValueError for 0 and for numbers of 512 and more, on either side."""
    sizes = np.abs(numbers)
    if not ((sizes > 0) & (sizes < _FARTHEST)).all():
        raise ValueError(f"points are different and less than {_FARTHEST} apart")
    found = _inverses()[sizes]
    return np.where(numbers < 0, Q - found, found)


def multiply(matrix: Elements, values: Elements) -> Elements:
    """Return the product (r x k) of a matrix (r x n) and values (n x k) modulo q, for n up to 65,536.

    The values are split into halves of 16 bits, so that sums of products stay below 2^64. Floating-point products of
    11-bit parts are faster on one core, but wake all threads of the linear algebra library for each product.
    """
    halves = np.concatenate((values & np.uint64(_HALF_MASK), values >> np.uint64(_HALF)), axis=1)
    products = matrix @ halves % Q
    low, high = products[:, : values.shape[1]], products[:, values.shape[1] :]
    return (low + (high << np.uint64(_HALF))) % Q


@cache
def _inverses() -> Elements:
    """Return the inverses of 1 to `_FARTHEST` - 1 by their number, with a 0 in place 0, which is never looked up."""
    return np.array([0, *(pow(number, -1, Q) for number in range(1, _FARTHEST))], dtype=np.uint64)
