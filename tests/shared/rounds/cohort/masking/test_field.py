"""The cohort protocol's field: keystreams skip the right words, and arithmetic equals that of Python's integers."""

import struct

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from hypothesis import given
from hypothesis import strategies as st

from pdd_shared.rounds.cohort.masking import field
from pdd_shared.rounds.cohort.parameters import Q

elements = st.integers(0, Q - 1) | st.sampled_from([0, 1, Q - 2, Q - 1])
rows_of_elements = st.lists(elements, min_size=1, max_size=9)


def chacha20(key: bytes, words: int) -> list[int]:
    """Return the keystream as docs/reference/cohort.md states it: counter 0, nonce LibsodiumDRG, little-endian
    words.
    """
    cipher = Cipher(algorithms.ChaCha20(key, bytes(4) + b"LibsodiumDRG"), mode=None)
    return list(struct.unpack(f"<{words}I", cipher.encryptor().update(bytes(4 * words))))


def array(values: list[int]) -> field.Elements:
    return np.array(values, dtype=np.uint64)


@pytest.mark.parametrize("words", [1, 16, 25, 512, 513, 4096])
def test_the_keystream_is_chacha20(words):
    """Short and long streams, which two libraries make, are both RFC 8439 keystreams."""
    key = bytes(range(32))
    assert field.keystream(key, words).tolist() == chacha20(key, words)


def test_words_that_are_not_below_q_are_passed_over():
    """Words from q on are skipped, the largest accepted word is q - 1, and the order stays."""
    words = np.array([5, Q, Q - 1, 2**32 - 1, 0, Q + 1], dtype=np.uint32)
    assert field.accepted(words).tolist() == [5, Q - 1, 0]


@pytest.mark.parametrize("number", [1, 25, 2048, 20_000])
def test_uniform_takes_the_first_words_below_q(number):
    """The elements are the keystream's words below q; among 20,000 of them some words are skipped."""
    key = bytes(31) + b"\7"
    expected = [word for word in chacha20(key, number + 100) if word < Q][:number]
    assert field.uniform(key, number).tolist() == expected
    assert number < 20_000 or max(chacha20(key, number)) >= Q


@given(st.binary(min_size=32, max_size=32), st.integers(0, 3000), st.integers(0, 3000))
def test_uniform_does_not_depend_on_how_much_was_drawn(key, number, other):
    """The first elements are the same however many are drawn."""
    shorter = min(number, other)
    assert (field.uniform(key, number)[:shorter] == field.uniform(key, other)[:shorter]).all()


def test_uniform_draws_more_where_too_many_words_are_passed_over(monkeypatch):
    """A stream with three of four words at or above q still gives all elements, in order."""
    monkeypatch.setattr(field, "keystream", lambda _, words: mostly_refused(words))
    assert field.uniform(bytes(32), 1000).tolist() == list(range(0, 4000, 4))


def mostly_refused(words: int) -> field.Words:
    index = np.arange(words, dtype=np.uint32)
    return np.where(index % 4 == 0, index, np.uint32(2**32 - 1)).astype(np.uint32)


def test_rows_are_the_streams_one_by_one():
    """Streams made together equal those made one by one, including some where a word is skipped."""
    keys = [number.to_bytes(32, "big") for number in range(2000)]
    rows = field.uniform_rows(keys, 25)
    assert any(max(chacha20(key, 25)) >= Q for key in keys)
    for key, row in zip(keys, rows, strict=True):
        assert row.tolist() == field.uniform(key, 25).tolist()


def test_no_keys_give_no_rows():
    """Without keys there are no rows."""
    assert field.uniform_rows([], 25).shape == (0, 25)


@given(rows_of_elements)
def test_the_wire_gives_elements_back(values):
    """Elements are four bytes each, little endian, and read back as they were."""
    data = field.to_wire(array(values))
    assert data == struct.pack(f"<{len(values)}I", *values)
    assert field.from_wire(data, len(values)).tolist() == values


@pytest.mark.parametrize("data", [b"", bytes(3), bytes(7), bytes(12), bytes(4) + struct.pack("<I", Q), b"\xff" * 8])
def test_the_wire_refuses_other_sizes_and_words_that_are_not_below_q(data):
    """Bytes of another length, or with a word from q on, are refused."""
    with pytest.raises(ValueError, match=r"elements take|not below q"):
        field.from_wire(data, 2)


def test_the_wire_takes_the_greatest_element():
    """The largest element that is read is q - 1."""
    assert field.from_wire(struct.pack("<I", Q - 1), 1).tolist() == [Q - 1]


@given(elements, elements)
def test_sums_and_differences_are_those_of_integers(a, b):
    """Sums and differences equal those of integers modulo q."""
    assert field.add(array([a]), array([b])).tolist() == [(a + b) % Q]
    assert field.subtract(array([a]), array([b])).tolist() == [(a - b) % Q]


@given(rows_of_elements)
def test_products_and_totals_are_those_of_integers(values):
    """Products and totals of any number of elements equal those of integers modulo q, for odd numbers of terms too."""
    expected = 1
    for value in values:
        expected = expected * value % Q
    assert field.product(array(values)) == expected
    assert field.total(array(values)) == sum(values) % Q


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.data())
def test_matrices_multiply_as_integers_do(rows, inner, columns, data):
    """The product of matrices, put together from halves, equals that of integers modulo q."""
    a = data.draw(st.lists(st.lists(elements, min_size=inner, max_size=inner), min_size=rows, max_size=rows))
    b = data.draw(st.lists(st.lists(elements, min_size=columns, max_size=columns), min_size=inner, max_size=inner))
    expected = [
        [sum(x * y for x, y in zip(row, column, strict=True)) % Q for column in zip(*b, strict=True)] for row in a
    ]
    assert field.multiply(array(a), array(b)).tolist() == expected


def test_the_greatest_matrix_does_not_overflow():
    """A product with the largest committee's quorum of terms, each the largest element, does not overflow."""
    greatest = np.full((1, 176), Q - 1, dtype=np.uint64)
    assert field.multiply(greatest, greatest.T).tolist() == [[176]]


@pytest.mark.parametrize("number", [1, 2, 255, 511, -1, -342, -511])
def test_inverses_give_one(number):
    """A number times its inverse is 1, for negative numbers too."""
    assert int(field.inverse(np.array([number]))[0]) * number % Q == 1


@pytest.mark.parametrize("number", [0, 512, -512])
def test_points_are_different_and_near(number):
    """Inverting 0 is an error, and so is inverting 512 or -512: kept inverses end below that."""
    with pytest.raises(ValueError, match="points are different"):
        field.inverse(np.array([number]))


@given(st.lists(st.integers(-90, 256), min_size=2, max_size=12, unique=True), st.data())
def test_interpolation_gives_a_polynomials_other_values(points, data):
    """A polynomial's values at any nodes determine its other values, as computed by Horner's rule on integers."""
    split = data.draw(st.integers(1, len(points) - 1))
    coefficients = data.draw(st.lists(elements, min_size=1, max_size=split))
    nodes, others = points[:split], points[split:]
    at_nodes = array([[value(coefficients, x)] for x in nodes])
    found = field.multiply(field.interpolation(nodes, others), at_nodes)
    assert found.ravel().tolist() == [value(coefficients, x) for x in others]


def value(coefficients: list[int], x: int) -> int:
    result = 0
    for coefficient in coefficients:
        result = (result * x + coefficient) % Q
    return result


def test_nodes_are_different():
    """Interpolating with a repeated node is an error."""
    with pytest.raises(ValueError, match="points are different"):
        field.interpolation([1, 2, 1], [3])
