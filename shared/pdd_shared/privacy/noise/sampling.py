"""The server's noise: exact draws of discrete Laplace and discrete Gaussian noise, from small tables of integers.

A table with a row for each value of the noise would have 44 million rows at the largest scale. So a draw is put
together from a block and a place within the block, each from a table of at most some thousand rows (`tables.py`):

- *Discrete Laplace* of scale b is the difference of two geometric draws, P(X = x) proportional to e^(-x / b). Write
  X = n Q + D with 0 <= D < n. Then Q and D are independent, P(Q = q) is proportional to e^(-n q / b), and P(D = d) to
  e^(-d / b).
- *Discrete Gaussian* has P(X = x) proportional to e^(-c x^2), c = 1 / (2 scale^2). Write |x| = n q + r with
  0 <= r < n. Then q is drawn proportional to e^(-c (n q)^2) and r uniformly. The pair is kept with probability
  e^(-c m), m = 2 n q r + r^2. This probability is the product of e^(-c 2^i) over the bits i set in m, so it takes one
  coin for each of them. A kept number gets a random sign, and minus zero is drawn anew.

No floating-point number is used on the way, because the rounding of floating-point noise tells something about the
number under it (Mironov, CCS '12). The draws have exactly these laws, so the guarantee has no
delta of its own: where the tables below round or cut off a tail, `ExactTable` asks again with more digits.
"""

from collections.abc import Iterator
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, count, takewhile
from math import ceil, isqrt

import numpy as np
from numpy.typing import NDArray

from pdd_shared.privacy.noise.tables import ExactTable, Integers
from pdd_shared.protocol.keys import RandomBytes
from pdd_shared.protocol.terms import Noise

_REACH = 44
"""A geometric draw passes so many scales with probability about 2^-64.

The width of a block is the square root of this many scales, so there are about as many blocks as places.
"""
_BLOCKS = 16
"""Blocks of a Gaussian in one standard deviation; up to twice as many, as a block's width is a power of two.

The tables are short, and 39 of 40 draws are kept. Below a scale of 16, blocks have the width 1.
"""


def add_noise(numbers: list[int], noise: Noise, random_bytes: RandomBytes) -> list[int]:
    """Return each number plus an independent draw of noise, from the caller's cryptographic random source."""
    draw = draw_laplace if noise.law == "discrete-laplace" else draw_gaussian
    drawn = draw(noise.scale, len(numbers), random_bytes).tolist()
    return [number + more for number, more in zip(numbers, drawn, strict=True)]


def draw_laplace(scale: Decimal, number: int, random_bytes: RandomBytes) -> Integers:
    """Return `number` independent draws with P(k) proportional to exp(-|k| / scale)."""
    return _geometric(scale, number, random_bytes) - _geometric(scale, number, random_bytes)


def _geometric(scale: Decimal, number: int, random_bytes: RandomBytes) -> Integers:
    width, blocks, places = geometric_tables(scale)
    drawn: Integers = width * blocks.draw(number, random_bytes) + places.draw(number, random_bytes)
    return drawn


@lru_cache(maxsize=32)
def geometric_tables(scale: Decimal) -> tuple[int, ExactTable, ExactTable]:
    """Return a block's width n, the table of blocks Q, and the table of places D in a block.

    P(Q <= k) = 1 - e^(-n (k + 1) / b), and P(D <= k) = (1 - e^(-(k + 1) / b)) / (1 - e^(-n / b)).
    """
    width = isqrt(ceil(_REACH * Fraction(scale))) + 1

    def up_to(k: int) -> Decimal:
        return 1 - (-Decimal(k + 1) / scale).exp()

    return (
        width,
        ExactTable(lambda: (up_to(width * (k + 1) - 1) for k in count())),
        ExactTable(lambda: (up_to(k) / up_to(width - 1) for k in range(width - 1))),
    )


def draw_gaussian(scale: Decimal, number: int, random_bytes: RandomBytes) -> Integers:
    """Return `number` independent draws with P(k) proportional to exp(-k^2 / (2 scale^2))."""
    drawn = np.empty(0, dtype=np.int64)
    while len(drawn) < number:
        drawn = np.concatenate([drawn, _kept_gaussian(scale, number - len(drawn), random_bytes)])
    return drawn


def _kept_gaussian(scale: Decimal, number: int, random_bytes: RandomBytes) -> Integers:
    """Propose `number` draws, and return those that are kept."""
    width = block_width(scale)
    begin = width * gaussian_blocks(scale).draw(number, random_bytes)
    place = np.frombuffer(random_bytes(4 * number), dtype="<u4").astype(np.int64) % width
    minus = np.frombuffer(random_bytes(number), dtype=np.uint8) % 2 == 1
    kept = coins(scale, (2 * begin + place) * place, random_bytes)
    size = begin + place
    drawn: Integers = np.where(minus, -size, size)[kept & ~(minus & (size == 0))]
    return drawn


def block_width(scale: Decimal) -> int:
    """Return the width of a Gaussian's blocks: a power of two, so that random bits are uniform on it.

    It is computed in integers. A decimal quotient would depend on the caller's decimal context, while the table of
    blocks is cached.
    """
    return 1 << max(0, (int(scale) // _BLOCKS).bit_length() - 1)


@lru_cache(maxsize=32)
def gaussian_blocks(scale: Decimal) -> ExactTable:
    """Return the table of blocks, P(Q = q) proportional to e^(-c (n q)^2)."""
    width = block_width(scale)

    def values() -> Iterator[Decimal]:
        # Smaller weights are less than the last digit. `ExactTable` sets the precision, and raises it to decide a draw.
        least = Decimal(10) ** -getcontext().prec
        found = ((-((width * q / scale) ** 2) / 2).exp() for q in count())
        weights = list(takewhile(lambda weight: weight > least, found))
        total = sum(weights)
        return (up_to / total for up_to in accumulate(weights))

    return ExactTable(values)


def coins(scale: Decimal, exponents: Integers, random_bytes: RandomBytes) -> NDArray[np.bool_]:
    """Return, for each exponent m independently, True with probability e^(-c m)."""
    kept = np.ones(len(exponents), dtype=np.bool_)
    for bit in range(int(exponents.max(initial=0)).bit_length()):
        asked = np.flatnonzero(kept & (((exponents >> bit) & 1) == 1))
        kept[asked] = coin(scale, bit).draw(len(asked), random_bytes) == 0
    return kept


@lru_cache(maxsize=1024)
def coin(scale: Decimal, bit: int) -> ExactTable:
    """Return the table of a coin that is 0 with probability e^(-c 2^bit), and otherwise 1."""
    return ExactTable(lambda: iter([(-Decimal(1 << bit) / (2 * scale**2)).exp()]))
