"""Masking in the ring F_q[x] / (x^N + 1): a vector x is masked as c = A s + e + Delta x, and sums of masks are read.

The mask is a ring-LWE encryption (Lyubashevsky, Peikert, Regev, EUROCRYPT 2010) with a fresh secret s and error e for
each upload. The public A is the same for all uploads of a context. So the sum of ciphertexts is the ciphertext of the
sum, under the sum of the secrets. docs/reference/cohort.md, "Ring".
"""

from dataclasses import dataclass, field
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pdd_shared.rounds.cohort.encoding import digest
from pdd_shared.rounds.cohort.masking.field import Elements, add, from_wire, keystream, subtract, to_wire, uniform
from pdd_shared.rounds.cohort.parameters import DEGREE, DELTA, PSI, RANGE, ZEROS, Q

# The field's elements are the ring's coefficients: messages take both from here.
__all__ = [
    "Elements",
    "MaskSeed",
    "Reading",
    "add",
    "blocks_for",
    "from_wire",
    "intt",
    "is_sound",
    "mask",
    "ntt",
    "public_ring",
    "read_sum",
    "subtract",
    "to_wire",
    "uniform",
]

_HALF = DEGREE // 2
_STAGES = DEGREE.bit_length() - 1
_ERROR_BITS = 21
"""An error is the difference of two sums of so many fair coins, so its variance is 21 / 2."""


@dataclass(frozen=True, eq=False)
class MaskSeed:
    """The seed of all randomness of one upload's mask: 32 bytes that are used once and then forgotten.

    Two objects never compare equal (`eq=False`). The time of a comparison or look-up would depend on secret bytes.
    """

    seed: bytes = field(repr=False)

    def secret(self) -> Elements:
        """Return s: 2,048 uniform elements, the mask's key."""
        return uniform(digest("secret", self.seed), DEGREE)

    def errors(self, blocks: int) -> NDArray[np.int64]:
        """Return e (blocks x 2,048): each the difference of two sums of 21 coins."""
        words = keystream(digest("error", self.seed), 2 * DEGREE * blocks)
        heads: NDArray[np.int64] = np.bitwise_count(words & np.uint32((1 << _ERROR_BITS) - 1)).astype(np.int64)
        return (heads[0::2] - heads[1::2]).reshape(blocks, DEGREE)

    def polynomial_key(self) -> bytes:
        """Return the key of the random values of the polynomials that share s."""
        return digest("polynomial", self.seed)


@dataclass(frozen=True, eq=False)
class Reading:
    """A sum as it was read under a key. It means nothing unless `is_sound` accepts it.

    Attributes:
        numbers: The summed vector.
        padding: The numbers after the vector, which must be zero.
        errors: The summed errors that were rounded away, of shape (blocks, 2048).
    """

    numbers: NDArray[np.int64] = field(repr=False)
    padding: NDArray[np.int64] = field(repr=False)
    errors: NDArray[np.int64] = field(repr=False)


