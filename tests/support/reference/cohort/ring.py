"""Bytes, ring and sharing of the `cohort` protocol in Python's integers, from docs/reference/cohort.md alone.

It shares no code with `pdd_shared`. The package says what is written to the vectors.
"""

import hashlib
import struct
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from nacl.bindings import crypto_scalarmult
from nacl.utils import randombytes_deterministic

Q = 2**32 - 2**20 + 1
N = 2048
PSI = 68871676
DELTA = 4096
ZEROS = 16
Words = list[int]
Item = bytes | int | str


def stream(name: str, size: int) -> bytes:
    """Return bytes that stand for random ones."""
    return hashlib.shake_256(name.encode()).digest(size)


# --- bytes


def prefixed(*items: Item) -> bytes:
    """Return LP of docs/reference/cohort.md."""
    encoded = [
        u32(item) if isinstance(item, int) else item.encode() if isinstance(item, str) else item for item in items
    ]
    return b"".join(u32(len(item)) + item for item in encoded)


def digest(domain: str, *items: Item) -> bytes:
    """Return H of docs/reference/cohort.md."""
    return blake(prefixed(f"pdd/2/{domain}", *items))


def blake(data: bytes, key: bytes = b"") -> bytes:
    return hashlib.blake2b(data, key=key, digest_size=32).digest()


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


def wire(words: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(words)}I", *words)


def from_wire(data: bytes) -> Words:
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def long(words: Sequence[int]) -> dict[str, Any]:
    """Return what the vectors say about an array that is too long to be written out."""
    return {
        "number": len(words),
        "first": list(words[:4]),
        "last": list(words[-4:]),
        "digest": digest("vector", wire(words)).hex(),
    }


def keystream(key: bytes, number: int) -> Words:
    """Return ChaCha20 as libsodium's deterministic bytes have it: nonce `LibsodiumDRG`, counter 0."""
    return from_wire(randombytes_deterministic(4 * number, key))


