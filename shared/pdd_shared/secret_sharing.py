"""Shamir's secret sharing over GF(2^8), byte by byte (Shamir, CACM 22:11, 1979), polynomial 0x11b as in AES.

Many secrets are split or rebuilt at once in numpy. Table look-ups are not constant time: shares are made and used on
machines that hold the secrets anyway.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
POLYNOMIAL = 0x11B
MOST_SHARES = 255


def _products() -> Bytes:
    """The multiplication table of the field, 256 x 256."""
    row = np.arange(256, dtype=np.uint16)
    table = np.zeros((256, 256), dtype=np.uint16)
    for bit in range(8):
        table ^= np.where(row[:, None] >> bit & 1, row[None, :] << bit, 0).astype(np.uint16)
    for bit in range(14, 7, -1):
        table ^= np.where(table >> bit & 1, POLYNOMIAL << (bit - 8), 0).astype(np.uint16)
    return table.astype(np.uint8)


_PRODUCT = _products()
_INVERSE: Bytes = np.argmax(_PRODUCT == 1, axis=1).astype(np.uint8)


def split(secrets: Bytes, threshold: int, shares: int, randomness: bytes) -> Bytes:
    """Shares [share, byte] of secrets [byte]: share s is the polynomials' value at x = s + 1.

    `randomness` is (threshold - 1) * len(secrets) uniform bytes, the polynomials' other coefficients. Any `threshold`
    shares give the secrets back, fewer tell nothing. ValueError on an impossible threshold or other random bytes.
    """
    if not 1 <= threshold <= shares <= MOST_SHARES:
        raise ValueError(f"{threshold} of {shares} shares: the threshold is at most the shares, those at most 255")
    if len(randomness) != (threshold - 1) * len(secrets):
        raise ValueError(f"{(threshold - 1) * len(secrets)} random bytes are needed, not {len(randomness)}")
    coefficients = np.frombuffer(randomness, dtype=np.uint8).reshape(threshold - 1, len(secrets))
    places = np.arange(1, shares + 1)[:, None]
    values = np.zeros((shares, len(secrets)), dtype=np.uint8)
    for coefficient in (*coefficients, secrets):
        values = _PRODUCT[places, values] ^ coefficient
    return values


def weights(places: Sequence[int]) -> Bytes:
    """Lagrange's coefficients at 0 for shares at these places (1 to 255, all different)."""
    if len(set(places)) != len(places) or not all(1 <= place <= MOST_SHARES for place in places):
        raise ValueError("shares stand at different places from 1 to 255")
    x = np.array(places, dtype=np.uint8)
    result = np.ones(len(x), dtype=np.uint8)
    for k in range(len(x)):
        others = np.arange(len(x)) != k
        factor = _PRODUCT[x[k], _INVERSE[x[k] ^ x[others]]]
        result[others] = _PRODUCT[result[others], factor]
    return result


def combine(places: Sequence[int], shares: Bytes) -> Bytes:
    """The secrets [byte] from shares [share, byte] at these places; as many shares as the threshold, or more.

    ValueError on places that are not 1 to 255, all different, one a share.
    """
    if len(places) != len(shares):
        raise ValueError(f"{len(shares)} shares at {len(places)} places")
    products = _PRODUCT[weights(places)[:, None], shares]
    rebuilt: Bytes = np.bitwise_xor.reduce(products, axis=0)
    return rebuilt