def blocks_for(entries: int) -> int:
    """Return how many blocks of 2,048 hold a vector of that many numbers and at least `ZEROS` zeros after it."""
    return -(-(entries + ZEROS) // DEGREE)


@lru_cache(maxsize=2)
def public_ring(context: bytes, blocks: int) -> Elements:
    """Return the public A of a context in NTT form (blocks x 2,048). The array is shared by a cache, so read-only."""
    ring = uniform(digest("ring", context), DEGREE * blocks).reshape(blocks, DEGREE)
    ring.flags.writeable = False
    return ring


def mask(vector: NDArray[np.int64], seed: MaskSeed, context: bytes) -> Elements:
    """Return the masked vector c (blocks x 2,048); negative numbers of the vector are taken modulo q."""
    blocks = blocks_for(len(vector))
    padded = np.zeros(blocks * DEGREE, dtype=np.int64)
    padded[: len(vector)] = vector
    shown = (padded % Q * DELTA).reshape(blocks, DEGREE) + seed.errors(blocks)
    return add(_key_part(seed.secret(), context, blocks), (shown % Q).astype(np.uint64))


def read_sum(ciphertext: Elements, key: Elements, context: bytes, entries: int, reach: int) -> Reading:
    """Decrypt a sum of masked vectors. The reading means nothing unless `is_sound` accepts it.

    Args:
        ciphertext: The sum of the masked vectors, of shape (blocks, 2048).
        key: The sum of their keys, 2,048 elements.
        context: C of the day, 32 bytes.
        entries: How many numbers a vector has.
        reach: T, how far below zero a number may lie.

    Raises:
        ValueError: The ciphertext or the key has another size than `entries` needs.
    """
    blocks = blocks_for(entries)
    if ciphertext.shape != (blocks, DEGREE) or key.shape != (DEGREE,):
        raise ValueError(f"a sum of {entries} entries has {blocks} blocks of {DEGREE}, and its key one")
    shown = subtract(ciphertext, _key_part(key, context, blocks))
    shifted = ((shown + np.uint64(DELTA * reach + DELTA // 2)) % Q).astype(np.int64)
    numbers = (shifted // DELTA - reach).ravel()
    return Reading(numbers[:entries], numbers[entries:], shifted % DELTA - DELTA // 2)


def is_sound(reading: Reading, uploads: int, most: NDArray[np.int64], reach: int | NDArray[np.int64]) -> bool:
    """Return whether a reading can be the sum of so many uploads. A wrong key or a garbled mask is noticed here.

    Every number must lie in its range, and the padding must be zero. The mean square of each block's errors must be
    that of so many uploads, within a quarter; under a wrong key the errors are over a thousand times as large.

    Args:
        reading: The reading.
        uploads: How many uploads are in the sum.
        most: The most that one donor adds to each number, noise apart.
        reach: How far the noise may move a number on either side: one bound for all, or one for each number.
    """
    # q - 1 is RANGE times Delta, so this single word would read as one more number, which no honest sum has.
    upper = np.minimum(np.minimum(most, RANGE) * uploads + reach, RANGE - 1 - reach)
    in_range = ((reading.numbers >= -reach) & (reading.numbers <= upper)).all()
    # In integers: 3/4 <= mean(E^2) / (10.5 uploads) <= 5/4, times 8 * 2048 * 10.5 * uploads.
    spread, unit = 8 * np.square(reading.errors).sum(axis=1), _ERROR_BITS * uploads * DEGREE
    as_expected = ((spread >= 3 * unit) & (spread <= 5 * unit)).all()
    return bool(in_range and as_expected and not reading.padding.any())


def ntt(values: Elements) -> Elements:
    """Return the number-theoretic transform of each row of 2,048 coefficients.

    It is the polynomial's values at the roots of x^N + 1, in bit-reversed order. The butterflies are Cooley and
    Tukey's, with the same data flow in each stage (Pease, JACM 15:2, 1968): they read the two halves and write
    neighbours. So numpy's inner loops stay long in every stage.
    """
    for twiddles in _twiddles()[0]:
        left, right = values[..., :_HALF], values[..., _HALF:] * twiddles % Q
        values = np.empty_like(values)
        values[..., 0::2], values[..., 1::2] = add(left, right), subtract(left, right)
    return values


def intt(values: Elements) -> Elements:
    """Return the coefficients (2,048) of the polynomial with each row of values: the inverse of `ntt`."""
    for twiddles in reversed(_twiddles()[1]):
        left, right = values[..., 0::2], values[..., 1::2]
        values = np.empty_like(values)
        values[..., :_HALF], values[..., _HALF:] = add(left, right), subtract(left, right) * twiddles % Q
    return values * np.uint64(pow(DEGREE, -1, Q)) % Q


def _key_part(key: Elements, context: bytes, blocks: int) -> Elements:
    """Return A s, the product of A and a key (blocks x 2,048)."""
    return intt(public_ring(context, blocks) * ntt(key) % Q)


@cache
def _twiddles() -> tuple[list[Elements], list[Elements]]:
    """Return the factors of each stage's butterflies, for `ntt` and for `intt`.

    In stage k the low k bits of a butterfly's index say to which of 2^k polynomials it belongs, with the first stage's
    bit first. Its factor is psi to the power of the bit-reversed sum of 2^k and these bits.
    """
    powers = [1]
    while len(powers) < DEGREE:
        powers.append(powers[-1] * PSI % Q)
    stages = [[_reversed((1 << k) + index % (1 << k)) for index in range(_HALF)] for k in range(_STAGES)]
    forward = [np.array([powers[i] for i in stage], dtype=np.uint64) for stage in stages]
    # psi^N = -1, so the inverse of psi^i is -psi^(N - i).
    back = [np.array([Q - powers[DEGREE - i] for i in stage], dtype=np.uint64) for stage in stages]
    return forward, back


def _reversed(index: int) -> int:
    return int(f"{index:0{_STAGES}b}"[::-1], 2)
