"""Draws from tables of integers: a law on 0, 1, 2, ... as thresholds, with which random bits are compared.

Let T_k = P(X <= k), and let U be uniform on [0, 1). Then the number of thresholds T_k <= U has the law of X. A table
holds the leading 64 bits of each threshold. They decide a draw unless they equal the leading bits of U, which happens
once in 2^64 draws for each row. Then an `ExactTable` takes more bits of U, and computes the thresholds to as many bits,
until they differ. So its draws have exactly the law, although no threshold is ever known exactly, and a finite table
costs no delta. A donor's table stops at 128 bits instead (`donor_shares.py`), so that every language takes the same
random bytes.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from pdd_shared.protocol.keys import RandomBytes

WORD = 64
"""Bits of a table's row, and the number of random bits that are taken at once."""
_WORD_BYTES = WORD // 8
_SLACK = 10
"""How many of a decimal context's digits are not trusted. Rounding in the computation of a value takes far fewer."""

Integers = NDArray[np.int64]
Words = NDArray[np.uint64]


def look_up(leading: Words, words: Words) -> tuple[Integers, NDArray[np.intp]]:
    """Return how many rows are below each word, and the indices of words that equal a row and need more bits.

    Args:
        leading: The leading bits of a table's thresholds, at least one, in rising order.
        words: Random words.
    """
    drawn = np.zeros(len(words), dtype=np.int64)
    # Most donors' shares of the noise are zero, so only words beyond the first threshold are looked up.
    beyond = np.flatnonzero(words >= leading[0])
    drawn[beyond] = np.searchsorted(leading, words[beyond], side="left")
    equal = leading[np.minimum(drawn[beyond], len(leading) - 1)] == words[beyond]
    return drawn, beyond[equal]


@dataclass(frozen=True)
class ExactTable:
    """A law on 0, 1, 2, ... from which exact draws are made.

    Attributes:
        values: Returns P(X <= k) for k = 0, 1, 2, ..., in the precision of the decimal context. The values rise, are
            below 1, and are wrong by less than 10^(10 - digits). If the law ends, its last number has no value.
            Otherwise there must be as many values as the precision can tell from 1.
    """

    values: Callable[[], Iterable[Decimal]]

    @cached_property
    def _leading(self) -> Words:
        return np.array(whole_parts(self.values, WORD), dtype=np.uint64)

    def draw(self, number: int, random_bytes: RandomBytes) -> Integers:
        """Return `number` independent draws, from the caller's cryptographic random source."""
        words = np.frombuffer(random_bytes(_WORD_BYTES * number), dtype="<u8")
        drawn, undecided = look_up(self._leading, words)
        for place in undecided:
            drawn[place] = self._decided(int(words[place]), random_bytes)
        return drawn

    def _decided(self, u: int, random_bytes: RandomBytes) -> int:
        """Return the number of thresholds up to U, whose first word is `u`, drawing more words until it is decided."""
        for bits in count(2 * WORD, WORD):
            u = u << WORD | int.from_bytes(random_bytes(_WORD_BYTES), "little")
            rows = whole_parts(self.values, bits)
            drawn = bisect_left(rows, u)
            if drawn == len(rows) or rows[drawn] != u:
                break
        return drawn


def whole_parts(values: Callable[[], Iterable[Decimal]], bits: int) -> list[int]:
    """Return floor(2^bits v) for each value v of an `ExactTable`, up to the first that is 2^bits - 1.

    Each result is exact. If rounding leaves a choice for one of them, all are computed again with more digits (Ziv,
    TOMS '91). This ends unless a value is a multiple of 2^-bits; then it would go on for ever, and draw nothing wrong.
    The values of coins and of geometric draws are irrational, because e to a rational power is transcendental. Those of
    a Gaussian's blocks are quotients of infinite sums of such powers, which have not been proven irrational.
    """
    full = (1 << bits) - 1
    for more in count(2 * _SLACK, _SLACK):
        with localcontext(Context(prec=bits // 3 + more)) as context:
            wrong = Decimal(10) ** (_SLACK - context.prec)
            low, high = [], []
            for value in values():
                low.append(int((value - wrong) * (full + 1)))
                # A value is below 1, also where it is rounded to 1.
                high.append(min(full, int((value + wrong) * (full + 1))))
                if low[-1] == full:
                    break
        if low == high:
            break
    return low
