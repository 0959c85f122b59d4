"""Random rounding of a donor's counts to units of several counts, before its noise is added.

A count is rounded up with the probability of its part of a unit, so its mean stays. The random words are integers, so
every language rounds alike.
"""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
WORD_BYTES = 4
"""Random bytes by which one number is rounded: an integer, little endian."""


def rounded(counts: Integers, units: Integers, random: bytes) -> Integers:
    """Return counts in units: each is rounded up if its random word, modulo the unit, is below what is left over.

    Args:
        counts: A donor's counts, not below 0.
        units: How many counts are one unit of each number: powers of two, so that no remainder of a word is favoured.
        random: WORD_BYTES cryptographic random bytes for each number.
    """
    words = np.frombuffer(random, dtype="<u4").astype(np.int64)
    return counts // units + (words % units < counts % units)
