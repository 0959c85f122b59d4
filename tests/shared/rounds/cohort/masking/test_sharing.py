"""Shares of a mask's key: a committee's corrupt members learn nothing from theirs, and streams hide the others."""

import hashlib
import struct
from itertools import combinations

import numpy as np
import pytest

from pdd_shared.rounds.cohort.masking import sharing
from pdd_shared.rounds.cohort.masking.field import Elements, add, interpolation, multiply, uniform
from pdd_shared.rounds.cohort.masking.sharing import packed, share_key, stream, streams, sum_of_streams
from pdd_shared.rounds.cohort.parameters import DEGREE, CommitteeSize, Q, TreeSize

CONTEXT, LEAF, NONCE = b"C" * 32, b"L" * 68, b"n" * 16
SECRET = uniform(b"s" * 32, DEGREE)
KEY = b"p" * 32
SIZES = [4, 5, 6, 7, 10, 60, 255, 256]


def committee(leaves: int) -> CommitteeSize:
    return TreeSize(leaves).committee


def at(nodes: list[int], values: list[int], point: int) -> int:
    """Return a polynomial's value at a point, by Lagrange's formula on Python's integers."""
    result = 0
    for node, value in zip(nodes, values, strict=True):
        above, below = value, 1
        for other in nodes:
            if other != node:
                above, below = above * (point - other) % Q, below * (node - other) % Q
        result += above * pow(below, -1, Q)
    return result % Q


