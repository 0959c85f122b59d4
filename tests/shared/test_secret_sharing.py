"""Shamir's shares over GF(2^8): the field is the right one, enough shares give the secret, one fewer tells nothing."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.secret_sharing import combine, split, weights


def product(a: int, b: int) -> int:
    """The product a * b in GF(2^8), one bit of b at a time, reduced by 0x11b (FIPS 197, section 4.2)."""
    result = 0
    while b:
        if b & 1:
            result ^= a
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return result


def inverse(a: int) -> int:
    """1 / a in GF(2^8), by search."""
    return next(b for b in range(1, 256) if product(a, b) == 1)


def value(coefficients: list[int], x: int) -> int:
    """A polynomial's value, its coefficients from the highest power down."""
    result = 0
    for coefficient in coefficients:
        result = product(result, x) ^ coefficient
    return result


def one(byte: int) -> np.ndarray:
    return np.array([byte], dtype=np.uint8)


def test_the_reference_field_is_that_of_aes():
    """The slow field gives the products and the inverse that FIPS 197 prints."""
    assert product(0x57, 0x83) == 0xC1
    assert product(0x57, 0x13) == 0xFE
    assert inverse(0x53) == 0xCA


@pytest.mark.parametrize("x", [1, 2, 0x53, 0x83, 255])
def test_every_product_of_the_table_is_the_fields(x):
    """A line through a secret, c * x + s, has the slow field's value for every c."""
    for c in range(256):
        assert split(one(7), 2, 255, bytes([c]))[x - 1, 0] == product(c, x) ^ 7


@given(st.binary(min_size=1, max_size=8), st.data())
def test_shares_are_the_polynomials_values(secrets, data):
    """Share s is the slow polynomial's value at s + 1; the random bytes are its coefficients, highest power first."""
    threshold = data.draw(st.integers(1, 5))
    size = (threshold - 1) * len(secrets)
    randomness = data.draw(st.binary(min_size=size, max_size=size))
    shares = split(np.frombuffer(secrets, dtype=np.uint8), threshold, 7, randomness)
    for byte in range(len(secrets)):
        line = [*randomness[byte :: len(secrets)], secrets[byte]]
        assert shares[:, byte].tolist() == [value(line, x) for x in range(1, 8)]


@given(st.lists(st.integers(1, 255), min_size=1, max_size=9, unique=True))
def test_weights_are_lagranges(places):
    """Each weight is the slow field's product of x_j / (x_j - x_k), in the order of the places."""
    for k, weight in enumerate(weights(places)):
        expected = 1
        for j, place in enumerate(places):
            if j != k:
                expected = product(expected, product(place, inverse(place ^ places[k])))
        assert weight == expected


@given(st.binary(min_size=1, max_size=64), st.integers(1, 255), st.data())
def test_any_shares_enough_give_the_secrets_back(secrets, shares, data):
    """Any `threshold` shares or more, in any order, give every byte of the secrets back, up to 255 shares."""
    threshold = data.draw(st.integers(1, shares))
    randomness = np.arange((threshold - 1) * len(secrets), dtype=np.uint64).astype(np.uint8).tobytes()
    dealt = split(np.frombuffer(secrets, dtype=np.uint8), threshold, shares, randomness)
    some = st.lists(st.integers(1, shares), min_size=threshold, max_size=min(shares, threshold + 3), unique=True)
    places = data.draw(some)
    assert combine(places, dealt[[place - 1 for place in places]]).tobytes() == secrets


@pytest.mark.parametrize("place", [1, 2, 3, 255])
def test_one_share_of_two_tells_nothing(place):
    """Threshold 2: over all random bytes, a single share takes every value once, whatever the secret is."""
    for secret in (0, 1, 0x53, 255):
        seen = Counter(int(split(one(secret), 2, 255, bytes([r]))[place - 1, 0]) for r in range(256))
        assert set(seen.values()) == {1}
        assert len(seen) == 256


def test_two_shares_of_three_leave_every_secret_equally_possible():
    """Threshold 3: each of the 256 secrets fits a given pair of shares with exactly one choice of random bytes."""
    seen = [7, 200]
    lines = [(high, seen[0] ^ secret ^ high, secret) for secret in range(256) for high in range(256)]  # fit at x = 1
    fits = Counter(line[-1] for line in lines if value([*line], 2) == seen[1])
    assert fits == Counter(range(256))
    # The code deals such a polynomial's values.
    high = next(h for h in range(256) if value([h, 7 ^ 9 ^ h, 9], 2) == 200)
    assert split(one(9), 3, 3, bytes([high, 7 ^ 9 ^ high]))[:2, 0].tolist() == [7, 200]


def test_too_few_shares_give_something_else():
    """One share fewer than the threshold rebuilds other bytes (32 of them: by chance once in 2^256)."""
    secrets = np.arange(32, dtype=np.uint8)
    dealt = split(secrets, 3, 5, bytes(range(100, 164)))
    assert combine([1, 2], dealt[:2]).tobytes() != secrets.tobytes()
    assert combine([1, 2, 5], dealt[[0, 1, 4]]).tobytes() == secrets.tobytes()


@pytest.mark.parametrize(("threshold", "shares", "size"), [(0, 3, 0), (4, 3, 3), (2, 256, 1), (3, 5, 1), (3, 5, 3)])
def test_an_impossible_sharing_is_refused(threshold, shares, size):
    """No threshold, more than the shares, over 255 shares, too few or too many random bytes: a clear ValueError."""
    with pytest.raises(ValueError, match=r"the threshold is at most|random bytes are needed"):
        split(one(1), threshold, shares, bytes(size))


@pytest.mark.parametrize("places", [[0, 1], [1, 256], [2, 2], [-1, 3]])
def test_impossible_places_are_refused(places):
    """A place twice, or outside 1 to 255: a ValueError, for place 0 would be the secret itself."""
    with pytest.raises(ValueError, match="different places"):
        combine(places, np.zeros((2, 4), dtype=np.uint8))


@pytest.mark.parametrize("rows", [1, 3])
def test_every_share_has_its_place(rows):
    """One row for two places is not stretched to fit: a ValueError."""
    with pytest.raises(ValueError, match="shares at 2 places"):
        combine([1, 2], np.zeros((rows, 4), dtype=np.uint8))