def uniform(key: bytes, number: int) -> Words:
    found = [word for word in keystream(key, number + number // 256 + 64) if word < Q]
    assert len(found) >= number
    return found[:number]


# --- parameters


class Committee:
    """m, c, quorum, rho and K for a tree of this size."""

    def __init__(self, size: int) -> None:
        self.m, self.c = (256, 94) if size >= 256 else (size, max(1, -(-size // 3) - 1))
        self.quorum = (self.m + self.c) // 2 + 1
        self.rho = self.quorum - self.c
        self.columns = -(-N // self.rho)


def blocks_of(entries: int) -> int:
    return -(-(entries + ZEROS) // N)


# --- ring


def reversed_bits(number: int) -> int:
    return int(f"{number:011b}"[::-1], 2)


def transform(values: Words, root: int) -> Words:
    """Return the sums of values[j] root^(jk) for each k, by repeated halving."""
    if len(values) == 1:
        return values
    even, odd = transform(values[::2], root * root % Q), transform(values[1::2], root * root % Q)
    turned, power = [], 1
    for value in odd:
        turned.append(value * power % Q)
        power = power * root % Q
    low = [(a + b) % Q for a, b in zip(even, turned, strict=True)]
    return low + [(a - b) % Q for a, b in zip(even, turned, strict=True)]


def ntt(values: Words) -> Words:
    twisted = [value * pow(PSI, j, Q) % Q for j, value in enumerate(values)]
    natural = transform(twisted, PSI * PSI % Q)
    return [natural[reversed_bits(i)] for i in range(N)]


def intt(values: Words) -> Words:
    natural = [values[reversed_bits(i)] for i in range(N)]
    twisted = transform(natural, pow(PSI, -2, Q))
    scale, back = pow(N, -1, Q), pow(PSI, -1, Q)
    return [value * scale % Q * pow(back, j, Q) % Q for j, value in enumerate(twisted)]


def public_ring(context: bytes, blocks: int) -> Words:
    return uniform(digest("ring", context), N * blocks)


def secret_of(seed: bytes) -> Words:
    return uniform(digest("secret", seed), N)


def errors_of(seed: bytes, blocks: int) -> Words:
    """Return signed errors: the popcount of 21 bits less that of 21 others."""
    words = [(word & 0x1FFFFF).bit_count() for word in keystream(digest("error", seed), 2 * N * blocks)]
    return [a - b for a, b in zip(words[::2], words[1::2], strict=True)]


@cache
def masks(secret: tuple[int, ...], context: bytes, blocks: int) -> Words:
    """Return INTT(A_b * NTT(secret)) of each block, one after another."""
    ring, key = public_ring(context, blocks), ntt(list(secret))
    return [
        value
        for start in range(0, N * blocks, N)
        for value in intt([a * b % Q for a, b in zip(ring[start : start + N], key, strict=True)])
    ]


def masked(vector: Sequence[int], seed: bytes, context: bytes) -> Words:
    """Return the ciphertext of an upload (c), block after block."""
    blocks = blocks_of(len(vector))
    padded = [*vector, *[0] * (N * blocks - len(vector))]
    parts = zip(masks(tuple(secret_of(seed)), context, blocks), errors_of(seed, blocks), padded, strict=True)
    return [(mask + error + DELTA * x) % Q for mask, error, x in parts]


def added(rows: Sequence[Sequence[int]]) -> Words:
    return [sum(column) % Q for column in zip(*rows, strict=True)]


def read(ciphertext: Words, key: Words, context: bytes, reach: int) -> tuple[Words, Words]:
    """Return the numbers, padding included, and the errors of a sum."""
    opened = masks(tuple(key), context, len(ciphertext) // N)
    words = [(c - mask + DELTA * reach + DELTA // 2) % Q for c, mask in zip(ciphertext, opened, strict=True)]
    return [word // DELTA - reach for word in words], [word % DELTA - DELTA // 2 for word in words]


def sound(numbers: Words, errors: Words, uploads: int, most: Sequence[int], reach: int) -> bool:
    in_range = all(-reach <= x <= uploads * top + reach for x, top in zip(numbers, most, strict=False))
    return (
        in_range
        and not any(numbers[len(most) :])
        and all(3 * 21 * uploads * N <= 8 * squares <= 5 * 21 * uploads * N for squares in squares_of(errors))
    )


def squares_of(errors: Words) -> Words:
    """Return the sum of the squares of each block's errors."""
    return [sum(e * e for e in errors[start : start + N]) for start in range(0, len(errors), N)]


# --- sharing


@cache
def weights(points: tuple[int, ...], at: int) -> Words:
    """Return Lagrange's weights: the factors of the values at these points in the value at another point."""
    if at in points:
        return [int(x == at) for x in points]
    above = product(at - x for x in points)
    return [above * pow((at - x) * below, -1, Q) % Q for x, below in zip(points, differences(points), strict=True)]


@cache
def differences(points: tuple[int, ...]) -> Words:
    return [product(x - other for other in points if other != x) for x in points]


def product(factors: Iterable[int]) -> int:
    result = 1
    for factor in factors:
        result = result * factor % Q
    return result


def interpolated(values: dict[int, Words], at: int) -> Words:
    """Return the value of each column's polynomial at a point, from as many values as determine it."""
    factors = weights(tuple(values), at)
    return [
        sum(f * v for f, v in zip(factors, column, strict=True)) % Q for column in zip(*values.values(), strict=True)
    ]


def shares_of(secret: Words, seed: bytes, sizes: Committee) -> list[Words]:
    """Return f_0(p) .. f_(K-1)(p) for each place."""
    known = fixing(secret, seed, sizes)
    return [share_at(place, known) for place in range(1, sizes.m + 1)]


def fixing(secret: Words, seed: bytes, sizes: Committee) -> dict[int, Words]:
    """Return the values that determine the polynomials: the secret's at -1, -2, .., and random ones at the first c
    places.
    """
    columns, padded = sizes.columns, [*secret, *[0] * (sizes.columns * sizes.rho - N)]
    random = uniform(digest("polynomial", seed), sizes.c * columns)
    known = {-k: padded[k - 1 :: sizes.rho] for k in range(1, sizes.rho + 1)}
    return known | {p: random[(p - 1) * columns : p * columns] for p in range(1, sizes.c + 1)}


def share_at(place: int, known: dict[int, Words]) -> Words:
    return known.get(place) or interpolated(known, place)


def rebuilt(shares: dict[int, Words], sizes: Committee) -> Words:
    """Return the padded secret from a quorum's shares by their places; of more, the first ones count."""
    first = dict(list(shares.items())[: sizes.quorum])
    rows = [interpolated(first, -k) for k in range(1, sizes.rho + 1)]
    return [word for column in zip(*rows, strict=True) for word in column]


def located(shares: dict[int, Words], sizes: Committee) -> set[int] | None:
    """Return the places that are wrong; None if there are too many.

    It tries to leave out ever more places until the others lie on polynomials.
    """
    if len(shares) < sizes.quorum:
        return None
    for wrong in range((len(shares) - sizes.quorum) // 2 + 1):
        for left_out in combinations(shares, wrong):
            rest = {place: row for place, row in shares.items() if place not in left_out}
            first = dict(list(rest.items())[: sizes.quorum])
            if all(interpolated(first, p) == row for p, row in rest.items()):
                return set(left_out)
    return None


def hiding(own: bytes, other: bytes, context: bytes, place: int, leaf: bytes, nonce: bytes, columns: int) -> Words:
    """Return stream_p of this leaf's donor, from one side's secret and the other's public ticket key."""
    shared = crypto_scalarmult(own, other)
    return uniform(blake(prefixed(context, place, leaf, nonce), key=shared), columns)