@pytest.mark.parametrize("leaves", SIZES)
def test_shares_are_the_written_polynomials(leaves):
    """Shares are values of the documented polynomials: f_j(-k) are secrets, f_j(1..c) random, place p gets f_j(p)."""
    size = committee(leaves)
    shares, rho, columns = share_key(SECRET, KEY, size), size.secrets, size.columns
    assert shares.shape == (size.members, columns)
    random = uniform(KEY, size.corrupt * columns)
    nodes = [*range(1, size.corrupt + 1), *range(-1, -rho - 1, -1)]
    for j in (0, columns // 2, columns - 1):
        secrets = [int(SECRET[i]) if i < DEGREE else 0 for i in range(j * rho, j * rho + rho)]
        values = [*(int(random[p * columns + j]) for p in range(size.corrupt)), *secrets]
        for place in (1, size.corrupt, size.corrupt + 1, size.members):
            assert int(shares[place - 1, j]) == at(nodes, values, place)


@pytest.mark.parametrize("leaves", SIZES)
def test_any_quorum_rebuilds_the_key(leaves):
    """The shares of any quorum (first, last or every other place) give back all secrets and the zeros."""
    size = committee(leaves)
    shares = share_key(SECRET, KEY, size)
    places = list(range(1, size.members + 1))
    for chosen in (places[: size.quorum], places[-size.quorum :], sorted([*places[::2], *places[1::2]][: size.quorum])):
        matrix = interpolation(chosen, sharing.secret_points(size))
        assert (multiply(matrix, shares[np.array(chosen) - 1]) == packed(SECRET, size)).all()


def test_shares_of_a_sum_are_sums_of_shares():
    """The sum of two donors' shares shares the sum of their keys."""
    size, other = committee(60), uniform(b"o" * 32, DEGREE)
    both = add(share_key(SECRET, KEY, size), share_key(other, b"q" * 32, size))
    matrix = interpolation(range(3, 3 + size.quorum), sharing.secret_points(size))
    assert (multiply(matrix, both[2 : 2 + size.quorum]) == packed(add(SECRET, other), size)).all()


@pytest.mark.parametrize("leaves", SIZES)
def test_the_first_shares_are_random_whatever_the_secret(leaves):
    """Two keys shared with the same random values give the first c places the same shares, and all others different
    ones.
    """
    size = committee(leaves)
    one, other = share_key(SECRET, KEY, size), share_key(np.zeros(DEGREE, dtype=np.uint64), KEY, size)
    assert (one[: size.corrupt] == other[: size.corrupt]).all()
    assert (one[size.corrupt :] != other[size.corrupt :]).any(axis=1).all()


def influence(size: CommitteeSize, monkeypatch: pytest.MonkeyPatch) -> Elements:
    """Return how each random value of a polynomial enters each place's share (m x c), from sharing zeros."""
    ones = np.eye(size.corrupt, size.columns, dtype=np.uint64).ravel()
    monkeypatch.setattr(sharing, "uniform", lambda *_: ones)
    return share_key(np.zeros(DEGREE, dtype=np.uint64), KEY, size)[:, : size.corrupt]


@pytest.mark.parametrize("leaves", [4, 5, 6, 7, 10, 13])
def test_any_corrupt_members_learn_nothing(leaves, monkeypatch):
    """For every choice of c places the random values enter their shares by an invertible matrix.

    So these c shares are uniform whatever the secrets are.
    """
    size = committee(leaves)
    matrix = influence(size, monkeypatch)
    for places in combinations(range(size.members), size.corrupt):
        assert rank(matrix[list(places)]) == size.corrupt


def test_one_member_more_would_learn_something(monkeypatch):
    """The bound is tight: the random values give c + 1 shares only c dimensions."""
    size = committee(10)
    assert rank(influence(size, monkeypatch)[: size.corrupt + 1]) == size.corrupt


def rank(matrix: Elements) -> int:
    """Return the rank modulo q, by Gaussian elimination on Python's integers."""
    rows, found = [[int(x) for x in row] for row in matrix], 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(found, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        inverse = pow(rows[found][column], -1, Q)
        for i in range(found + 1, len(rows)):
            factor = rows[i][column] * inverse
            rows[i] = [(a - factor * b) % Q for a, b in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


def test_a_stream_is_keyed_as_written():
    """A stream's key is BLAKE2b-256, keyed by the shared secret, of LP(C, p, leaf, nonce)."""
    shared = b"x" * 32
    text = struct.pack("<I32sIII68sI16s", 32, CONTEXT, 4, 7, 68, LEAF, 16, NONCE)
    key = hashlib.blake2b(text, key=shared, digest_size=32).digest()
    assert (stream(shared, CONTEXT, 7, LEAF, NONCE, 25) == uniform(key, 25)).all()


def test_everything_that_names_a_stream_changes_it():
    """Another secret, context, place, leaf or nonce gives another stream."""
    usual = (b"x" * 32, CONTEXT, 7, LEAF, NONCE)
    others = [(b"y" * 32,), (b"D" * 32,), (8,), (b"K" + LEAF[1:],), (b"m" * 16,)]
    changed = [(*usual[:index], *other, *usual[index + 1 :]) for index, other in enumerate(others)]
    found = {tuple(stream(*names, 4).tolist()) for names in [usual, *changed]}
    assert len(found) == 6


def test_a_donors_streams_are_those_of_the_members():
    """Row p - 1 of a donor's streams equals what the member at place p computes."""
    shared = [bytes([place]) * 32 for place in range(1, 8)]
    rows = streams(shared, CONTEXT, LEAF, NONCE, 40)
    for place, row in enumerate(rows, 1):
        assert (row == stream(shared[place - 1], CONTEXT, place, LEAF, NONCE, 40)).all()


@pytest.mark.parametrize("entries", [0, 1, 3, 2100])
def test_a_member_adds_its_streams_up(entries):
    """A member's sum over a list equals the sum of its streams one by one, in any batches, and zero over an empty
    list.
    """
    shared = [bytes([3]) * 28 + index.to_bytes(4, "big") for index in range(entries)]
    listed = [(index.to_bytes(68, "little"), index.to_bytes(16, "big")) for index in range(entries)]
    expected = np.zeros(6, dtype=np.uint64)
    for secret, (leaf, nonce) in zip(shared, listed, strict=True):
        expected = add(expected, stream(secret, CONTEXT, 9, leaf, nonce, 6))
    assert (sum_of_streams(shared, listed, CONTEXT, 9, 6) == expected).all()


def test_each_entry_has_its_secret():
    """A member that lacks the secret with a donor on the list cannot answer."""
    with pytest.raises(ValueError, match="longer"):
        sum_of_streams([b"x" * 32], [(LEAF, NONCE), (LEAF, CONTEXT[:16])], CONTEXT, 9, 6)
